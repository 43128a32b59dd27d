// Types that JSDoc comments of several modules name. Only the type checker reads this.

type Player = "L" | "R";

/** A place in a drawing. */
type Point = number[];

/** What a question may take. */
interface Limits {
  time?: number;
  memory?: string;
  signal?: AbortSignal;
  progress?: (progress: { seconds: number; text: string }) => void;
}

/** A move of Clobber by the numbers of its cells; a guess has the chance that was estimated. */
interface ClobberMove {
  from?: number;
  to?: number;
  name: string;
  player?: Player;
  pass?: boolean;
  guess?: number;
}

/** A position in a record. */
interface RecordNode {
  cells: string;
  turn: Player;
  parent?: RecordNode;
  move?: ClobberMove;
  children: RecordNode[];
  next: number;
  judged?: "blunder" | "good" | "lost" | "unknown";
  better?: string;
}

/** What a view gives to the share dialog. */
interface Shared {
  name: string;
  view?: string;
  record?: any;
  svg?: () => string | Promise<string>;
  challenge?: Record<string, string | undefined>;
  result?: string;
  answers: object;
}

/** Set by web/build, in front of offline.js. */
declare const VERSION: string;
declare const FILES: string[];
