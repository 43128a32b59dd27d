//! The theorem and its proof as LaTeX, ready to paste.

use std::fmt::Write;

use super::search::Proof;
use super::theorem::Report;

/// The statement and the proof. Values that are too long to print are named
/// by a dash; the certificate holds them.
pub(super) fn theorem(report: &Report, proof: &Proof, base: &[Option<String>], shift: Option<&str>) -> String {
    let theorem = report.theorem.as_ref().expect("called with a theorem");
    let family = |exponent: &str| {
        let text = report.word.with_exponent(&format!("@{exponent}@"));
        let (before, rest) = text.split_once('@').expect("we put it there");
        let (exponent, after) = rest.split_once('@').expect("we put it there");
        let before = before.trim_end_matches('^');
        format!("{before}^{{{exponent}}}{after}")
    };
    let shift = format!("{{{}}}", shift.unwrap_or("D"));
    let shift = shift.as_str();
    let zero = theorem.shift == "0";
    let (now, later) = (family("n"), family(&format!("n+{}", theorem.copies)));
    let plus = if zero { String::new() } else { format!(" + {shift}") };
    let mut text = String::new();
    let mut put = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
    put("\\begin{theorem}".to_owned());
    put(format!("For all $n \\ge {}$, $\\mathtt{{{later}}} = \\mathtt{{{now}}}{plus}$.", theorem.from));
    if let Some((formula, from)) = &theorem.formula {
        let formula = formula_latex(formula);
        put(format!("Hence $\\mathtt{{{now}}} = {formula}$ for all $n \\ge {from}$."));
    }
    put("The first values are".to_owned());
    let names: Vec<_> = base.iter().map(|name| name.clone().unwrap_or_else(|| "\\text{---}".to_owned())).collect();
    put(format!("$${}$$", names.iter().take(16).cloned().collect::<Vec<_>>().join(",\\quad ")));
    put(format!("for $n = 0, \\dots, {}$.", names.len().min(16) - 1));
    put("\\end{theorem}".to_owned());
    put("\\begin{proof}".to_owned());
    let (p, from, window) = (proof.period, proof.from, proof.window());
    put(format!(
        "A move of Clobber empties a cell and flips its neighbour, so every part of a position reached from \
         $\\mathtt{{{now}}}$ is a segment of it in which only the two end stones may be flipped. Up to length these are {} kinds, \
         by the places of their ends and the two flips. Write $S(m)$ for a segment of a kind $S$ with $m$ stones. By computation, \
         $S(m+{p}) = S(m){plus}$ for every kind and ${from} \\le m < {window}$ ({} equalities, up to length {}).",
        report.kinds, proof.equalities, proof.longest
    ));
    put(format!(
        "Let $m \\ge {window}$ and suppose the equality for all lengths $m'$ with ${from} \\le m' < m$. A move splits $S(m+{p})$ into two \
         parts with $m+{p}-1$ stones together, one of which has at least ${}$ stones; shortening that part by {p} stones gives a move \
         of $S(m)$, and every move of $S(m)$ arises so. Hence the options of $X = S(m+{p})$ are those of $G = S(m)${}.",
        from + p,
        if zero { String::new() } else { format!(", each plus ${shift}$") }
    ));
    if zero {
        put("Games with equal options are equal.".to_owned());
    } else {
        let count: usize = proof.obligations.iter().map(|(_, met)| met.len()).sum();
        put(format!(
            "In $X - G - ({shift})$ each move in $X$ or $G$ is mirrored. A move of Left to $-d$, where $d$ is a right option of ${shift}$, \
             is answered by Right: in $X$, where a right option $r$ of $G$ has $r + ({shift}) - d \\le G$, or in $-G$, where a left option \
             $l$ of $G$ has $X \\le l + d$; moves of Right are answered likewise, with the sides exchanged. For longer segments \
             $G$ becomes $G + k({shift})$ and its options grow by the same, so the first answer stays good. The second one reads \
             $X_k \\le l + k({shift}) + d$ with $X_k = \\{{G^L + (k+1)({shift}) \\mid G^R + (k+1)({shift})\\}}$; \
             over the first moves of Left in the difference this says:"
        ));
        put("\\begin{itemize}".to_owned());
        for condition in [
            format!("no left option $g$ of $G$ has $g + ({shift}) \\ge l + d$;"),
            format!("for every right option $y$ of $l$ some right option $r$ of $G$ has $r + ({shift}) \\le y + d$;"),
            format!(
                "for every right option $e$ of ${shift}$ some right option $r$ of $G$ has $r + 2({shift}) \\le l + e + d$;"
            ),
            format!("for every right option $e$ of $d$ some right option $r$ of $G$ has $r + ({shift}) \\le l + e$."),
        ] {
            put(format!("\\item {condition}"));
        }
        put("\\end{itemize}".to_owned());
        put(format!(
            "None of them mentions $k$. One of the two answers was checked for every obligation of all {} segments with \
             ${window} \\le m < {}$: {count} answers.",
            proof.obligations.len(),
            window + p
        ));
    }
    put(format!(
        "This proves the statement for boards of at least ${from}$ stones; for the shorter ones, from $n = {}$ on, the values were \
         computed and compared one by one.",
        theorem.from
    ));
    put("\\end{proof}".to_owned());
    text
}

/// `floor((n+1)/2).up` as mathematics.
fn formula_latex(formula: &str) -> String {
    formula
        .replace("floor((", "\\lfloor (")
        .replace(").up", "\\rfloor \\cdot{\\uparrow}")
        .replace(" + star", " + {*}")
        .replace('^', "{\\uparrow}")
}
