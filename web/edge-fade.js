// Fade at the sides of a box where its content goes on: scroll bars of phones are hidden.

/** Maximum width of the fade in pixels. */
const WIDTH = 40;

/** Keeps `--before` and `--after` of a box that scrolls sideways up to date. */
export function fadeEdges(/** @type {HTMLElement} */ box) {
  const update = () => {
    const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
    for (const [name, hidden] of /** @type {[string, number][]} */ ([["--before", box.scrollLeft], ["--after", rest]])) {
      // Less than a pixel is left by rounding.
      box.style.setProperty(name, `${hidden < 1 ? 0 : Math.min(hidden, WIDTH)}px`);
    }
  };
  box.addEventListener("scroll", update, { passive: true });
  const sizes = new ResizeObserver(update);
  for (const part of [box, ...box.children]) sizes.observe(part);
}
