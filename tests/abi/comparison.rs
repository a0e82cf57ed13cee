//! Finds what a header and the bindings have in common and do not agree on.

use std::collections::{BTreeMap, HashMap};

use crate::exemptions::{EXEMPTIONS, Exemption};
use crate::header::Header;
use crate::{NEWEST, headers, rust_side};

/// Lists the differences, by what they are about.
fn differences(header: &Header, rust: &HashMap<&str, i64>) -> BTreeMap<String, Vec<String>> {
    let (answers, unanswered) = (header.answers(), header.unanswered());
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (&question, &ours) in rust {
        let (kind, subject) = subject(question);
        let difference = match answers.get(question) {
            Some(&theirs) if theirs == ours => continue,
            Some(theirs) => format!("{question}: {ours} in the bindings, {theirs} in the header"),
            None if is_newer(header, kind, subject, &answers) => continue,
            None => format!("{question}: {}", unanswered.get(question).copied().unwrap_or("was not asked")),
        };
        found.entry(subject.to_owned()).or_default().push(difference);
    }
    found
}

/// Splits `offset X_st.member` into the kind of question and `X_st`.
fn subject(question: &str) -> (&str, &str) {
    let (kind, name) = question.rsplit_once(' ').unwrap();
    (kind, name.split('.').next().unwrap())
}

/// Tells whether what the header cannot answer is younger than it, and so no difference.
fn is_newer(header: &Header, kind: &str, subject: &str, answers: &HashMap<&str, i64>) -> bool {
    match kind {
        "signature" | "introduction" => {
            let entry = cuda_sys::EntryPoint::by_name(subject).unwrap();
            entry.since().raw() > header.number()
        }
        // A member or a property of a type that the header does have.
        _ => !answers.contains_key(format!("size {subject}").as_str()) && header.version != NEWEST,
    }
}

fn exemption(header: &Header, subject: &str) -> Option<&'static Exemption> {
    EXEMPTIONS.iter().find(|exemption| {
        let about = exemption.subjects.iter().any(|name| {
            subject == *name || subject.strip_prefix(name).is_some_and(|rest| rest.starts_with("__bindgen_ty_"))
        });
        about && exemption.versions.contains(&header.version)
    })
}

#[test]
fn the_bindings_and_every_header_agree_but_for_the_listed_exemptions() {
    let rust = rust_side::answers();
    for header in headers() {
        let mut wrong = Vec::new();
        for (subject, differences) in differences(&header, &rust) {
            if exemption(&header, &subject).is_none() {
                wrong.extend(differences);
            }
        }
        assert!(wrong.is_empty(), "CUDA {}: {} differences:\n{}", header.version, wrong.len(), wrong.join("\n"));
        println!("CUDA {}: {} answers agree", header.version, header.answers().len());
    }
}

#[test]
fn every_question_was_asked() {
    let rust = rust_side::answers();
    for header in headers() {
        let (answers, unanswered) = (header.answers(), header.unanswered());
        assert_eq!(answers.len() + unanswered.len(), rust.len(), "CUDA {}", header.version);
        if header.version == NEWEST {
            assert!(unanswered.is_empty(), "{unanswered:?}");
        }
    }
}

#[test]
fn every_exemption_is_still_needed_and_none_is_for_the_newest_header() {
    let rust = rust_side::answers();
    let found: Vec<_> = headers().iter().map(|header| (header.version, differences(header, &rust))).collect();
    for exemption in EXEMPTIONS {
        assert!(!exemption.versions.contains(&NEWEST), "{exemption:?}");
        for (version, differences) in &found {
            for subject in exemption.subjects {
                let needed = differences.contains_key(*subject);
                let listed = exemption.versions.contains(version);
                assert!(needed || !listed, "CUDA {version}: {subject} does not differ any more");
            }
        }
    }
}
