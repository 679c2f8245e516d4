import { dollars, duration, listed, plural, wholeNumber } from '#common/words.ts';
import type { ProgressState } from '#ports/progress.ts';
import type { Colour, Paint } from '#report/colour.ts';
import { widthOf } from '#report/terminal/layout.ts';

/** What is known of a run while it goes on. */
export interface ShownProgress {
  /** `null` before a trial has ended. */
  readonly state: ProgressState | null;
  /** Trials planned by now, and if no look ends the run early. */
  readonly total: number;
  readonly most: number;
  /** Milliseconds until `most` trials have ended; `null`: unknown. */
  readonly left_ms: number | null;
  /** Trials that run now, and for how long; the oldest first. */
  readonly running: readonly { readonly name: string; readonly ms: number }[];
}

/** One line without a bar: `12/40 trials (at most 80) · at most about 2 min left · 11 passed · 1 failed · $0.12`. */
export function progressText(progress: ShownProgress): string {
  return partsOf(progress)
    .map(({ text }) => text)
    .join(' · ');
}

/**
 * The lines for a terminal: bar and figures in one line if they fit, else in several, most important first, and below them what runs now. No
 * line is wider than the terminal.
 */
export function progressLines(progress: ShownProgress, columns: number, paint: Paint): readonly string[] {
  const width = Math.max(1, (columns || 80) - 1);
  const rows = rowsOf(partsOf(progress), width);
  const [first = []] = rows;
  const barWidth = Math.min(WIDEST, width - rowWidth(first) - 1);
  const share = progress.total === 0 ? 0 : Math.min(1, (progress.state?.done ?? 0) / progress.total);
  const drawn = barWidth < NARROWEST ? '' : `${bar(share, barWidth, paint)} `;
  const lines = rows.map(
    (row, index) => `${index === 0 ? drawn : ''}${row.map((part) => style(part, paint)).join(' · ')}`,
  );
  const now = runningText(progress, width);
  return now === '' ? lines : [...lines, paint(now, 'dim')];
}

interface Part {
  readonly text: string;
  readonly colour?: Colour;
}

/** The figures, the most important first. */
function partsOf({ state, total, most, left_ms: left }: ShownProgress): readonly Part[] {
  const count = `${wholeNumber(state?.done ?? 0)}/${plural(total, 'trial')}${most > total ? ` (at most ${wholeNumber(most)})` : ''}`;
  if (state === null) return [{ text: count }, { text: 'starting' }];
  const isOver = state.done >= most;
  const time =
    left === null || isOver ? [] : [{ text: `${most > total ? 'at most ' : ''}about ${roughly(left)} left` }];
  return [{ text: count }, ...time, ...figures(state)];
}

/** `12 passed`, `1 failed`, `$0.12`, `3,400 tokens`: what is known so far. */
function figures(state: ProgressState): readonly Part[] {
  return [
    { text: `${wholeNumber(state.passed)} passed`, ...(state.passed > 0 && { colour: 'green' }) },
    { text: `${wholeNumber(state.failed)} failed`, ...(state.failed > 0 && { colour: 'red' }) },
    ...(state.errors > 0 ? [{ text: plural(state.errors, 'error'), colour: 'yellow' as const }] : []),
    ...(state.cost_usd === null ? [] : [{ text: dollars(state.cost_usd) }]),
    ...(state.tokens === null ? [] : [{ text: `${wholeNumber(state.tokens)} tokens` }]),
  ];
}

/** A time that is only estimated: by seconds, from a minute on by ten seconds, from ten minutes on by minutes. */
function roughly(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const step = seconds < 60 ? 1 : seconds < 600 ? 10 : 60;
  return duration(1000 * step * Math.ceil(seconds / step));
}

/** Parts as lines of at most that width; the first leaves room for a bar if there can be one. */
function rowsOf(parts: readonly Part[], width: number): readonly (readonly Part[])[] {
  const rows: Part[][] = [[]];
  for (const part of parts) {
    const row = rows.at(-1) ?? [];
    const room = rows.length === 1 && row.length > 0 ? width - NARROWEST - 1 : width;
    if (row.length > 0 && rowWidth([...row, part]) > room) rows.push([part]);
    else row.push(part);
  }
  // A part that is wider than the whole terminal says less than a broken line costs.
  return rows.filter((row) => rowWidth(row) <= width);
}

function runningText({ running }: ShownProgress, width: number): string {
  const names = running.map(({ name, ms }) =>
    ms < NOTABLE_MS ? name : `${name} (${duration(1000 * Math.floor(ms / 1000))})`,
  );
  const longest = [
    ...[4, 3, 2, 1].map((most) => `  running ${listed(names, most)}`),
    `  running ${plural(names.length, 'trial')}`,
  ];
  return names.length === 0 ? '' : (longest.find((text) => widthOf(text) <= width) ?? '');
}

/** A trial that runs longer than this is shown with its time: it may hang. */
const NOTABLE_MS = 5_000;

function rowWidth(row: readonly Part[]): number {
  return widthOf(row.map(({ text }) => text).join(' · '));
}

function style({ text, colour }: Part, paint: Paint): string {
  return colour === undefined ? text : paint(text, colour);
}

function bar(share: number, width: number, paint: Paint): string {
  const full = Math.round(share * width);
  return `${paint(FULL.repeat(full), 'green')}${paint(EMPTY.repeat(width - full), 'dim')}`;
}

const FULL = '━';
const EMPTY = '─';
const NARROWEST = 8;
const WIDEST = 30;
