"""Against OpenSpiel itself: its rules, its search, its players.

`ALLSMALL_LONG=1`, as `./test --long` sets it, compares ten times as many states.
"""

import itertools
import os
import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

from allsmall.openspiel import Bot, PerfectBot, evaluate, position, state  # noqa: E402


def random_states(count, seed=1):
    rng = random.Random(seed)
    for _ in range(count):
        game = pyspiel.load_game("clobber", {"rows": rng.randint(2, 6), "columns": rng.randint(2, 7)})
        now = game.new_initial_state()
        for _ in range(rng.randint(0, 15)):
            if now.is_terminal():
                break
            now.apply_action(rng.choice(now.legal_actions()))
        yield now


def test_legal_actions_are_our_moves():
    for now in random_states(10_000 if os.environ.get("ALLSMALL_LONG") else 1000):
        if now.is_terminal():
            continue
        side = ("right", "left")[now.current_player()]
        ours = {name.replace("-", "") for name in position(now).moves(side)}
        theirs = {now.action_to_string(a) for a in now.legal_actions()}
        assert ours == theirs, str(now)


def test_states_come_back():
    for now in random_states(300, seed=2):
        if not now.is_terminal():
            again = state(position(now), now.current_player())
            assert str(again) == str(now)
            assert again.current_player() == now.current_player()
            assert again.legal_actions() == now.legal_actions()


def minimax(now, known):
    key = (str(now), now.current_player())
    if key not in known:
        if now.is_terminal():
            known[key] = 0 if now.returns()[0] > 0 else 1
        else:
            player = now.current_player()
            known[key] = 1 - player
            for action in now.legal_actions():
                if minimax(now.child(action), known) == player:
                    known[key] = player
                    break
    return known[key]


def test_small_boards_against_minimax():
    known = {}
    for rows, columns in [(2, 3), (3, 3), (2, 5), (3, 4)]:
        now = pyspiel.load_game("clobber", {"rows": rows, "columns": columns}).new_initial_state()
        found = evaluate(now)
        assert found.winner == minimax(now, known)
        good = tuple(a for a in now.legal_actions() if minimax(now.child(a), known) == now.current_player())
        assert found.winning_actions == good


def test_small_boards_against_openspiels_own_search():
    algorithms = pytest.importorskip("open_spiel.python.algorithms.minimax")
    for rows, columns in itertools.product((2, 3), (2, 3, 4)):
        game = pyspiel.load_game("clobber", {"rows": rows, "columns": columns})
        for now in [game.new_initial_state(), *near(game.new_initial_state())]:
            value, _ = algorithms.alpha_beta_search(game, state=now.clone(), maximizing_player_id=0)
            assert evaluate(now).winner == (0 if value > 0 else 1), str(now)


def near(start):
    """The states after one action, and after two, that are not over."""
    for first in start.legal_actions():
        after = start.child(first)
        if not after.is_terminal():
            yield after
            yield from (now for a in after.legal_actions() if not (now := after.child(a)).is_terminal())


def test_every_won_position_is_won_against_mcts():
    games = [pyspiel.load_game("clobber", {"rows": 4, "columns": columns}) for columns in (4, 5)]
    rng = random.Random(3)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = PerfectBot()
    for round in range(100):
        game = games[round % 10 > 7]
        mcts = pyspiel.MCTSBot(game, evaluator, 2.0, 30, 100, False, rng.randint(1, 1 << 30), False)
        now, mine, won = game.new_initial_state(), round % 2, False
        while not now.is_terminal():
            if now.current_player() == mine:
                found = evaluate(now)
                assert not won or found.winner == mine
                won = won or found.winner == mine
                now.apply_action(bot.step(now))
            else:
                now.apply_action(mcts.step(now))
        if won:
            assert now.returns()[mine] > 0


def test_the_bot_plays_legal_actions_on_large_boards_and_wins_won_ones():
    game = pyspiel.load_game("clobber", {"rows": 8, "columns": 8})
    now, bot = game.new_initial_state(), Bot(time=0.05)
    while not now.is_terminal():
        action = bot.step(now)
        assert action in now.legal_actions()
        now.apply_action(action)
    for now in random_states(20, seed=4):
        if not now.is_terminal() and len(now.legal_actions()) < 8:
            found = evaluate(now)
            if found.winning_actions:
                assert Bot(time=2).step(now) in found.winning_actions


def test_lost_states_are_made_as_hard_as_possible():
    lost = 0
    for now in random_states(60, seed=9):
        if now.is_terminal() or len(now.legal_actions()) > 10 or evaluate(now).winning_actions:
            continue
        replies = {action: len(evaluate(now.child(action)).winning_actions) for action in now.legal_actions()}
        for bot in (Bot(time=20), PerfectBot()):
            assert replies[bot.step(now)] == min(replies.values()), str(now)
        lost += len(set(replies.values())) > 1
    assert lost >= 3


def test_the_perfect_bot_says_when_it_cannot_tell():
    start = pyspiel.load_game("clobber", {"rows": 8, "columns": 8}).new_initial_state()
    with pytest.raises(TimeoutError, match="not settled"):
        PerfectBot(time=0.05).step(start)


def test_other_games_are_refused():
    with pytest.raises(ValueError, match="a state of clobber"):
        position(pyspiel.load_game("tic_tac_toe").new_initial_state())
