//! Claims whose proofs can be written to files, for `allsmall-check`.

use allsmall::answer::{FamilyQuestion, Question};
use allsmall::solitaire::graphs::grid::conjecture16::LEMMAS;
use allsmall::solitaire::graphs::grid::dominoes::{BlockPrefix, nice_proof};
use allsmall::solitaire::graphs::grid::{NarrowShape, StripProof, all_grids_proof, every_length_proof, worst_proof};
use allsmall::{Budget, Stop};

/// A proof of a claim, or of a part of it.
pub struct CertificateOf {
    /// The claim.
    pub claim: &'static str,
    /// The name of the file.
    pub file: String,
    prove: Box<Prove>,
}

/// Writes a proof; `None` if it is not found.
type Prove = dyn Fn(&Budget) -> Result<Option<Vec<u8>>, Stop>;

impl CertificateOf {
    /// The text of the file; `None` if the proof was not found.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted.
    pub fn text(&self, budget: &Budget) -> Result<Option<Vec<u8>>, Stop> {
        (self.prove)(budget)
    }
}

/// All proofs of a claim; none for most of them.
#[must_use]
pub fn certificates(claim: &str) -> Vec<CertificateOf> {
    match claim {
        "albert-xo" => vec![family("albert-xo", "xo", true)],
        "albert-xxo" => vec![family("albert-xxo", "xxo", false)],
        "two-runs" => vec![family("two-runs", "x^a o x^b o", false)],
        "survey-problem-3" => [3, 4].map(|rows| grid("survey-problem-3", rows, 2)).into(),
        "two-rows-worst" => {
            vec![strip("two-rows-worst", "2xn-worst".to_owned(), |budget| {
                worst_proof(NarrowShape::Grid { rows: 2 }, budget)
            })]
        }
        "survey-lemma-14" => {
            vec![strip("survey-lemma-14", "nice-behind-two-columns".to_owned(), |budget| {
                nice_proof(4, BlockPrefix::TwoColumns, budget)
            })]
        }
        "survey-conjecture-16" => {
            let grids =
                [(3, 1), (3, 2), (4, 1), (4, 2)].map(|(rows, at_most)| grid("survey-conjecture-16", rows, at_most));
            let lemma = |lemma: allsmall::solitaire::graphs::grid::conjecture16::Lemma| {
                strip("survey-conjecture-16", format!("lemma-{}", lemma.name), move |budget| lemma.proof(budget))
            };
            let cases = CertificateOf {
                claim: "survey-conjecture-16",
                file: "survey-conjecture-16-cases.txt".to_owned(),
                prove: Box::new(|_| Ok(Some(all_grids_proof().into_bytes()))),
            };
            std::iter::once(cases).chain(grids).chain(LEMMAS.into_iter().map(lemma)).collect()
        }
        _ => Vec::new(),
    }
}

fn grid(claim: &'static str, rows: usize, at_most: usize) -> CertificateOf {
    let prove = move |budget: &Budget| every_length_proof(NarrowShape::Grid { rows }, at_most, budget);
    strip(claim, format!("{rows}xn-at-most-{at_most}"), prove)
}

fn strip(
    claim: &'static str,
    name: String,
    prove: impl Fn(&Budget) -> Result<Option<StripProof>, Stop> + 'static,
) -> CertificateOf {
    let text = move |budget: &Budget| {
        let Some(proof) = prove(budget)? else { return Ok(None) };
        let mut text = Vec::new();
        proof.write(&mut text).expect("memory takes every byte");
        Ok(Some(text))
    };
    CertificateOf { claim, file: format!("{claim}-{name}.txt"), prove: Box::new(text) }
}

fn family(claim: &'static str, word: &'static str, outcome: bool) -> CertificateOf {
    let prove = move |budget: &Budget| {
        let question = FamilyQuestion { outcome, ..FamilyQuestion::default() };
        match question.ask(word, budget) {
            Ok(answer) => Ok(answer.certificate.map(String::into_bytes)),
            Err(allsmall::answer::Failure::Stopped(stop)) => Err(stop),
            Err(_) => Ok(None),
        }
    };
    CertificateOf { claim, file: format!("{claim}.txt"), prove: Box::new(prove) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims;

    #[test]
    fn proofs_are_of_claims_and_have_names_of_their_own() {
        let all: Vec<CertificateOf> = claims().flat_map(|claim| certificates(claim.id)).collect();
        let mut names: Vec<&str> = all.iter().map(|certificate| &certificate.file[..]).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert_eq!(all.len(), 25);
    }

    /// The checker, which shares no code with the searches, accepts the short ones.
    #[test]
    fn short_proofs_are_accepted() {
        let short =
            ["3xn-at-most-2", "lemma-all-x", "lemma-three-rows", "nice-behind", "albert-xxo", "16-cases", "two-runs"];
        for certificate in claims().flat_map(|claim| certificates(claim.id)) {
            if short.iter().any(|name| certificate.file.contains(name)) {
                let text = certificate.text(&Budget::new()).expect("no limit is set").expect("a proof");
                allsmall_check::check(&text[..]).unwrap_or_else(|why| panic!("{}: {why}", certificate.file));
            }
        }
    }
}
