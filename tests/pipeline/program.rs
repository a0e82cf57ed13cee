//! Runs of the pipeline program: what it prints, writes and answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::SystemTime;

use crate::picture::Picture;
use crate::reference::reference;

/// The example's program. Cargo builds it with all tests; when only this one was asked for, it is built here.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let test = std::env::current_exe().unwrap();
        let folder = test.ancestors().nth(2).unwrap();
        let program = folder.join("examples").join(format!("pipeline{}", std::env::consts::EXE_SUFFIX));
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let sources = ["examples/pipeline", "kernels", "cuda-sys/src", "cuda-safe/src", "cuda-sim/src"];
        let newest = sources.iter().map(|name| newest_file(&root.join(name))).max().unwrap();
        if program.metadata().is_ok_and(|built| built.modified().unwrap() >= newest) {
            return program;
        }
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--workspace", "--example", "pipeline", "--target-dir"]);
        build.arg(folder.parent().unwrap()).current_dir(root);
        if folder.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().unwrap().success());
        program
    })
}

/// When the newest file in a folder was changed.
fn newest_file(folder: &Path) -> SystemTime {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let time =
        |path: PathBuf| if path.is_dir() { newest_file(&path) } else { path.metadata().unwrap().modified().unwrap() };
    entries.map(time).max().unwrap_or(SystemTime::UNIX_EPOCH)
}

/// A folder of one test's own, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pipeline-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A picture that has something in every corner.
    fn picture(&self, width: u32, height: u32) -> PathBuf {
        let mut picture = Picture::blank(width, height);
        for (place, pixel) in picture.pixels.iter_mut().enumerate() {
            *pixel = (place as u32).wrapping_mul(0x9e37_79b1) | 0xff00_0000;
        }
        let path = self.file("input.png");
        picture.write(&path).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder left behind in the temporary one fails no test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&dyn AsRef<std::ffi::OsStr>]) -> Output {
    Command::new(program()).args(["--driver", "sim"]).args(arguments.iter().map(|a| a.as_ref())).output().unwrap()
}

/// The one line that a failed run leaves on the error stream.
fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("pipeline: "), "{text}");
    text
}

#[test]
fn a_missing_file_is_named_in_one_line() {
    let text = complaint(&run(&[&"no/such/picture.png"]));
    assert!(text.contains("cannot read no/such/picture.png"), "{text}");
}

#[test]
fn a_folder_is_no_picture() {
    let folder = Folder::new("folder");
    assert!(complaint(&run(&[&folder.0])).contains("cannot read"));
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let text = complaint(&run(&[&Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")]));
    assert!(text.contains("neither a PNG nor a JPEG"), "{text}");
}

#[test]
fn a_cut_off_picture_is_refused() {
    let folder = Folder::new("cut");
    let whole = fs::read(folder.picture(64, 64)).unwrap();
    for kept in [8, 20, whole.len() / 2] {
        fs::write(folder.file("cut.png"), &whole[..kept]).unwrap();
        assert!(complaint(&run(&[&folder.file("cut.png")])).contains("cannot decode"));
    }
}

#[test]
fn an_empty_file_and_an_empty_picture_are_refused() {
    let folder = Folder::new("empty");
    fs::write(folder.file("empty.png"), "").unwrap();
    assert!(complaint(&run(&[&folder.file("empty.png")])).contains("is empty"));
    fs::write(folder.file("nothing.png"), png_header(0, 7)).unwrap();
    complaint(&run(&[&folder.file("nothing.png")]));
}

#[test]
fn a_huge_picture_is_refused_before_it_is_decoded() {
    let folder = Folder::new("huge");
    for (width, height) in [(40_000, 40_000), (u32::MAX >> 1, 3)] {
        fs::write(folder.file("huge.png"), png_header(width, height)).unwrap();
        let text = complaint(&run(&[&folder.file("huge.png")]));
        assert!(text.contains("too large") && text.contains("67108864 pixels"), "{text}");
    }
}

#[test]
fn one_file_for_both_results_is_refused() {
    let text = complaint(&run(&[&"--out", &"same.svg"]));
    assert!(text.contains("same.svg"), "{text}");
}

/// The start of a PNG file that claims these dimensions, with room for data that never comes.
fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 6, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    file.extend(&header);
    file.extend(crc32(&header).to_be_bytes());
    file.extend(b"\0\0\0\0IDAT");
    file.extend(crc32(b"IDAT").to_be_bytes());
    file
}

/// The checksum of PNG's chunks.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[cfg(target_os = "linux")]
#[test]
fn no_space_for_the_output_is_said() {
    let folder = Folder::new("full");
    let input = folder.picture(40, 30);
    let text = complaint(&run(&[&input, &"--out", &"/dev/full", &"--timeline", &folder.file("t.svg")]));
    assert!(text.contains("cannot write /dev/full"), "{text}");
    let text = complaint(&run(&[&input, &"--out", &folder.file("o.png"), &"--timeline", &"/dev/full"]));
    assert!(text.contains("cannot write /dev/full"), "{text}");
    let text = complaint(&run(&[&input, &"--out", &folder.file("no/such/folder.png")]));
    assert!(text.contains("no/such/folder.png"), "{text}");
}

#[test]
fn a_picture_of_one_pixel_is_a_picture() {
    let folder = Folder::new("pixel");
    let (input, out) = (folder.picture(1, 1), folder.file("out.png"));
    let output = run(&[&input, &"--out", &out]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(Picture::read(&out).unwrap(), Picture::read(&input).unwrap());
}

#[test]
fn the_picture_equals_the_reference_and_the_timeline_has_every_operation() {
    let folder = Folder::new("whole");
    let input = folder.picture(300, 150);
    for (streams, seed) in [("2", "1"), ("5", "2")] {
        let out = folder.file("out.png");
        let output = run(&[&input, &"--streams", &streams, &"--seed", &seed, &"--out", &out]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("simulated") && text.contains("tiles    6 of"), "{text}");
        assert_eq!(Picture::read(&out).unwrap(), reference(&Picture::read(&input).unwrap()));
        let svg = fs::read_to_string(folder.file("out.svg")).unwrap();
        for kind in ["upload", "blur", "edges", "download"] {
            assert_eq!(svg.matches(&format!("<title>{kind} of tile")).count(), 6, "{kind}");
        }
    }
}
