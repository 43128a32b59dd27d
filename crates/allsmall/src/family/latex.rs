//! The theorem and its proof as LaTeX, ready to paste.

use std::fmt::Write;

use super::bounds::BoundsProof;
use super::shift_search::{Obligations, ProofMethod, ShiftProof};
use super::theorem::Report;

/// The statement and the proof. Values that are too long to print are named
/// by a dash; the certificate holds them.
pub(super) fn theorem(report: &Report, proof: &ShiftProof, base: &[Option<String>], shift: Option<&str>) -> String {
    let theorem = report.theorem.as_ref().expect("called with a theorem");
    let family = |exponent: &str| {
        let text = report.family.with_exponent(&format!("@{exponent}@"));
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
    put(format!(
        "A move of Clobber empties a cell and flips its neighbour, so every part of a position reached from \
         $\\mathtt{{{now}}}$ is a segment of it in which only the two end stones may be flipped. Up to length these are {} kinds, \
         by the places of their ends and the two flips. Write $S(m)$ for a segment of a kind $S$ with $m$ stones.",
        report.kinds
    ));
    put(match &proof.by {
        ProofMethod::Gain { obligations, equalities } => by_gain(proof, obligations, *equalities, shift, zero),
        ProofMethod::Bounds(bounded) => by_bounds(proof, bounded, shift),
    });
    put(format!(
        "This proves the statement for boards of at least ${}$ stones; for the shorter ones, from $n = {}$ on, the values were \
         computed and compared one by one.",
        proof.from, theorem.from
    ));
    put("\\end{proof}".to_owned());
    text
}

/// Every kind gains the shift: the equalities, then the obligations.
fn by_gain(proof: &ShiftProof, obligations: &Obligations, equalities: usize, shift: &str, zero: bool) -> String {
    let plus = if zero { String::new() } else { format!(" + {shift}") };
    let (p, from, window) = (proof.period, proof.from, proof.window());
    let mut text = String::new();
    let mut put = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
    put(format!(
        "By computation, $S(m+{p}) = S(m){plus}$ for every kind and ${from} \\le m < {window}$ ({equalities} equalities, up to \
         length {}).",
        proof.longest
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
        let count: usize = obligations.iter().map(|(_, met)| met.len()).sum();
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
            obligations.len(),
            window + p
        ));
    }
    text.trim_end().to_owned()
}

/// Bounds for every class of segments.
fn by_bounds(proof: &ShiftProof, bounded: &BoundsProof, shift: &str) -> String {
    let (p, from, low) = (proof.period, proof.from, proof.window());
    let mut text = String::new();
    let mut put = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
    put(format!(
        "Write $D$ for ${shift}$. A \\emph{{class}} $c$ is a kind with a length modulo {p}, and $m^*$ its length with \
         ${low} \\le m^* < {}$; there are {} classes. For each of them a set $U_c$ of upper and a set $L_c$ of lower bounds \
         is given ({} games), with $L + kD \\le S(m^* + {p}k) \\le U + kD$ for all $U \\in U_c$, $L \\in L_c$ and all integers $k$ \
         with $m^* + {p}k \\ge {from}$. For $m^* + {p}k < m^*$ this was computed. Let $m = m^* + {p}k \\ge m^*$ and suppose \
         all bounds for all lengths $m'$ with ${from} \\le m' < m$. A move leaves two parts with $m - 1 \\ge {}$ stones together. A part \
         with fewer than ${from}$ stones is known exactly; a longer one, of a class $c'$ with $k'$ periods more than its reference \
         length, is at most $U' + k'D$ for each $U' \\in U_{{c'}}$. All residues of the cut occur, so, up to the term $kD$, the \
         list of what a move can leave and the upper bounds $u$ of it do not depend on $k$. Now $S(m) \\le U + kD$ holds if \
         Right, moving second, wins $S(m) - U - kD$, and he does, for Left may move",
        low + p,
        bounded.classes.len(),
        bounded.bounds(),
        low - 1
    ));
    put("\\begin{itemize}".to_owned());
    for item in [
        "in $S(m)$: each of her moves has an upper bound $u$ with not $U \\le u$;",
        "in $-U$, to $-y$ with $y \\in U^R$: a move of Right in $S(m)$ has an upper bound $u \\le y$, or for some $z \\in y^L$ the \
         bound $S(m) \\le z + kD$ follows in the same way;",
        "in a copy of $-D$, to $-e$ with $e \\in D^R$: a move of Right in $S(m)$ has an upper bound $u \\le U + e - D$, or for some \
         $z \\in U^L$ the bound $S(m) \\le z + e - D + kD$ follows in the same way.",
    ] {
        put(format!("\\item {item}"));
    }
    put("\\end{itemize}".to_owned());
    put(format!(
        "None of this mentions $k$, and it was checked for each bound; lower bounds are upper bounds of the negatives. For {} \
         classes, those of the boards among them, the same game is an upper and a lower bound.",
        bounded.exact_classes()
    ));
    text.trim_end().to_owned()
}

/// `floor((n+1)/2).up` as mathematics.
fn formula_latex(formula: &str) -> String {
    formula
        .replace("floor((", "\\lfloor (")
        .replace(").up", "\\rfloor \\cdot{\\uparrow}")
        .replace(" + star", " + {*}")
        .replace('^', "{\\uparrow}")
}
