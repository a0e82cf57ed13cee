//! The opcode table, the rules and the book's page about them agree.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use super::opcode_table::FORMS;
use super::opcodes::TABLE;

/// The opcodes of a section of the page: words in code font behind its heading.
fn of_section(page: &str, heading: &str) -> BTreeSet<String> {
    let start = page.find(&format!("## {heading}\n")).unwrap_or_else(|| panic!("docs/ptx.md has no section {heading}"));
    let text = &page[start + 3..];
    let text = &text[..text.find("\n## ").unwrap_or(text.len())];
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_page_about_ptx_names_what_runs_and_what_does_not() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ptx.md")).unwrap();
    let known: BTreeSet<String> = FORMS.iter().map(|form| form.split(' ').next().unwrap().to_owned()).collect();
    let lowered: BTreeSet<String> = TABLE.iter().map(|row| row.name.to_owned()).collect();
    let ruled: BTreeSet<String> = known.intersection(&lowered).cloned().collect();
    assert_eq!(lowered, ruled, "each opcode with a rule has its forms in the opcode table");
    let mut named = BTreeSet::new();
    for tier in ["Every kernel", "Warps, bits and fast mathematics", "Tensors, asynchronous copies and textures"] {
        for opcode in of_section(&page, tier) {
            assert!(named.insert(opcode.clone()), "docs/ptx.md names `{opcode}` twice");
        }
    }
    assert_eq!(named, lowered, "left: what docs/ptx.md says runs; right: what has a rule");
    let refused: BTreeSet<String> = known.difference(&lowered).cloned().collect();
    assert_eq!(of_section(&page, "Known and not run"), refused, "what has forms and no rule");
}
