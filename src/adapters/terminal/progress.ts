import { styleText } from 'node:util';
import { SingleBar } from 'cli-progress';
import type { Progress, ProgressState } from '#application/ports.ts';
import { dollars, duration, plural, wholeNumber } from '#domain/words.ts';
import { escapeTerminal } from './escape-terminal.ts';

/** The stream that people watch; progress never goes to standard output, which is for results. */
type Watched = NodeJS.WriteStream;

/** Shows a bar on a terminal, and a line every ten seconds elsewhere. */
export function terminalProgress(stream: Watched, now: () => number): Progress {
  return stream.isTTY ? bar(stream) : lines(stream, now);
}

function bar(stream: Watched): Progress {
  let shownState: ProgressState | null = null;
  const shown = new SingleBar({
    stream,
    format: (_, { progress, eta, total }) => barLine(shownState, { progress, eta, total }, stream.columns),
    hideCursor: true,
    etaBuffer: 50,
  });
  let running = false;
  return {
    ...messages(stream),
    start(total) {
      if (total === 0) return;
      running = true;
      shownState = null;
      shown.start(total, 0);
    },
    trial(state) {
      if (!running) return;
      shownState = state;
      // Every look adds trials.
      shown.setTotal(state.total);
      shown.update(state.done);
    },
    stop() {
      if (running) shown.stop();
      running = false;
    },
  };
}

/** The progress of a bar: its share, the seconds left if they can be estimated, and its trials. */
export interface BarFacts {
  readonly progress: number;
  readonly eta: number | string;
  readonly total: number;
}

/**
 * The line of the bar, with the most important first, because a narrow terminal cuts the rest: how many, how long, how much.
 * The time can't be estimated before a trial has ended.
 */
export function barLine(state: ProgressState | null, { progress, eta, total }: BarFacts, columns = 80): string {
  const left = typeof eta === 'number' && Number.isFinite(eta) && eta > 0 ? [`${duration(1000 * eta)} left`] : [];
  const known = state === null ? ['starting'] : [...(state.done < state.total ? left : []), figures(state)];
  const text = [`${state?.done ?? 0}/${plural(total, 'trial')}`, ...known].join(' · ');
  const width = Math.max(NARROWEST, Math.min(WIDEST, columns - text.length - 2));
  const full = Math.round(progress * width);
  return `${FULL.repeat(full)}${EMPTY.repeat(width - full)} ${text}`;
}

const FULL = '█';
const EMPTY = '░';
const NARROWEST = 8;
const WIDEST = 30;

/** Milliseconds between two lines if there is no terminal. */
const LINE_EVERY_MS = 10_000;

function lines(stream: Watched, now: () => number): Progress {
  let last = now();
  return {
    ...messages(stream),
    start(total) {
      last = now();
      if (total > 0) stream.write(`${plural(total, 'trial')} to run\n`);
    },
    trial(state) {
      if (state.done < state.total && now() - last < LINE_EVERY_MS) return;
      last = now();
      stream.write(`${state.done}/${plural(state.total, 'trial')} · ${figures(state)}\n`);
    },
    stop() {},
  };
}

function messages(stream: Watched): Pick<Progress, 'note' | 'warn' | 'untrusted'> {
  return {
    note: (message) => void stream.write(`${message}\n`),
    warn: (message) => void stream.write(`${styleText('yellow', `warning: ${message}`, { stream })}\n`),
    untrusted: (title, text) => void stream.write(`${title}\n${indent(escapeTerminal(text))}\n`),
  };
}

/** `$0.12 · 12 passed · 1 failed · 3,400 tokens`: what is known so far. */
export function figures(state: ProgressState): string {
  const cost = state.cost_usd === null ? [] : [dollars(state.cost_usd)];
  const parts = [...cost, `${state.passed} passed`, `${state.failed} failed`];
  if (state.errors > 0) parts.push(plural(state.errors, 'error'));
  if (state.tokens !== null) parts.push(`${wholeNumber(state.tokens)} tokens`);
  return parts.join(' · ');
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n');
}
