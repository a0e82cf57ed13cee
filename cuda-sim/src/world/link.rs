//! Links: texts that become one image.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cuda_sys::CUresult;

use crate::binary::jit::Options;
use crate::binary::linked;
use crate::binary::program::{Program, Refused};
use crate::code;
use crate::ptx;
use crate::world::context::Context;
use crate::world::handle::{self, Key};

/// A link: what a client holds a `CUlinkState` of.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) key: Key,
    pub(crate) context: Arc<Context>,
    /// Where the client wants the logs, for as long as the link is there.
    pub(crate) options: Options,
    state: Mutex<State>,
}

/// What came together so far.
#[derive(Debug, Default)]
pub(crate) struct State {
    program: Program,
    /// What the client calls each text of the program.
    names: Vec<String>,
    /// What the logs say by now.
    pub(crate) info: String,
    pub(crate) error: String,
    /// Time spent so far.
    pub(crate) spent: Duration,
    /// The result; nothing can be added to it.
    image: Option<Vec<u8>>,
}

impl Link {
    /// Begins a link. The caller registers it.
    pub(crate) fn new(context: &Arc<Context>, options: Options) -> Self {
        let program = Program { texts: Vec::new(), max_registers: options.max_registers };
        let state = Mutex::new(State { program, ..State::default() });
        Link { key: handle::next_key(), context: Arc::clone(context), options, state }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Refuses whatever changes a link that is complete.
    pub(crate) fn check_open(&self) -> Result<(), CUresult> {
        if self.image.is_some() { Err(code::INVALID_HANDLE) } else { Ok(()) }
    }

    /// Adds an input: a text, or those of an earlier link.
    pub(crate) fn add(
        &mut self,
        name: Option<String>,
        program: Program,
        max_registers: Option<u32>,
    ) -> Result<(), Refused> {
        let name = name.unwrap_or_else(|| format!("input {}", self.names.len() + 1));
        for text in &program.texts {
            ptx::check_object(text).map_err(|error| of_text(&name, error))?;
        }
        self.names.extend(program.texts.iter().map(|_| name.clone()));
        self.program.texts.extend(program.texts);
        let limits = [self.program.max_registers, program.max_registers, max_registers];
        self.program.max_registers = limits.into_iter().flatten().min();
        Ok(())
    }

    /// Links all inputs.
    pub(crate) fn complete(&mut self) -> Result<(), Refused> {
        if self.program.texts.is_empty() {
            return Err(Refused::invalid("there is nothing to link"));
        }
        let texts: Vec<&str> = self.program.texts.iter().map(String::as_str).collect();
        let module = ptx::link(&texts).map_err(|error| {
            let name = self.names.get(error.unit as usize).map_or("", String::as_str);
            of_text(name, error)
        })?;
        self.info.push_str(&format!("linked: {}\n", module.names()));
        self.image = Some(linked::write(&self.program));
        Ok(())
    }

    /// The result, if there is one.
    pub(crate) fn image(&self) -> Option<&[u8]> {
        self.image.as_deref()
    }
}

fn of_text(name: &str, error: ptx::PtxError) -> Refused {
    let refused = Refused::from(error);
    Refused::new(refused.code, format!("{name}: {}", refused.text))
}
