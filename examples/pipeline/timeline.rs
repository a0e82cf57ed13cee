//! When each stream did what, by the device's clock.

/// What a stream did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Copy of a tile to the device.
    Upload,
    /// First kernel.
    Blur,
    /// Second kernel.
    Edges,
    /// Copy of the result back.
    Download,
}

impl Kind {
    /// All kinds, in the order in which a tile meets them.
    pub(crate) const ALL: [Self; 4] = [Self::Upload, Self::Blur, Self::Edges, Self::Download];

    /// The kind's name, for a reader.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Blur => "blur",
            Self::Edges => "edges",
            Self::Download => "download",
        }
    }
}

/// One operation of a stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    /// Number of the stream.
    pub(crate) stream: usize,
    /// Number of the tile.
    pub(crate) tile: usize,
    /// What was done.
    pub(crate) kind: Kind,
    /// Milliseconds from the first moment to the operation's start.
    pub(crate) start_ms: f64,
    /// Milliseconds from the first moment to the operation's end.
    pub(crate) end_ms: f64,
}

/// All operations of a run.
#[derive(Debug, Default)]
pub(crate) struct Timeline {
    /// The operations, in no order.
    pub(crate) spans: Vec<Span>,
}

/// How the streams of a run shared the time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Overlap {
    /// Most streams that worked at one moment.
    pub(crate) most_streams: usize,
    /// Milliseconds in which at least two streams worked.
    pub(crate) shared_ms: f64,
    /// Milliseconds from the first start to the last end.
    pub(crate) total_ms: f64,
}

impl Timeline {
    /// First start and last end, or `None` when nothing was done.
    pub(crate) fn bounds(&self) -> Option<(f64, f64)> {
        let start = self.spans.iter().map(|span| span.start_ms).reduce(f64::min)?;
        let end = self.spans.iter().map(|span| span.end_ms).reduce(f64::max)?;
        Some((start, end))
    }

    /// How much of the time streams worked side by side.
    pub(crate) fn overlap(&self) -> Overlap {
        let mut edges: Vec<(f64, bool, usize)> = Vec::new();
        for span in self.spans.iter().filter(|span| span.end_ms > span.start_ms) {
            edges.push((span.start_ms, true, span.stream));
            edges.push((span.end_ms, false, span.stream));
        }
        // At one moment ends come before starts: spans that only touch do not overlap.
        edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let streams = self.spans.iter().map(|span| span.stream + 1).max().unwrap_or(0);
        let mut running = vec![0_usize; streams];
        let (mut most_streams, mut shared_ms, mut last) = (0, 0.0, 0.0);
        for (at, is_start, stream) in edges {
            let working = running.iter().filter(|&&count| count > 0).count();
            if working >= 2 {
                shared_ms += at - last;
                most_streams = most_streams.max(working);
            }
            most_streams = most_streams.max(working.min(1));
            if is_start {
                running[stream] += 1;
            } else {
                running[stream] -= 1;
            }
            last = at;
        }
        let total_ms = self.bounds().map_or(0.0, |(start, end)| end - start);
        Overlap { most_streams, shared_ms, total_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timeline(spans: &[(usize, f64, f64)]) -> Timeline {
        let span = |&(stream, start_ms, end_ms): &(usize, f64, f64)| Span {
            stream,
            tile: 0,
            kind: Kind::Blur,
            start_ms,
            end_ms,
        };
        Timeline { spans: spans.iter().map(span).collect() }
    }

    #[test]
    fn an_empty_timeline_has_no_overlap() {
        let overlap = Timeline::default().overlap();
        assert_eq!((overlap.most_streams, overlap.shared_ms, overlap.total_ms), (0, 0.0, 0.0));
    }

    #[test]
    fn spans_that_touch_do_not_overlap() {
        let overlap = timeline(&[(0, 0.0, 1.0), (1, 1.0, 2.0)]).overlap();
        assert_eq!((overlap.most_streams, overlap.shared_ms, overlap.total_ms), (1, 0.0, 2.0));
    }

    #[test]
    fn spans_of_one_stream_do_not_overlap_with_themselves() {
        let overlap = timeline(&[(3, 0.0, 2.0), (3, 1.0, 3.0)]).overlap();
        assert_eq!((overlap.most_streams, overlap.shared_ms), (1, 0.0));
    }

    #[test]
    fn the_time_of_two_and_more_streams_is_counted_once() {
        let overlap = timeline(&[(0, 0.0, 4.0), (1, 1.0, 3.0), (2, 2.0, 6.0), (1, 7.0, 8.0)]).overlap();
        assert_eq!((overlap.most_streams, overlap.shared_ms, overlap.total_ms), (3, 3.0, 8.0));
    }
}
