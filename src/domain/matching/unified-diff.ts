import { editPath } from './edit-path.ts';

/** How a text changed, line by line. */
export interface TextDiff {
  /** Hunks in unified format without file names, each line with its end. */
  readonly hunks: string;
  readonly added: number;
  readonly removed: number;
}

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  /** Lines of either side that come before it. */
  readonly left: number;
  readonly right: number;
}

/** Lines around a change that are shown. */
const CONTEXT = 3;

/** Where more lines than this differ in a block, the block is shown as replaced. */
const MOST_LINES = 1500;

/** The difference of two texts in unified format, with three lines of context. An absent file is the empty text. */
export function unifiedDiff(before: string, after: string): TextDiff {
  const lines = diffLines(linesOf(before), linesOf(after));
  const changed = lines.flatMap(({ sign }, at) => (sign === ' ' ? [] : [at]));
  const count = (sign: Line['sign']) => lines.filter((line) => line.sign === sign).length;
  return {
    hunks: groups(changed)
      .map(([first, last]) => hunk(lines.slice(Math.max(0, first - CONTEXT), last + CONTEXT + 1)))
      .join(''),
    added: count('+'),
    removed: count('-'),
  };
}

/** A last line without its end is another line than one with it, as in git. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : [...lines.slice(0, -1), `${lines.at(-1)}${NO_END}`];
}

const NO_END = '\n\\ No newline at end of file';

function diffLines(old: readonly string[], fresh: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const [left, right] = [old.length - start - end, fresh.length - start - end];
  const steps =
    Math.max(left, right) <= MOST_LINES
      ? editPath(left, right, (l, r) => (old[start + l] === fresh[start + r] ? 0 : null)).steps
      : [
          ...Array.from({ length: left }, (_, at) => ({ left: at, right: null })),
          ...Array.from({ length: right }, (_, at) => ({ left: null, right: at })),
        ];
  const same = (at: number, left: number, right: number): Line => ({ sign: ' ', text: old[at] ?? '', left, right });
  const lines = Array.from({ length: start }, (_, at) => same(at, at, at));
  let [l, r] = [start, start];
  for (const step of steps) {
    if (step.right === null) lines.push({ sign: '-', text: old[l] ?? '', left: l++, right: r });
    else if (step.left === null) lines.push({ sign: '+', text: fresh[r] ?? '', left: l, right: r++ });
    else lines.push(same(l, l++, r++));
  }
  while (l < old.length) lines.push(same(l, l++, r++));
  return lines;
}

/** Changes that are near enough to share their context, as the places of their first and last lines. */
function groups(changed: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const at of changed) {
    const last = found.at(-1);
    if (last !== undefined && at - last[1] <= 2 * CONTEXT + 1) last[1] = at;
    else found.push([at, at]);
  }
  return found;
}

function hunk(lines: readonly Line[]): string {
  const [first] = lines;
  const side = (other: Line['sign'], before: number) => {
    const length = lines.filter(({ sign }) => sign !== other).length;
    return `${length === 0 ? before : before + 1},${length}`;
  };
  const head = `@@ -${side('+', first?.left ?? 0)} +${side('-', first?.right ?? 0)} @@\n`;
  return `${head}${lines.map(({ sign, text }) => `${sign}${text}\n`).join('')}`;
}
