//! What a test asks of a simulator beside driving it: faults by script, counts of calls, and reports of misuse.

pub(crate) mod call_script;
pub(crate) mod calls;
pub(crate) mod report;
pub(crate) mod script;
