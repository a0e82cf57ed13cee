//! The command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Blurs a picture and draws its edges on the GPU, or on the simulated driver where there is none.
#[derive(Debug, Parser)]
#[command(name = "pipeline")]
pub(crate) struct Arguments {
    /// PNG or JPEG picture, at most 64 megapixels [default: the sample in assets/]
    pub(crate) picture: Option<PathBuf>,
    /// Driver to run on; `auto` takes the simulated one only when the machine has no driver or no device
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) driver: DriverChoice,
    /// Streams, each with one tile in flight
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(2..=64))]
    pub(crate) streams: u16,
    /// Seed of the simulated driver's choices; the real driver takes none
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Where the resulting PNG goes [default: pipeline.png in the build folder]
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Where the SVG timeline of the streams goes [default: the output with the ending .svg]
    #[arg(long, value_name = "PATH")]
    pub(crate) timeline: Option<PathBuf>,
}

/// Which driver to run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriverChoice {
    /// The machine's driver, or an error.
    Real,
    /// The simulated driver.
    Sim,
    /// The machine's driver if it has a device, else the simulated one.
    Auto,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_arguments_everything_has_a_default() {
        let arguments = Arguments::try_parse_from(["pipeline"]).unwrap();
        assert_eq!(arguments.driver, DriverChoice::Auto);
        assert_eq!((arguments.streams, arguments.seed), (4, 1));
        assert!(arguments.picture.is_none() && arguments.out.is_none() && arguments.timeline.is_none());
    }

    #[test]
    fn fewer_than_two_streams_are_refused() {
        for streams in ["0", "1", "65", "-3", "two"] {
            assert!(Arguments::try_parse_from(["pipeline", "--streams", streams]).is_err(), "{streams}");
        }
    }
}
