// DOM helpers: elements in one line, controls, announcements to screen readers.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element: h("button", { onclick: go }, "Go"). */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Replaces the children of a node; null and undefined are skipped. */
export const set = (node, ...children) => node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));

/** Announces a text to screen readers. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

/** Radio group of buttons. `options` are [value, label] pairs. */
export function choice(label, options, initial, change) {
  const buttons = options.map(([value, text]) =>
    h("button", { type: "button", role: "radio", "data-value": value, onclick: () => pick(value) }, text));
  const group = h("div", { class: "choice", role: "radiogroup", "aria-label": label }, buttons);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  group.addEventListener("keydown", (event) => {
    if (!(event.key in step)) return;
    const at = buttons.findIndex((button) => button.dataset.value === group.value);
    const next = buttons[(at + step[event.key] + buttons.length) % buttons.length];
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    pick(next.dataset.value);
  });
  const choose = (value) => {
    group.value = value;
    for (const button of buttons) {
      const on = button.dataset.value === value;
      button.setAttribute("aria-checked", on);
      button.tabIndex = on ? 0 : -1;
    }
  };
  const pick = (value) => {
    if (value === group.value) return;
    choose(value);
    change(value);
  };
  choose(initial);
  group.set = choose;
  return group;
}

/** A small stone, then a word; black and white in every theme. */
export const pip = (stone, word) => h("span", { class: "with-pip" }, h("span", { class: `pip pip-${stone}`, "aria-hidden": true }), word);

/** Something with its name before it, kept on one line. */
export const named = (name, control) => h("span", { class: "named" }, h("span", { "aria-hidden": true }, name), control);

/** Drop-down list. `options` are [value, label] pairs. */
export function select(label, options, initial, change) {
  const list = h("select", { "aria-label": label, onchange: () => change(list.value) }, options.map(([value, text]) => h("option", { value }, text)));
  list.value = initial;
  return list;
}

/** A check box with its label. */
export function check(label, initial, change, title) {
  const box = h("input", { type: "checkbox", onchange: () => change(box.checked) });
  box.checked = initial;
  const whole = h("label", { class: "check", title }, box, label);
  whole.set = (on) => { box.checked = on; };
  return whole;
}

/** A button. */
export const button = (label, act, attributes = {}) => h("button", { type: "button", onclick: act, ...attributes }, label);

const ICONS = {
  start: "M3 3h2.2v10H3zM13 3v10L6 8z", back: "M11.5 3v10L4.5 8z", forth: "M4.5 3v10l7-5z", end: "M10.8 3H13v10h-2.2zM3 3v10l7-5z",
};

/** Icon button; its label is for screen readers. */
export const icon = (picture, label, act, title) => h("button", { type: "button", class: "icon", "aria-label": label, title: title ?? label, onclick: act },
  svg("svg", { viewBox: "0 0 16 16", "aria-hidden": true }, svg("path", { d: ICONS[picture] })));

/** Downloads a file. */
export function save(name, kind, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Returns whether the user is typing, so that single keys belong to the text. */
export const typing = (event) => event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select, dialog");
