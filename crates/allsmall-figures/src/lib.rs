//! Pictures as PNG and PDF, from the SVG that `allsmall` writes.
//!
//! The work is done by resvg and svg2pdf, which are slow to build; so this is a
//! crate by itself, for the program and for the Python module.

use std::fmt;
use std::sync::Arc;

use resvg::{tiny_skia, usvg};

/// Pixels of a PNG per pixel of the SVG.
const SHARP: f32 = 2.0;

/// Preferred font families, for words and for values.
const PLAIN: [&str; 6] = ["Arial", "Helvetica", "Liberation Sans", "DejaVu Sans", "Noto Sans", "Segoe UI"];
const MONO: [&str; 6] = ["Courier New", "Menlo", "Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Consolas"];

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureError {
    /// It is too large for a PNG.
    TooLarge,
    /// It has texts, and no font is installed.
    NoFont,
    /// What the renderer said.
    Failed(String),
}

impl fmt::Display for FigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FigureError::TooLarge => f.write_str("the picture is too large for a PNG"),
            FigureError::NoFont => f.write_str("no font was found for the texts of the picture; SVG needs none"),
            FigureError::Failed(message) => write!(f, "the picture was not made: {message}"),
        }
    }
}

impl std::error::Error for FigureError {}

fn failed(error: impl fmt::Display) -> FigureError {
    FigureError::Failed(error.to_string())
}

/// The picture with its texts in installed fonts; text in a missing family
/// would silently disappear.
fn tree(svg: &str) -> Result<usvg::Tree, FigureError> {
    let mut options = usvg::Options::default();
    if svg.contains("<text") {
        let fonts = Arc::make_mut(&mut options.fontdb);
        fonts.load_system_fonts();
        let (plain, mono) = (family(fonts, &PLAIN, false)?, family(fonts, &MONO, true)?);
        fonts.set_sans_serif_family(plain);
        fonts.set_monospace_family(mono);
    }
    usvg::Tree::from_str(svg, &options).map_err(failed)
}

/// The first of these families that is installed, or any of its kind, or any.
fn family(fonts: &usvg::fontdb::Database, wanted: &[&str], mono: bool) -> Result<String, FigureError> {
    let has = |name: &str| fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == name));
    let known = wanted.iter().find(|name| has(name)).map(|&name| name.to_owned());
    let alike = || fonts.faces().find(|face| face.monospaced == mono).or_else(|| fonts.faces().next());
    let found = known.or_else(|| alike().and_then(|face| Some(face.families.first()?.0.clone())));
    found.ok_or(FigureError::NoFont)
}

/// The picture as PNG on white ground.
///
/// # Errors
/// [`FigureError`].
pub fn png(svg: &str) -> Result<Vec<u8>, FigureError> {
    let tree = tree(svg)?;
    let size = tree.size().to_int_size().scale_by(SHARP);
    let pixels = size.and_then(|size| tiny_skia::Pixmap::new(size.width(), size.height()));
    let mut pixels = pixels.ok_or(FigureError::TooLarge)?;
    pixels.fill(tiny_skia::Color::WHITE);
    resvg::render(&tree, tiny_skia::Transform::from_scale(SHARP, SHARP), &mut pixels.as_mut());
    pixels.encode_png().map_err(failed)
}

/// The picture as PDF.
///
/// # Errors
/// [`FigureError`].
pub fn pdf(svg: &str) -> Result<Vec<u8>, FigureError> {
    svg2pdf::to_pdf(&tree(svg)?, svg2pdf::ConversionOptions::default(), svg2pdf::PageOptions::default()).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISC: &str =
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><circle cx="5" cy="5" r="4"/></svg>"##;

    #[test]
    fn a_disc_is_black_on_white() {
        let image = tiny_skia::Pixmap::decode_png(&png(DISC).expect("a picture")).expect("a PNG");
        assert_eq!((image.width(), image.height()), (40, 20));
        let dark = |x, y| image.pixel(x, y).expect("inside").red() < 128;
        assert!(dark(10, 10) && !dark(30, 10));
        assert!(pdf(DISC).expect("a picture").starts_with(b"%PDF-"));
        assert!(matches!(png("<svg"), Err(FigureError::Failed(_))));
    }
}
