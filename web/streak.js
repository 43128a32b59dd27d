// The puzzle of the day, and on how many days in a row it was solved.

import * as settings from "./settings.js";

const DAY = 86_400_000;

/** A day as 2026-11-16, by the reader's clock. */
export const today = (now = new Date()) =>
  [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-");

const number = (day) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);

/** Whether a seed is a day. */
export const isDay = (seed) => /^\d{4}-\d\d-\d\d$/.test(seed) && Number.isFinite(number(seed));

/** The kind alternates; the week begins easy and ends hard. */
export function daily(day) {
  const n = number(day);
  const weekday = (n + 3) % 7;
  return { kind: n % 2 === 0 ? "win" : "few", hardness: weekday < 2 ? "easy" : weekday < 5 ? "medium" : "hard", seed: day };
}

/** The streak after solving on a day: one more if the day before was solved too. */
export function after(kept, day) {
  if (kept.last === day) return kept;
  const run = kept.last && number(day) - number(kept.last) === 1 ? kept.run + 1 : 1;
  return { last: day, run, best: Math.max(run, kept.best ?? 0) };
}

/** What is kept; a streak that was broken is over. */
export function read(day = today()) {
  const kept = settings.get("streak", { run: 0, best: 0 });
  const broken = !kept.last || number(day) - number(kept.last) > 1;
  return { ...kept, run: broken ? 0 : kept.run };
}

/** Only today's puzzle counts. */
export function solved(day) {
  if (day === today()) settings.put("streak", after(settings.get("streak", { run: 0, best: 0 }), day));
}
