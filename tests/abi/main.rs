//! The bindings against the C compiler's reading of cuda.h: sizes, alignments, offsets, types, constants, signatures, versions.
//!
//! `.ci/abi` fetches the four headers and runs this. A name that is in the bindings and not in an older header is newer than it
//! and is passed over; whatever both have must agree, apart from the checked-in list in `exemptions`.
#![deny(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod comparison;
mod exemptions;
mod header;
mod names;
mod rust_side;

use std::io::Write as _;

use header::Header;

/// The version that the bindings are made from.
const NEWEST: &str = "13.5";

/// The headers, or a line that says that there are none.
fn headers() -> Vec<Header> {
    let headers = header::at_hand();
    if headers.is_empty() {
        // Not println, which is not shown for a test that passes.
        let _ = writeln!(std::io::stderr(), "SKIPPED: abi no cuda.h is at hand; .ci/fetch-headers fetches it");
    }
    headers
}
