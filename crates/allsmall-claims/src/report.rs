//! The verdicts as a table for a page or a paper.

use std::fmt::Write;

use crate::run::Verdict;

/// A Markdown page: a table of all verdicts, then the refuted and the open
/// ones in full.
#[must_use]
pub fn markdown(verdicts: &[Verdict]) -> String {
    let mut page = String::from("| claim | source | status | checked |\n|---|---|---|---|\n");
    let cell = |text: &str| text.replace('|', "\\|");
    for v in verdicts {
        let checked = v.stopped.as_ref().unwrap_or(&v.finding.checked_to);
        writeln!(page, "| [`{0}`](#{0}) | {1} | {2} | {3} |", v.id, cell(&v.source), v.finding.status, cell(checked))
            .expect("a string takes everything");
    }
    for v in verdicts {
        writeln!(page, "\n### {}\n", v.id).expect("a string takes everything");
        for (label, text) in lines(v) {
            writeln!(page, "- **{label}:** {}", escaped(&text)).expect("a string takes everything");
        }
    }
    page
}

/// Boards hold characters that Markdown would take for marks.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('*', "\\*").replace('_', "\\_").replace('<', "&lt;").replace('|', "\\|")
}

/// A LaTeX `longtable` of all verdicts.
#[must_use]
pub fn latex(verdicts: &[Verdict]) -> String {
    let mut text = String::from(
        "\\begin{longtable}{p{0.2\\textwidth}p{0.5\\textwidth}p{0.2\\textwidth}}\nsource & statement & verdict\\\\\\hline\n",
    );
    for v in verdicts {
        let mut statement = v.statement.clone();
        for (label, more) in lines(v)
            .into_iter()
            .filter(|(label, _)| matches!(*label, "Answer" | "Fails for" | "Missing hypothesis" | "Instead"))
        {
            write!(statement, " {label}: {more}.").expect("a string takes everything");
        }
        let verdict = format!("{}; {}", v.finding.status, v.stopped.as_ref().unwrap_or(&v.finding.checked_to));
        writeln!(text, "{} & {} & {}\\\\", plain(&v.source), plain(&statement), plain(&verdict))
            .expect("a string takes everything");
    }
    text + "\\end{longtable}\n"
}

/// Plain text for LaTeX.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '_' | '%' | '&' | '#' | '$' | '{' | '}' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

fn lines(v: &Verdict) -> Vec<(&'static str, String)> {
    let finding = &v.finding;
    let mut all = vec![
        ("Statement", v.statement.clone()),
        ("Source", v.source.clone()),
        ("Place", v.place.clone()),
        ("Status", finding.status.to_string()),
        ("Checked", v.stopped.clone().unwrap_or_else(|| finding.checked_to.clone())),
    ];
    let more = [
        ("Answer", &finding.answer),
        ("Fails for", &finding.counterexample),
        ("Missing hypothesis", &finding.hypothesis),
        ("Instead", &finding.corrected),
        ("Remark", &finding.remark),
    ];
    all.extend(more.into_iter().filter_map(|(label, text)| Some((label, text.clone()?))));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Effort, claims, judge};

    #[test]
    fn tables_hold_what_was_found() {
        let claim = claims().find(|claim| claim.id == "linear-shape-example").expect("it is there");
        let verdicts = [judge(claim, Effort::Quick, &allsmall::Budget::new())];
        let page = markdown(&verdicts);
        assert!(page.contains("| misprint | the example |"), "{page}");
        assert!(page.contains("**Fails for:** xo-x-oxx is ^\\*, oox-xo is v\\*"), "{page}");
        let table = latex(&verdicts);
        assert!(table.contains("xo-x-oxx is \\textasciicircum{}*"), "{table}");
        assert!(table.contains("misprint; the example\\\\"), "{table}");
    }
}
