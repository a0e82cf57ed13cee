//! A picture of the timeline: a row a stream, a bar an operation.

use crate::timeline::{Kind, Span, Timeline};

const WIDTH: f64 = 1200.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 70.0;
const ROW: f64 = 34.0;
const BAR: f64 = 22.0;

/// The timeline as an SVG document with a title.
pub(crate) fn to_svg(timeline: &Timeline, title: &str) -> String {
    let (start, end) = timeline.bounds().unwrap_or((0.0, 1.0));
    let length = (end - start).max(1e-6);
    let streams = timeline.spans.iter().map(|span| span.stream + 1).max().unwrap_or(0);
    let height = TOP + ROW * streams as f64 + 40.0;
    let x_of = |ms: f64| LEFT + (ms - start) / length * (WIDTH - LEFT - RIGHT);

    let mut lines = vec![
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">"#
        ),
        format!(r##"<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>"##),
        format!(r#"<text x="{LEFT}" y="24" font-size="15">{}</text>"#, escaped(title)),
    ];
    for (place, kind) in Kind::ALL.into_iter().enumerate() {
        let x = LEFT + 110.0 * place as f64;
        lines.push(format!(r#"<rect x="{x}" y="38" width="14" height="14" fill="{}"/>"#, colour(kind)));
        lines.push(format!(r#"<text x="{}" y="50">{}</text>"#, x + 20.0, kind.name()));
    }
    let bottom = TOP + ROW * streams as f64;
    let step = tick_step(length);
    let mut tick = 0;
    while f64::from(tick) * step <= length * 1.000_001 {
        let ms = f64::from(tick) * step;
        let x = x_of(start + ms);
        lines.push(format!(r##"<path d="M{x:.2} {TOP}V{bottom}" stroke="#dddddd"/>"##));
        let text = format!("{ms:.3}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        lines.push(format!(r#"<text x="{x:.2}" y="{}" text-anchor="middle">{text} ms</text>"#, bottom + 18.0));
        tick += 1;
    }
    for stream in 0..streams {
        let y = TOP + ROW * stream as f64 + ROW / 2.0 + 4.0;
        lines.push(format!(r#"<text x="12" y="{y}">stream {stream}</text>"#));
    }
    lines.extend(timeline.spans.iter().map(|span| bar(span, x_of(span.start_ms), x_of(span.end_ms))));
    lines.push("</svg>\n".to_owned());
    lines.join("\n")
}

fn bar(span: &Span, from: f64, to: f64) -> String {
    let y = TOP + ROW * span.stream as f64 + (ROW - BAR) / 2.0;
    format!(
        r#"<rect x="{from:.2}" y="{y}" width="{:.2}" height="{BAR}" fill="{}"><title>{} of tile {}: {:.3} to {:.3} ms</title></rect>"#,
        (to - from).max(0.2),
        colour(span.kind),
        span.kind.name(),
        span.tile,
        span.start_ms,
        span.end_ms,
    )
}

/// Colours that stay apart for colour-blind readers.
fn colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Upload => "#0072b2",
        Kind::Blur => "#e69f00",
        Kind::Edges => "#cc79a7",
        Kind::Download => "#009e73",
    }
}

/// A step of 1, 2 or 5 times a power of ten that cuts the length into at most ten.
fn tick_step(length_ms: f64) -> f64 {
    let mut step = 10_f64.powf((length_ms / 10.0).log10().floor());
    for factor in [2.0, 2.5, 2.0] {
        if length_ms / step <= 10.0 {
            break;
        }
        step *= factor;
    }
    step
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_a_bar_on_its_streams_row() {
        let span = |stream, start_ms, end_ms| Span { stream, tile: 7, kind: Kind::Download, start_ms, end_ms };
        let svg = to_svg(&Timeline { spans: vec![span(0, 10.0, 15.0), span(2, 12.0, 20.0)] }, "a < b & c");
        assert!(svg.contains("a &lt; b &amp; c"));
        assert!(svg.contains(r#"<rect x="90.00" y="76" width="545.00""#), "{svg}");
        assert!(svg.contains(r#"<rect x="308.00" y="144" width="872.00""#), "{svg}");
        assert_eq!(svg.matches("download of tile 7").count(), 2);
        assert!(svg.contains(">stream 2<") && !svg.contains(">stream 3<"));
    }

    #[test]
    fn ticks_are_round_and_at_most_ten() {
        for (length, step) in [(9.0, 1.0), (10.0, 1.0), (11.0, 2.0), (30.0, 5.0), (70.0, 10.0), (0.03, 0.005)] {
            assert!((tick_step(length) - step).abs() < 1e-12, "{length}: {}", tick_step(length));
        }
    }
}
