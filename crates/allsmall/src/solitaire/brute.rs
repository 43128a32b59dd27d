//! The judge as a method of its own, for questions that no other method takes.

use super::{Goal, Options, Reduction, Rule};
use crate::{Budget, Move, Player, Position, Stop, judge};

/// The judge is asked only up to this many stones.
const MOST: usize = 18;

/// The answer by brute force; beyond its size, what is plain to see.
pub(super) fn reduce(position: &Position, options: &Options, budget: &Budget) -> Reduction {
    let value = |position: &Position, player: Option<Player>| match (player, options.goal) {
        (None, Goal::Fewest) => judge::free(position, budget),
        (None, Goal::Most) => judge::most(position, budget),
        (Some(player), _) => judge::alternate(position, player, budget),
    };
    let starts: Vec<_> = match options.rule {
        Rule::Free => vec![None],
        Rule::Alternate(first) => first.players().map(Some).collect(),
    };
    let stuck = |stop| Reduction {
        lower: position.parts().len(),
        upper: position.stones(),
        method: "brute force".to_owned(),
        play: None,
        first: None,
        stopped: Some(stop),
    };
    if position.stones() > MOST {
        return stuck(Stop::Size);
    }
    let mut best: Option<(usize, Option<Player>)> = None;
    for start in starts {
        match value(position, start) {
            Ok(left) if best.is_none_or(|(least, _)| left < least) => best = Some((left, start)),
            Ok(_) => {}
            Err(stop) => return stuck(stop),
        }
    }
    let (least, first) = best.expect("there is a first mover");
    let mut found = Reduction { first, ..Reduction::exact(least, "brute force", None) };
    if options.play {
        let (mut now, mut turn, mut play) = (position.clone(), first, Vec::new());
        while now.stones() > least {
            let step: Option<(Move, Position)> = now.any_moves().into_iter().find_map(|mv| {
                let mut next = now.clone();
                let mover = next.play(mv).expect("a listed move is legal");
                let good =
                    turn.is_none_or(|turn| turn == mover) && value(&next, turn.map(Player::opponent)) == Ok(least);
                good.then_some((mv, next))
            });
            let Some((mv, next)) = step else { return stuck(Stop::Time) };
            play.push(mv);
            (now, turn) = (next, turn.map(Player::opponent));
        }
        found.play = Some(play);
    }
    found
}
