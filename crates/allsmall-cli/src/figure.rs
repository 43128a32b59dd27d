//! Pictures into files, by the ending of the name: .svg, .tex, .pdf, .png.
//!
//! PDF and PNG are made from the SVG by svg2pdf and resvg, which are slow to
//! build, so they need the feature `figures`.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use allsmall::draw::Scene;
use allsmall::internal::write_atomically;

use crate::exit::Exit;

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Tex,
    Pdf,
    Png,
}

/// Where a picture goes: a file whose ending is known, or standard output.
pub(crate) struct Target {
    path: Option<PathBuf>,
    kind: Kind,
}

impl Target {
    /// Reads the file name extension, before anything is computed.
    pub(crate) fn of(path: Option<&Path>) -> Result<Target, Exit> {
        let Some(path) = path else { return Ok(Target { path: None, kind: Kind::Svg }) };
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let kind = match ending.as_str() {
            "svg" => Kind::Svg,
            "tex" => Kind::Tex,
            "pdf" => Kind::Pdf,
            "png" => Kind::Png,
            _ => {
                let name = path.display();
                return Err(Exit::bad(format!("{name}: unknown ending; expected .svg, .pdf, .png or .tex (TikZ)")));
            }
        };
        if cfg!(not(feature = "figures")) && matches!(kind, Kind::Pdf | Kind::Png) {
            return Err(Exit::bad(format!(
                "this program was built without .{ending}; write .svg or .tex, or build it with\n  \
                 cargo install --path crates/allsmall-cli --features figures"
            )));
        }
        Ok(Target { path: Some(path.to_owned()), kind })
    }

    /// A file of this format under another name.
    pub(crate) fn renamed(&self, name: impl Fn(&str) -> String) -> Target {
        let path = self.path.as_ref().map(|path| PathBuf::from(name(&path.to_string_lossy())));
        Target { path, kind: self.kind }
    }

    /// The name of the file, if there is one.
    pub(crate) fn name(&self) -> Option<String> {
        self.path.as_ref().map(|path| path.to_string_lossy().into_owned())
    }

    /// Returns whether the format is SVG, which alone can be animated.
    pub(crate) fn is_svg(&self) -> bool {
        self.kind == Kind::Svg
    }

    /// Writes the picture.
    pub(crate) fn write(&self, scene: &Scene) -> Result<(), Exit> {
        let bytes = match self.kind {
            Kind::Svg => scene.svg().into_bytes(),
            Kind::Tex => scene.tikz().into_bytes(),
            Kind::Pdf => render::pdf(&scene.svg())?,
            Kind::Png => render::png(&scene.svg())?,
        };
        self.put(&bytes)
    }

    /// Writes SVG that is not a scene: an animation.
    pub(crate) fn write_svg(&self, svg: &str) -> Result<(), Exit> {
        self.put(svg.as_bytes())
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
    use std::sync::Arc;

    use resvg::{tiny_skia, usvg};

    use crate::exit::Exit;

    /// Pixels of a PNG per pixel of the SVG.
    const SHARP: f32 = 2.0;

    /// Preferred font families, for words and for values.
    const PLAIN: [&str; 6] = ["Arial", "Helvetica", "Liberation Sans", "DejaVu Sans", "Noto Sans", "Segoe UI"];
    const MONO: [&str; 6] =
        ["Courier New", "Menlo", "Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Consolas"];

    /// The picture with its texts in installed fonts; text in a missing family
    /// would silently disappear.
    fn tree(svg: &str) -> Result<usvg::Tree, Exit> {
        let mut options = usvg::Options::default();
        let fonts = Arc::make_mut(&mut options.fontdb);
        fonts.load_system_fonts();
        let (plain, mono) = (family(fonts, &PLAIN, false)?, family(fonts, &MONO, true)?);
        fonts.set_sans_serif_family(plain);
        fonts.set_monospace_family(mono);
        usvg::Tree::from_str(svg, &options).map_err(|error| Exit::Failed(format!("the picture was not read: {error}")))
    }

    /// The first of these families that is installed, or any of its kind, or any.
    fn family(fonts: &usvg::fontdb::Database, wanted: &[&str], mono: bool) -> Result<String, Exit> {
        let has = |name: &str| fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == name));
        let known = wanted.iter().find(|name| has(name)).map(|&name| name.to_owned());
        let alike = || fonts.faces().find(|face| face.monospaced == mono).or_else(|| fonts.faces().next());
        let found = known.or_else(|| alike().and_then(|face| Some(face.families.first()?.0.clone())));
        found.ok_or_else(|| Exit::Failed("no font was found for the texts of the picture; SVG needs none".to_owned()))
    }

    pub(super) fn png(svg: &str) -> Result<Vec<u8>, Exit> {
        let tree = tree(svg)?;
        let size = tree.size().to_int_size().scale_by(SHARP);
        let pixels = size.and_then(|size| tiny_skia::Pixmap::new(size.width(), size.height()));
        let mut pixels = pixels.ok_or_else(|| Exit::bad("the picture is too large for a PNG"))?;
        pixels.fill(tiny_skia::Color::WHITE);
        resvg::render(&tree, tiny_skia::Transform::from_scale(SHARP, SHARP), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| Exit::Failed(format!("the picture was not written: {error}")))
    }

    pub(super) fn pdf(svg: &str) -> Result<Vec<u8>, Exit> {
        let tree = tree(svg)?;
        svg2pdf::to_pdf(&tree, svg2pdf::ConversionOptions::default(), svg2pdf::PageOptions::default())
            .map_err(|error| Exit::Failed(format!("the picture was not written: {error}")))
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
