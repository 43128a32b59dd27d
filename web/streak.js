// Daily puzzle and streak: the number of consecutive days on which it was solved.

import * as settings from "./settings.js";

const DAY = 86_400_000;

/** Today as 2026-11-16, in local time. */
export const today = (now = new Date()) =>
  [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-");

const number = (day) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);

/** Returns whether a seed is a day. */
export const isDay = (seed) => /^\d{4}-\d\d-\d\d$/.test(seed) && Number.isFinite(number(seed));

/** Returns the puzzle of a day: the kind alternates, the week begins easy and ends hard. */
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

/** Reads the stored streak; a broken one counts 0. */
export function read(day = today()) {
  const kept = settings.get("streak", { run: 0, best: 0 });
  const broken = !kept.last || number(day) - number(kept.last) > 1;
  return { ...kept, run: broken ? 0 : kept.run };
}

/** Stores that the puzzle of `day` is solved after so many tries; only today's counts for the streak. */
export function solved(day, tries) {
  const days = settings.get("days", {});
  if (!days[day]) settings.put("days", { ...days, [day]: tries });
  if (day === today()) settings.put("streak", after(settings.get("streak", { run: 0, best: 0 }), day));
}

/** Number of tries by which the puzzle of a day was solved; nothing if it was not. */
export const triesOn = (day) => settings.get("days", {})[day];

/** Number of a day's puzzle: the first of January 2026 has number 1. */
export const puzzleNumber = (day) => number(day) - number("2026-01-01") + 1;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day in short: 18 Nov. */
export const shortDay = (day) => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;

/** The last days before a day, the latest first; none before puzzle 1. */
export function daysBefore(day, count) {
  const found = Array.from({ length: count }, (_, i) => new Date((number(day) - 1 - i) * DAY).toISOString().slice(0, 10));
  return found.filter((one) => puzzleNumber(one) >= 1);
}

/** Tries in words. */
export const inTries = (tries) => `${tries} ${tries === 1 ? "try" : "tries"}`;

/** The result of a day, to be sent as text. */
export const resultText = (day, tries) => `allsmall ${shortDay(day)}: ${inTries(tries)}`;
