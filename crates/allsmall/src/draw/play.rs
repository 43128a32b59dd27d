//! Pictures of a play: numbered frames side by side, or one board on which the
//! stones move.
//!
//! Frames are for paper: each shows the position after a move, with an arrow
//! along it. The animation is plain SVG (SMIL) and runs in any browser; each
//! stone has its whole path as key times, so the animation loops.

use std::fmt::Write;

use super::board::{UNIT, arrow, cells, on_paper, stones};
use super::layout::{BoardLayout, Point};
use super::scene::{Anchor, DrawOptions, Ink, Pen, Scene};
use super::svg::{MIDDLE, put};
use super::{MAX_CELLS, TooLarge};
use crate::notation::{graph_name, move_name};
use crate::{Move, Player, Position};

/// Maximum number of cells in all frames together.
const MAX_IN_FRAMES: usize = 4 * MAX_CELLS;

/// Why a play cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The picture would be too large.
    TooLarge(TooLarge),
    /// The rules refuse a move.
    Illegal(crate::solitaire::ReplayError),
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayError::TooLarge(error) => error.fmt(f),
            PlayError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<TooLarge> for PlayError {
    fn from(error: TooLarge) -> PlayError {
        PlayError::TooLarge(error)
    }
}

impl From<crate::solitaire::ReplayError> for PlayError {
    fn from(error: crate::solitaire::ReplayError) -> PlayError {
        PlayError::Illegal(error)
    }
}

/// The start and the position after every move, numbered, side by side.
///
/// # Errors
/// [`PlayError`] if a move is illegal or the picture would be too large.
pub fn frames(start: &Position, play: &[Move], options: DrawOptions) -> Result<Scene, PlayError> {
    let layout = BoardLayout::of(start.board())?;
    let count = start.cells().len() * (play.len() + 1);
    if count > MAX_IN_FRAMES {
        return Err(TooLarge { count, what: "cells in all frames", limit: MAX_IN_FRAMES }.into());
    }
    let far = on_paper(layout.size());
    let (width, height) = (far.x + UNIT, far.y + UNIT);
    // About as wide as it is high.
    let columns = ((play.len() + 1) as f64 * height / width).sqrt().ceil().clamp(1.0, play.len() as f64 + 1.0);
    let title = format!("Clobber, {}, {} moves", graph_name(start.board()), play.len());
    let mut scene = Scene::new(title, options.bw);
    let mut now = start.clone();
    for number in 0..=play.len() {
        let mut frame = cells(start.board(), &layout, options);
        let caption = match number.checked_sub(1) {
            None => "start".to_owned(),
            Some(at) => {
                let mv = play[at];
                now.play(mv).map_err(|refusal| crate::solitaire::ReplayError { at, mv, refusal })?;
                format!("{number}. {}", move_name(start.board(), mv))
            }
        };
        stones(&mut frame, &now, &layout, 1.0);
        if let Some(mv) = number.checked_sub(1).map(|at| play[at]) {
            arrow(&mut frame, Ink::Arrow, on_paper(layout.places[mv.from]), on_paper(layout.places[mv.to]), 0.0);
        }
        frame.text(Pen::Caption, 6.0, 12.0, Anchor::Start, caption);
        frame.shift(number as f64 % columns * width, (number as f64 / columns).floor() * height);
        scene.shapes.append(&mut frame.shapes);
    }
    let rows = ((play.len() + 1) as f64 / columns).ceil();
    (scene.width, scene.height) = (columns * width, rows * height);
    Ok(scene)
}

/// Seconds per move.
const BEAT: f64 = 0.8;
/// Fraction of a move's time in which the stone moves.
const MOVING: f64 = 0.6;
/// Beats of rest before the first and after the last move.
const REST: usize = 2;

/// One stone: where it starts, and when it goes where.
struct Journey {
    colour: Player,
    start: usize,
    steps: Vec<(usize, usize)>,
    taken: Option<usize>,
}

/// One board with an animation of the play, in a loop.
///
/// # Errors
/// [`PlayError`] if a move is illegal or the picture would be too large.
pub fn animation(start: &Position, play: &[Move]) -> Result<String, PlayError> {
    let layout = BoardLayout::of(start.board())?;
    crate::solitaire::replay(start, play)?;
    let beats = (play.len() + 2 * REST) as f64;
    let time = |beat: f64| (beat + REST as f64) / beats;
    let mut scene = cells(start.board(), &layout, DrawOptions::default());
    let mut body = "<style>.caption { font: bold 13px sans-serif; fill: #222 }</style>\n".to_owned();
    let place = |v: usize| on_paper(layout.places[v]);
    for journey in journeys(start, play) {
        let Point { x, y } = place(journey.start);
        let name = if journey.colour == Player::Left { "left" } else { "right" };
        put(&mut body, format_args!(r##"<g transform="translate({x:.1} {y:.1})"><use href="#{name}"/>"##));
        if !journey.steps.is_empty() {
            let (mut times, mut values) = ("0".to_owned(), format!("{x:.1} {y:.1}"));
            let mut at = Point { x, y };
            for (beat, to) in &journey.steps {
                let next = place(*to);
                let begin = time(*beat as f64);
                write!(times, ";{begin:.5};{:.5}", time(*beat as f64 + MOVING)).expect("a string takes all");
                write!(values, ";{:.1} {:.1};{:.1} {:.1}", at.x, at.y, next.x, next.y).expect("a string takes all");
                at = next;
            }
            put(
                &mut body,
                format_args!(
                    r#"<animateTransform attributeName="transform" type="translate" dur="{:.1}s" repeatCount="indefinite" keyTimes="{times};1" values="{values};{:.1} {:.1}"/>"#,
                    beats * BEAT,
                    at.x,
                    at.y
                ),
            );
        }
        if let Some(beat) = journey.taken {
            switch(&mut body, beats, &[(0.0, "visible"), (time(beat as f64 + MOVING), "hidden")]);
        }
        body.push_str("</g>\n");
    }
    for (i, &mv) in play.iter().enumerate() {
        let name = move_name(start.board(), mv);
        put(
            &mut body,
            format_args!(r#"<text class="caption" x="6" y="12" dy="{MIDDLE}" visibility="hidden">{}. {name}"#, i + 1),
        );
        let until = if i + 1 == play.len() { 1.0 } else { time(i as f64 + 1.0) };
        switch(&mut body, beats, &[(0.0, "hidden"), (time(i as f64), "visible"), (until, "hidden")]);
        body.push_str("</text>\n");
    }
    scene.title = format!("Clobber, {}, {} moves", graph_name(start.board()), play.len());
    Ok(scene.svg_with(&body))
}

/// Shows and hides the element around it at these times.
fn switch(body: &mut String, beats: f64, when: &[(f64, &str)]) {
    let times: Vec<String> = when.iter().map(|(time, _)| format!("{time:.5}")).collect();
    let values: Vec<&str> = when.iter().map(|&(_, value)| value).collect();
    put(
        body,
        format_args!(
            r#"<animate attributeName="visibility" calcMode="discrete" dur="{:.1}s" repeatCount="indefinite" keyTimes="{}" values="{}"/>"#,
            beats * BEAT,
            times.join(";"),
            values.join(";")
        ),
    );
}

/// The stones that stand still first, so that those that move pass over them.
fn journeys(start: &Position, play: &[Move]) -> Vec<Journey> {
    let mut journeys = Vec::new();
    let mut at = vec![usize::MAX; start.cells().len()];
    for (v, cell) in start.cells().iter().enumerate() {
        if let Some(colour) = *cell {
            at[v] = journeys.len();
            journeys.push(Journey { colour, start: v, steps: Vec::new(), taken: None });
        }
    }
    for (beat, mv) in play.iter().enumerate() {
        journeys[at[mv.to]].taken = Some(beat);
        journeys[at[mv.from]].steps.push((beat, mv.to));
        at[mv.to] = at[mv.from];
    }
    journeys.sort_by_key(|journey| journey.steps.len());
    journeys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    const PLAY: [Move; 3] = [Move { from: 2, to: 1 }, Move { from: 1, to: 0 }, Move { from: 3, to: 4 }];

    #[test]
    fn a_frame_for_every_move() {
        let scene = frames(&read_board("xxoox").unwrap(), &PLAY, DrawOptions::default()).unwrap();
        let picture = scene.svg();
        assert_eq!(picture.matches("class=\"cell\"").count(), 4 * 5);
        assert_eq!(picture.matches("class=\"arrow\"").count(), 3);
        assert!(picture.contains(">1. 3-2<") && picture.contains(">3. 4-5<"));
        // 5, 4, 3 and 2 stones.
        assert_eq!(picture.matches("#left\"").count() + picture.matches("#right\"").count(), 14);
    }

    #[test]
    fn a_journey_for_every_stone() {
        let picture = animation(&read_board("xxoox").unwrap(), &PLAY).unwrap();
        assert_eq!(picture.matches("<use").count(), 5);
        assert_eq!(picture.matches("<animateTransform").count(), 2);
        assert!(!picture.contains("NaN"));
    }

    #[test]
    fn illegal_and_endless_plays_are_refused() {
        let board = read_board("xxoox").unwrap();
        let illegal = [Move { from: 0, to: 1 }];
        assert!(matches!(frames(&board, &illegal, DrawOptions::default()), Err(PlayError::Illegal(_))));
        assert!(matches!(animation(&board, &illegal), Err(PlayError::Illegal(_))));
        let long = read_board("(xo)^500").unwrap();
        let play: Vec<Move> = (0..500).map(|i| Move { from: 2 * i, to: 2 * i + 1 }).collect();
        assert!(matches!(frames(&long, &play, DrawOptions::default()), Err(PlayError::TooLarge(_))));
    }
}
