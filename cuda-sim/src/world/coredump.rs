//! What a client asked of dumps of the device's memory. None is ever written.

use cuda_sys::{CUcoredumpSettings as Setting, CUresult};

use crate::code::{self, Answer};

/// The settings of the whole process, or of a context, which begins with those.
#[derive(Clone, Debug)]
pub(crate) struct Coredump {
    on_exception: bool,
    triggers_host: bool,
    is_lightweight: bool,
    by_user: bool,
    file: Vec<u8>,
    pipe: Vec<u8>,
    flags: u32,
}

/// The longest name, its NUL included.
const NAME: usize = 1024;

impl Default for Coredump {
    fn default() -> Self {
        let process = std::process::id();
        Coredump {
            on_exception: false,
            triggers_host: true,
            is_lightweight: false,
            by_user: false,
            file: format!("core.cuda.{process}").into_bytes(),
            pipe: format!("corepipe.cuda.{process}").into_bytes(),
            flags: 0,
        }
    }
}

impl Coredump {
    /// The bytes of a setting, as the client gets them.
    pub(crate) fn get(&self, setting: Setting) -> Result<Vec<u8>, CUresult> {
        let text = |text: &[u8]| [text, &[0]].concat();
        match setting {
            Setting::CU_COREDUMP_ENABLE_ON_EXCEPTION => Ok(vec![u8::from(self.on_exception)]),
            Setting::CU_COREDUMP_TRIGGER_HOST => Ok(vec![u8::from(self.triggers_host)]),
            Setting::CU_COREDUMP_LIGHTWEIGHT => Ok(vec![u8::from(self.is_lightweight)]),
            Setting::CU_COREDUMP_ENABLE_USER_TRIGGER => Ok(vec![u8::from(self.by_user)]),
            Setting::CU_COREDUMP_FILE => Ok(text(&self.file)),
            Setting::CU_COREDUMP_PIPE => Ok(text(&self.pipe)),
            Setting::CU_COREDUMP_GENERATION_FLAGS => Ok(self.flags.to_ne_bytes().to_vec()),
            _ => Err(code::INVALID_VALUE),
        }
    }

    /// Changes a setting to what these bytes say.
    pub(crate) fn set(&mut self, setting: Setting, bytes: &[u8]) -> Answer {
        let truth = match setting {
            Setting::CU_COREDUMP_ENABLE_ON_EXCEPTION => &mut self.on_exception,
            Setting::CU_COREDUMP_TRIGGER_HOST => &mut self.triggers_host,
            Setting::CU_COREDUMP_LIGHTWEIGHT => &mut self.is_lightweight,
            Setting::CU_COREDUMP_ENABLE_USER_TRIGGER => &mut self.by_user,
            Setting::CU_COREDUMP_FILE => {
                self.file = name(bytes)?;
                return Ok(());
            }
            // Somebody may be listening at the pipe already.
            Setting::CU_COREDUMP_PIPE if self.by_user => return Err(code::NOT_PERMITTED),
            Setting::CU_COREDUMP_PIPE => {
                self.pipe = name(bytes)?;
                return Ok(());
            }
            Setting::CU_COREDUMP_GENERATION_FLAGS => {
                let bytes = bytes.first_chunk().filter(|chunk| chunk.len() == bytes.len());
                self.flags = u32::from_ne_bytes(*bytes.ok_or(code::INVALID_VALUE)?);
                return Ok(());
            }
            _ => return Err(code::INVALID_VALUE),
        };
        let &[byte] = bytes else { return Err(code::INVALID_VALUE) };
        *truth = byte != 0;
        Ok(())
    }
}

/// A name as the client gives it, with a NUL at its end or without.
fn name(bytes: &[u8]) -> Result<Vec<u8>, CUresult> {
    let name = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    if name.is_empty() || name.len() >= NAME { Err(code::INVALID_VALUE) } else { Ok(name.to_vec()) }
}
