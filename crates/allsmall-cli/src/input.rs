//! Input of boards: the argument itself, a file, or standard input.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};

use allsmall::Budget;
use allsmall::notation::read_graph;

use crate::exit::Exit;

/// The text of a BOARD argument: `@path` is read from a file, `-` from
/// standard input, anything else stands for itself.
pub(crate) fn text(argument: String, budget: &Budget) -> Result<String, Exit> {
    let bytes = match argument.strip_prefix('@') {
        Some(path) => read_all(open(path)?, path, budget)?,
        None if argument == "-" => read_all(stdin().lock(), "standard input", budget)?,
        None => return Ok(argument),
    };
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        Exit::bad(format!(
            "byte {at} of the input is {byte:#04x}, which is not UTF-8 text; expected stones such as x, o and ."
        ))
    })
}

/// The lines of a batch file; `-` is standard input.
pub(crate) fn lines(path: &str) -> Result<Box<dyn BufRead + Send>, Exit> {
    Ok(match path {
        "-" => Box::new(BufReader::new(stdin())),
        _ => Box::new(BufReader::new(open(path)?)),
    })
}

/// The lines of a batch file, unless they are graphs without stones.
pub(crate) fn board_lines(path: &str) -> Result<Box<dyn BufRead + Send>, Exit> {
    let mut lines = lines(path)?;
    let start = lines.fill_buf().map_err(|error| Exit::bad(format!("cannot read {path:?}: {error}")))?;
    let start = String::from_utf8_lossy(start);
    let first = start.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let named = [".g6", ".s6", ".graph6", ".sparse6"].iter().any(|ending| path.to_lowercase().ends_with(ending));
    let is_header = first.starts_with(">>graph6<<") || first.starts_with(">>sparse6<<");
    if is_header || (named && read_graph(first, MOST_VERTICES).is_ok()) {
        return Err(Exit::bad(format!(
            "the lines of {path:?} are graphs without stones; expected boards such as graph6:Dhc:xoxox. For all stones:\n  \
             allsmall table graphs:{path} --columns graph,board,stones\n  \
             allsmall table graphs:{path} --group graph --max stones"
        )));
    }
    Ok(lines)
}

/// Maximum number of vertices of a graph that is recognised as one.
const MOST_VERTICES: usize = 10_000;

/// The next line of standard input; `None` at its end.
pub(crate) fn line(from: &mut impl BufRead) -> Result<Option<String>, Exit> {
    let mut bytes = Vec::new();
    if from.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let line = String::from_utf8(bytes);
    line.map(Some).map_err(|_| Exit::bad("a line of the input is not UTF-8 text; expected moves such as 1-2"))
}

/// Opens a file.
pub(crate) fn open(path: &str) -> Result<File, Exit> {
    let file = File::open(path).map_err(|error| Exit::bad(format!("cannot open {path:?}: {error}")))?;
    match file.metadata() {
        Ok(about) if about.is_dir() => Err(Exit::bad(format!("{path:?} is a directory; expected a file"))),
        _ => Ok(file),
    }
}

/// Number of bytes read between two checks of the budget.
const BLOCK: u64 = 1 << 20;

/// All bytes, within the limits.
pub(crate) fn read_all(mut from: impl Read, name: &str, budget: &Budget) -> Result<Vec<u8>, Exit> {
    let mut bytes = Vec::new();
    loop {
        match (&mut from).take(BLOCK).read_to_end(&mut bytes) {
            Ok(0) => return Ok(bytes),
            Ok(_) => budget.check().and_then(|()| budget.fits(bytes.capacity())).map_err(Exit::Stopped)?,
            Err(error) => return Err(Exit::bad(format!("cannot read {name:?}: {error}"))),
        }
    }
}
