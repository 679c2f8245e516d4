import { duration, plural } from '#common/words.ts';
import type { EndedTrial, Progress, ProgressExtent, ProgressState } from '#ports/progress.ts';
import { type Colour, type Paint, painter } from '#report/colour.ts';
import { plainLine } from '#report/escape.ts';
import { widthOf } from '#report/terminal/layout.ts';
import { escapeTerminal } from './escape-terminal.ts';
import { isLive, lookOf } from './look.ts';
import { progressLines, progressText, type ShownProgress } from './progress-lines.ts';
import { timeLeft } from './time-left.ts';

/** The stream that people watch; progress never goes to standard output, which is for results. */
type Watched = NodeJS.WriteStream;

/** How much people want to see: warnings only, what happens, or every trial. */
export type Loudness = 'quiet' | 'normal' | 'verbose';

/** Progress in a terminal or a file. */
export interface TerminalProgress extends Progress {
  /** Says that the run ends early; what happens until then is still shown. */
  stopping(): void;
}

/** Shows status lines on a terminal, and a line every ten seconds elsewhere; `now` is monotonic milliseconds. */
export function terminalProgress(stream: Watched, now: () => number, loudness: Loudness = 'normal'): TerminalProgress {
  const live = isLive(stream);
  const paint = painter(lookOf(stream));
  const status = statusLines(stream);
  const write = (text: string): void => status.above(escapeTerminal(text).replace(/\n?$/, '\n'));
  let at: At | null = null;
  let ticking: NodeJS.Timeout | undefined;
  let lastDrawn = 0;
  let lastLine = now();

  const draw = (): void => {
    if (at === null) return;
    lastDrawn = now();
    status.show(progressLines(shownOf(at, now()), stream.columns, paint));
  };
  const redraw = (): void => {
    if (live && now() - lastDrawn >= FRAME_MS) draw();
  };
  const stop = (): void => {
    clearInterval(ticking);
    if (live) {
      stream.off('resize', draw);
      status.clear();
    }
    at = null;
  };

  return {
    start(total, extent) {
      stop();
      if (total === 0 || loudness === 'quiet') return;
      at = { extent, total, since: now(), reused: 0, running: new Map(), state: null };
      lastLine = now();
      if (!live) return write(`${plural(total, 'trial')} to run${atMost(total, extent)}`);
      stream.on('resize', draw);
      ticking = setInterval(draw, TICK_MS).unref();
      draw();
    },
    begins(id, index) {
      const name = `${id} #${index}`;
      if (at !== null && !at.running.has(name)) at.running.set(name, now());
      redraw();
    },
    trial(state, ended) {
      if (at === null) return;
      at.state = state;
      at.total = state.total;
      at.running.delete(`${ended.case_id} #${ended.index}`);
      if (ended.reused) at.reused += 1;
      if (loudness === 'verbose') status.above(`${trialLine(ended, paint)}\n`);
      if (live) return redraw();
      if (state.done < state.total && now() - lastLine < LINE_EVERY_MS) return;
      lastLine = now();
      write(progressText(shownOf(at, now())));
    },
    note: (message) => loudness !== 'quiet' && write(message),
    warn: (message) => status.above(`${paint(`warning: ${escapeTerminal(message)}`, 'yellow')}\n`),
    untrusted: (title, text) => loudness !== 'quiet' && write(`${title}\n${indent(text)}`),
    stop,
    stopping() {
      const ending = at === null || at.running.size === 0 ? '' : `ending ${plural(at.running.size, 'trial')}; `;
      write(`${live ? '' : '\n'}Stopping: ${ending}results so far are kept (again: end at once)`);
    },
  };
}

/** How far a part of the run is. */
interface At {
  readonly extent: ProgressExtent;
  readonly since: number;
  /** Monotonic start by the name of the trial. */
  readonly running: Map<string, number>;
  total: number;
  /** Trials taken over from an earlier run: they say nothing about the time. */
  reused: number;
  state: ProgressState | null;
}

function shownOf({ extent, total, since, reused, running, state }: At, time: number): ShownProgress {
  const done = state?.done ?? 0;
  return {
    state,
    total,
    most: Math.max(extent.most, total),
    left_ms: timeLeft({
      ended: done - reused,
      remaining: Math.max(extent.most, total) - done,
      concurrency: extent.concurrency,
      elapsed_ms: time - since,
    }),
    running: [...running].map(([name, start]) => ({ name, ms: time - start })),
  };
}

function atMost(total: number, { most }: ProgressExtent): string {
  return most > total ? `, at most ${most}` : '';
}

/** What `--verbose` says of a trial. */
function trialLine({ case_id, index, outcome, duration_ms, reused, why }: EndedTrial, paint: Paint): string {
  const [sign, colour] = OUTCOME[outcome];
  const took = reused ? 'from the earlier run' : duration(duration_ms);
  return `${paint(sign, colour)} ${case_id} #${index}  ${outcome}, ${took}${why === null ? '' : `: ${plainLine(why, 300)}`}`;
}

const OUTCOME: Readonly<Record<EndedTrial['outcome'], readonly [sign: string, colour: Colour]>> = {
  passed: ['✓', 'green'],
  failed: ['✗', 'red'],
  error: ['!', 'yellow'],
};

/** Milliseconds between two frames, between two frames while nothing happens, and between two lines if there is no terminal. */
const FRAME_MS = 80;
const TICK_MS = 500;
const LINE_EVERY_MS = 10_000;

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n');
}

/** A few lines at the end of what a terminal shows, which are replaced by newer ones. */
interface StatusLines {
  /** Replaces the lines. None may be wider than the terminal. */
  show(lines: readonly string[]): void;
  /** Writes lasting text above them. */
  above(text: string): void;
  clear(): void;
}

/** The stream that people watch. */
type StatusStream = Pick<NodeJS.WriteStream, 'write' | 'columns'>;

/** Lines at the end of a terminal's stream. */
export function statusLines(stream: StatusStream): StatusLines {
  let current: readonly string[] = [];
  const eraseSequence = (): string => {
    if (current.length === 0) return '';
    // A terminal that has become narrower shows each line in several rows.
    const columns = Math.max(1, stream.columns);
    const rows = current.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    return `\r${rows > 1 ? `\u001b[${rows - 1}A` : ''}\u001b[J`;
  };
  const write = (text: string): void => {
    if (text !== '') stream.write(text);
  };
  return {
    show(lines) {
      write(`${eraseSequence()}${lines.join('\n')}`);
      current = lines;
    },
    above(text) {
      write(`${eraseSequence()}${text}${current.join('\n')}`);
    },
    clear() {
      write(eraseSequence());
      current = [];
    },
  };
}
