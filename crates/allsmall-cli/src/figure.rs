//! Pictures into files, by the ending of the name: .svg, .tex, .pdf, .png; boards
//! also as .dot.
//!
//! PDF and PNG need the feature `figures`, which is on by default.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use allsmall::draw::Scene;
use allsmall::internal::write_atomically;

use crate::exit::Exit;

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PictureFormat {
    Svg,
    Tex,
    Pdf,
    Png,
    Dot,
}

/// Where a picture goes: a file whose ending is known, or standard output.
pub(crate) struct Target {
    path: Option<PathBuf>,
    format: PictureFormat,
}

impl Target {
    /// Reads the file name extension, before anything is computed.
    pub(crate) fn of(path: Option<&Path>) -> Result<Target, Exit> {
        let Some(path) = path else { return Ok(Target { path: None, format: PictureFormat::Svg }) };
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let format = match ending.as_str() {
            "svg" => PictureFormat::Svg,
            "tex" => PictureFormat::Tex,
            "pdf" => PictureFormat::Pdf,
            "png" => PictureFormat::Png,
            _ => {
                let name = path.display();
                return Err(Exit::bad(format!("{name}: unknown ending; expected .svg, .pdf, .png or .tex (TikZ)")));
            }
        };
        if cfg!(not(feature = "figures")) && matches!(format, PictureFormat::Pdf | PictureFormat::Png) {
            return Err(Exit::bad(format!(
                "this program was built without .{ending}; write .svg or .tex, or build it with\n  \
                 cargo install --path crates/allsmall-cli"
            )));
        }
        Ok(Target { path: Some(path.to_owned()), format })
    }

    /// As [`Target::of`], for a board, which can be written as DOT too.
    pub(crate) fn of_board(path: Option<&Path>) -> Result<Target, Exit> {
        match path.map(|path| (path, path.extension().map(|ending| ending.to_string_lossy().to_lowercase()))) {
            Some((path, Some(ending))) if matches!(ending.as_str(), "dot" | "gv") => {
                Ok(Target { path: Some(path.to_owned()), format: PictureFormat::Dot })
            }
            _ => Target::of(path),
        }
    }

    /// A file of this format under another name.
    pub(crate) fn renamed(&self, name: impl Fn(&str) -> String) -> Target {
        let path = self.path.as_ref().map(|path| PathBuf::from(name(&path.to_string_lossy())));
        Target { path, format: self.format }
    }

    /// The name of the file, if there is one.
    pub(crate) fn name(&self) -> Option<String> {
        self.path.as_ref().map(|path| path.to_string_lossy().into_owned())
    }

    /// Returns whether the format is SVG, which alone can be animated.
    pub(crate) fn is_svg(&self) -> bool {
        self.format == PictureFormat::Svg
    }

    /// Returns whether the format is DOT, which holds a board and no picture.
    pub(crate) fn is_dot(&self) -> bool {
        self.format == PictureFormat::Dot
    }

    /// Writes the picture.
    pub(crate) fn write(&self, scene: &Scene) -> Result<(), Exit> {
        let bytes = match self.format {
            PictureFormat::Svg => scene.svg().into_bytes(),
            PictureFormat::Tex => scene.tikz().into_bytes(),
            PictureFormat::Pdf => render::pdf(&scene.svg())?,
            PictureFormat::Png => render::png(&scene.svg())?,
            PictureFormat::Dot => {
                return Err(Exit::bad("DOT holds boards only; expected .svg, .pdf, .png or .tex (TikZ)"));
            }
        };
        self.put(&bytes)
    }

    /// Writes what is not a scene: an animation in SVG, or a board in DOT.
    pub(crate) fn write_text(&self, text: &str) -> Result<(), Exit> {
        self.put(text.as_bytes())
    }

    fn put(&self, bytes: &[u8]) -> Result<(), Exit> {
        match &self.path {
            Some(path) => write_atomically(path, bytes).map_err(|error| Exit::unwritten(path, &error)),
            None => Ok(stdout().write_all(bytes)?),
        }
    }
}

#[cfg(feature = "figures")]
mod render {
    use allsmall_figures::FigureError;

    use crate::exit::Exit;

    fn unmade(error: FigureError) -> Exit {
        match error {
            FigureError::TooLarge => Exit::bad(error),
            FigureError::NoFont | FigureError::Failed(_) => Exit::Failed(error.to_string()),
        }
    }

    pub(super) fn png(svg: &str) -> Result<Vec<u8>, Exit> {
        allsmall_figures::png(svg).map_err(unmade)
    }

    pub(super) fn pdf(svg: &str) -> Result<Vec<u8>, Exit> {
        allsmall_figures::pdf(svg).map_err(unmade)
    }
}

#[cfg(not(feature = "figures"))]
mod render {
    use crate::exit::Exit;

    pub(super) fn png(_: &str) -> Result<Vec<u8>, Exit> {
        Err(Exit::bad("this program was built without PNG and PDF (feature `figures`)"))
    }

    pub(super) fn pdf(svg: &str) -> Result<Vec<u8>, Exit> {
        png(svg)
    }
}
