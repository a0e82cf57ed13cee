//! The list of kernels in the book is that of the sources, and every kernel is run by a test.

use std::fs;
use std::path::Path;

/// A kernel of the sources.
struct Entry {
    file: String,
    name: String,
    /// The comment above it.
    about: String,
}

/// The texts of the files with that ending in a folder, by name.
fn texts(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == ending))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    texts.sort();
    texts
}

fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for (file, text) in texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("sources"), "cu") {
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            let Some(rest) = pair[1].strip_prefix("extern \"C\" __global__ void ") else { continue };
            let name = rest.split('(').next().unwrap().to_owned();
            let about = pair[0].strip_prefix("// ").unwrap_or_else(|| panic!("{file}: {name} has no comment above it"));
            entries.push(Entry { file: file.clone(), name, about: about.to_owned() });
        }
    }
    entries
}

/// With `UPDATE_KERNEL_TABLE` set, writes the page anew.
#[test]
fn the_book_lists_every_kernel_with_its_comment() {
    let entries = entries();
    let mut page = format!(
        "# Kernels that the simulator is tested with\n\n\
         {} kernels of CUDA C++, compiled by NVRTC, whose answers are compared with references for the CPU, with blocks in order and\n\
         in an order of a seed's. Written by `tests/kernels/table.rs`.\n\n| kernel | file | what it does |\n|---|---|---|\n",
        entries.len()
    );
    for Entry { file, name, about } in &entries {
        page += &format!("| `{name}` | `{file}.cu` | {about} |\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/kernels.md");
    if std::env::var_os("UPDATE_KERNEL_TABLE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        page,
        "run with UPDATE_KERNEL_TABLE=1 to write docs/kernels.md anew"
    );
    assert!(entries.len() >= 60);
}

#[test]
fn every_kernel_is_run_by_a_test() {
    let tests: String = texts(Path::new(env!("CARGO_MANIFEST_DIR")), "rs").into_iter().map(|(_, text)| text).collect();
    for Entry { name, .. } in entries() {
        assert!(tests.contains(&format!("\"{name}\"")), "no test runs {name}");
    }
}
