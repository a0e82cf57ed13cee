//! What `cuGetProcAddress` finds, compared with the typedefs of CUDA 13.5, each of which states a name, a version and a spelling.
//!
//! `.ci/exports` fetches the headers; where they cannot be had there is nothing to compare with.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, reason = "calls the driver")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::collections::BTreeSet;
use std::ffi::{CString, c_int};
use std::io::Write as _;
use std::path::PathBuf;
use std::ptr::null_mut;

use client::Client;
use cuda_sys::{CUdriverProcAddressQueryResult as Found, CUresult, EntryPoint};

const HEADERS: [&str; 5] =
    ["cudaTypedefs.h", "cudaProfilerTypedefs.h", "cudaGLTypedefs.h", "cudaEGLTypedefs.h", "cudaVDPAUTypedefs.h"];

/// One typedef: `PFN_base_v12000_ptsz`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Typedef {
    base: String,
    since: c_int,
    per_thread: bool,
}

impl Typedef {
    fn read(name: &str) -> Option<Self> {
        let (rest, per_thread) = match name.strip_suffix("_ptsz").or(name.strip_suffix("_ptds")) {
            Some(rest) => (rest, true),
            None => (name, false),
        };
        let (base, since) = rest.strip_prefix("PFN_")?.rsplit_once("_v")?;
        Some(Typedef { base: base.to_owned(), since: since.parse().ok()?, per_thread })
    }
}

/// The typedefs of functions in the headers, without what is for Windows; none where there are no headers.
fn typedefs() -> BTreeSet<Typedef> {
    let folder = std::env::var_os("CUDA_HEADERS_DIR").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.cuda-headers")));
    let texts = HEADERS.iter().filter_map(|name| std::fs::read_to_string(folder.join("13.5").join(name)).ok());
    let texts: Vec<_> = texts.collect();
    if texts.len() < HEADERS.len() {
        return BTreeSet::new();
    }
    let lines = texts.iter().flat_map(|text| text.lines());
    let names = lines.filter_map(|line| line.strip_prefix("typedef CUresult (CUDAAPI *")?.split_once(')'));
    names.filter_map(|(name, _)| Typedef::read(name)).filter(|typedef| !typedef.base.starts_with("cuWGL")).collect()
}

/// What the driver answers: code, whether there is an address, and the status; and the address.
fn find(client: &Client, base: &str, version: c_int, flags: u64) -> ((u32, bool, u32), usize) {
    let (name, mut address, mut status) = (CString::new(base).unwrap(), null_mut(), Found(9));
    let code = call!(client, cuGetProcAddress_v2(name.as_ptr(), &mut address, version, flags, &mut status));
    ((code.0, !address.is_null(), status.0), address.addr())
}

/// The oldest version of a name: that of a typedef, or of an entry point that is older than all typedefs of its name.
fn first(typedefs: &BTreeSet<Typedef>, base: &str) -> c_int {
    let typed = typedefs.iter().filter(|typedef| typedef.base == base).map(|typedef| typedef.since);
    let entries = EntryPoint::ALL.iter().filter(|entry| entry.base().to_bytes() == base.as_bytes());
    typed.chain(entries.map(|entry| c_int::try_from(entry.since().raw()).unwrap())).min().unwrap()
}

#[test]
fn each_name_is_found_from_its_version_on_and_not_before() {
    let typedefs = typedefs();
    if typedefs.is_empty() {
        // Not println, which is not shown for a test that passes.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: exports the headers of CUDA 13.5 are not at hand; .ci/fetch-headers fetches them"
        );
        return;
    }
    assert!(typedefs.len() > 600, "{} typedefs", typedefs.len());
    let client = Client::open();
    assert_eq!(call!(client, cuInit(0)), CUresult::CUDA_SUCCESS);
    let mut addresses = BTreeSet::new();
    for typedef in &typedefs {
        let Typedef { base, since, per_thread } = typedef;
        let flags = if *per_thread { 2 } else { 1 };
        let (answer, address) = find(&client, base, *since, flags);
        assert_eq!(answer, (0, true, 0), "{typedef:?}");
        addresses.insert(address);
        let (before, previous) = find(&client, base, since - 1, flags);
        let older = first(&typedefs, base) < *since;
        assert_eq!(before, if older { (0, true, 0) } else { (0, false, 2) }, "before {typedef:?}");
        assert_ne!(previous, address, "{typedef:?} is an entry point of its own");
    }
    assert_eq!(addresses.len(), typedefs.len(), "an entry point each");
    println!("{} names of CUDA 13.5 are found from their version on", typedefs.len());
}
