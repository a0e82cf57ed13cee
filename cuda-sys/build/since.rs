//! Finds the CUDA version that introduced each ABI name.
//!
//! cudaTypedefs.h declares `PFN_<base>_v<version>[_ptds|_ptsz]` for each. A base name's versions, in rising order,
//! belong to its ABI names in the order of their suffixes: none, `_v2`, `_v3`. Anything that does not pair up is an error.

use std::collections::{BTreeMap, BTreeSet};

/// Where an ABI name comes from: the name `cuGetProcAddress` knows it by, and the version to ask for.
pub(crate) struct Origin {
    pub(crate) base: String,
    pub(crate) since: u32,
}

/// Finds the origin of each of `names`, in their order.
pub(crate) fn origins(names: &[&str], typedefs: &str) -> Result<Vec<Origin>, String> {
    let versions = versions(typedefs);
    let mut revisions: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for name in names {
        let (base, revision, stream) = split(name);
        revisions.entry(format!("{base}{stream}")).or_default().insert(revision);
    }
    names
        .iter()
        .map(|name| {
            let (base, revision, stream) = split(name);
            let key = format!("{base}{stream}");
            let (known, listed) = (&revisions[&key], versions.get(&key));
            let listed = listed
                .filter(|listed| listed.len() == known.len())
                .ok_or_else(|| format!("{key}: revisions {known:?} do not pair up with versions {listed:?}"))?;
            let place = known.iter().take_while(|&&other| other < revision).count();
            let since = listed.iter().nth(place).copied().ok_or("a shorter list")?;
            Ok(Origin { base: base.to_owned(), since })
        })
        .collect()
}

/// Splits `cuMemcpyHtoD_v2_ptds` into `cuMemcpyHtoD`, 2 and `_ptds`.
fn split(name: &str) -> (&str, u32, &'static str) {
    let (name, stream) = if let Some(name) = name.strip_suffix("_ptds") {
        (name, "_ptds")
    } else if let Some(name) = name.strip_suffix("_ptsz") {
        (name, "_ptsz")
    } else {
        (name, "")
    };
    match name.rsplit_once("_v").map(|(base, number)| (base, number.parse())) {
        Some((base, Ok(revision))) => (base, revision, stream),
        _ => (name, 1, stream),
    }
}

/// Lists the versions of each base name, per kind of default stream.
fn versions(typedefs: &str) -> BTreeMap<String, BTreeSet<u32>> {
    let mut versions: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for after in typedefs.split("*PFN_").skip(1) {
        let name: &str = after.split(')').next().unwrap_or_default();
        if let (base, version @ 1000.., stream) = split(name) {
            versions.entry(format!("{base}{stream}")).or_default().insert(version);
        }
    }
    versions
}
