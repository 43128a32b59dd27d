// Room in the window: how high a board may be drawn, and what stands below a board
// that is lower than that.

/** Width of the window, as in style.css, up to which the cards come below the board. */
const STACKED = matchMedia("(max-width: 60rem)");
/** Height in pixels from which the space below a board is used for cards. */
const ENOUGH = 190;
/** Maximum space above a low board, in pixels. */
const LEAD = 120;

/** Returns whether the cards come below the board, as on a phone. */
export const isStacked = () => STACKED.matches;

/** Height in pixels that the other parts of the stage, and what stands next to the board, leave for it. */
export function roomFor(board, ...next) {
  if (isStacked()) return 0.64 * innerHeight;
  const stage = board.closest(".stage");
  const others = [...stage.children].filter((part) => !part.contains(board) && !part.matches(".below")).concat(next);
  const height = (part) => {
    const { marginTop, marginBottom } = getComputedStyle(part);
    return part.offsetHeight === 0 ? 0 : part.offsetHeight + parseFloat(marginTop) + parseFloat(marginBottom);
  };
  const used = others.reduce((sum, part) => sum + height(part), 0);
  return Math.max(220, innerHeight - stage.getBoundingClientRect().top - scrollY - used - 14);
}

/** Cards that stand below a low board, and otherwise at the end of the side panel. */
export class Below {
  /** `home()` gives the side panel. */
  constructor(home, ...cards) {
    this.home = home;
    this.cards = cards;
    this.el = document.createElement("div");
    this.el.className = "below";
    this.el.hidden = true;
  }

  /** Divides the height in pixels that the board leaves. */
  fit(spare) {
    const used = !isStacked() && spare > ENOUGH;
    const lead = used ? Math.min(0.25 * spare, LEAD) : 0;
    const stage = /** @type {HTMLElement} */ (this.el.closest(".stage"));
    stage.style.setProperty("--lead", `${Math.round(lead)}px`);
    this.el.style.height = `${Math.round(spare - lead - 12)}px`;
    if (used !== this.el.hidden) return;
    this.el.hidden = !used;
    (used ? this.el : this.home()).append(...this.cards);
  }
}
