"""The status as one small HTML page: no script, the plot is SVG."""

from __future__ import annotations

import math
from html import escape
from pathlib import Path

from .atomic_write import atomically
from .status import Status, duration

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #6a737d; --paper: #fff; --line: #2563b0; --two: #b0522b }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --faint: #9aa3ad; --paper: #16191d; --line: #7fb2ee; --two: #eea47f } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
td { padding: .15rem 1rem .15rem 0; vertical-align: top } td:first-child { color: var(--faint) }
progress { width: 100%; height: 1rem } svg { width: 100%; height: auto } text { fill: var(--faint); font-size: 12px }
"""

_WIDTH, _HEIGHT, _EDGE = 640, 240, 40


def page(found: Status) -> str:
    """The page."""
    done = found.states.get("done", 0)
    facts = [("jobs" if found.kind != "search" else "positions", _states(found))]
    facts += [(name, f"{count:,}") for name, count in found.facts.items()]
    for root in found.roots:
        verdict = f"{root.winner} wins" if root.winner else "open"
        facts.append((f"{root.player} first", f"{verdict}; line: {' '.join(root.line) or 'none yet'}"))
    facts.append(("worked", duration(found.seconds)))
    facts.append(("lately", f"{found.rate:.2f} a second"))
    if found.left is not None and done < found.total:
        facts.append(("left", f"about {duration(found.left)}"))
    facts.append(("driver", found.driver or "none"))
    facts += [("set aside", f"{number}: {error}") for number, error in found.failures]
    table = "".join(f"<tr><td>{escape(name)}</td><td>{escape(text)}</td></tr>" for name, text in facts)
    progress = "" if found.kind == "search" else f'<progress max="{found.total}" value="{done}"></progress>'
    title = escape(f"{found.kind} campaign about {found.about}")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{title}</title><style>{_STYLE}</style></head><body>'
        f"<h1>{title}</h1>{progress}<table>{table}</table>{_plot(found)}</body></html>\n"
    )


def _states(found: Status) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(found.states.items()))


def _plot(found: Status) -> str:
    """Jobs done against time; for a search its numbers, by their logarithms."""
    pace = found.pace[:: max(1, len(found.pace) // 500)]
    if len(pace) < 2:
        return "<p>There is no plot yet.</p>"
    hours = [(sample[0] - pace[0][0]) / 3600 for sample in pace]
    if found.kind == "search":
        curves = [
            ("proof", "--line", [_log(sample[3]) for sample in pace]),
            ("disproof", "--two", [_log(sample[4]) for sample in pace]),
        ]
        scale = "powers of ten of the work that seems left"
    else:
        done, before, total = [], 0, 0
        for sample in pace:  # every driver counts from nought
            total += sample[1] - before if sample[1] >= before else sample[1]
            before = sample[1]
            done.append(float(total))
        curves, scale = [("done", "--line", done)], "jobs done"
    top = max((max(values) for _, _, values in curves), default=1) or 1
    wide, high = _WIDTH - 2 * _EDGE, _HEIGHT - 2 * _EDGE
    drawn = ""
    for i, (name, ink, values) in enumerate(curves):
        points = " ".join(
            f"{_EDGE + wide * hour / (hours[-1] or 1):.1f},{_HEIGHT - _EDGE - high * value / top:.1f}"
            for hour, value in zip(hours, values, strict=True)
        )
        drawn += f'<polyline fill="none" stroke="var({ink})" stroke-width="2" points="{points}"/>'
        drawn += f'<text x="{_WIDTH - _EDGE}" y="{16 + 16 * i}" text-anchor="end" style="fill:var({ink})">{name}</text>'
    axes = (
        f'<path d="M{_EDGE} {_EDGE}V{_HEIGHT - _EDGE}H{_WIDTH - _EDGE}" fill="none" stroke="var(--faint)"/>'
        f'<text x="{_EDGE}" y="{_EDGE - 8}">{top:,.0f}: {scale}</text>'
        f'<text x="{_WIDTH - _EDGE}" y="{_HEIGHT - _EDGE + 18}" text-anchor="end">{hours[-1]:.2f} hours</text>'
    )
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{scale} against time">{axes}{drawn}</svg>'


def _log(value: float) -> float:
    return math.log10(max(value, 1.0)) if value < 1e29 else 0.0


def write(found: Status, path: Path) -> None:
    """Write the page, whole or not at all."""
    with atomically(path) as temporary:
        temporary.write_text(page(found), encoding="utf-8")
