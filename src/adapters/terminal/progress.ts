import { styleText } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import type { Progress, ProgressState } from '#application/ports.ts';
import { dollars } from '#domain/report/numbers.ts';
import { inert } from './inert.ts';

/** A stream people watch; progress never goes to standard output, which is for results. */
type Watched = NodeJS.WriteStream;

/** Shows a bar on a terminal, and a line every ten seconds elsewhere. */
export function terminalProgress(stream: Watched, now: () => number): Progress {
  return stream.isTTY ? bar(stream) : lines(stream, now);
}

function bar(stream: Watched): Progress {
  const shown = new SingleBar(
    {
      stream,
      format: '{bar} {value}/{total} {noun} · {figures} · {eta_formatted} left',
      hideCursor: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  let running = false;
  return {
    ...messages(stream),
    start(total) {
      if (total === 0) return;
      running = true;
      shown.start(total, 0, { noun: nounFor(total), figures: 'starting' });
    },
    trial(state) {
      if (!running) return;
      // Every look adds trials.
      shown.setTotal(state.total);
      shown.update(state.done, { noun: nounFor(state.total), figures: figures(state) });
    },
    stop() {
      if (running) shown.stop();
      running = false;
    },
  };
}

/** Milliseconds between two lines where there is no terminal. */
const LINE_EVERY_MS = 10_000;

function lines(stream: Watched, now: () => number): Progress {
  let last = now();
  return {
    ...messages(stream),
    start(total) {
      last = now();
      if (total > 0) stream.write(`${counted(total, 'trial')} to run\n`);
    },
    trial(state) {
      if (state.done < state.total && now() - last < LINE_EVERY_MS) return;
      last = now();
      stream.write(`${state.done}/${counted(state.total, 'trial')} · ${figures(state)}\n`);
    },
    stop() {},
  };
}

function messages(stream: Watched): Pick<Progress, 'note' | 'warn' | 'untrusted'> {
  return {
    note: (message) => void stream.write(`${message}\n`),
    warn: (message) => void stream.write(`${styleText('yellow', `warning: ${message}`, { stream })}\n`),
    untrusted: (title, text) => void stream.write(`${title}\n${indent(inert(text))}\n`),
  };
}

/** `12 passed · 1 failed · 3,400 tokens`: what is known so far. */
export function figures(state: ProgressState): string {
  const parts = [`${state.passed} passed`, `${state.failed} failed`];
  if (state.errors > 0) parts.push(counted(state.errors, 'error'));
  if (state.tokens !== null) parts.push(`${state.tokens.toLocaleString('en-US')} tokens`);
  if (state.cost_usd !== null) parts.push(dollars(state.cost_usd));
  return parts.join(' · ');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function nounFor(trials: number): string {
  return trials === 1 ? 'trial' : 'trials';
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n');
}
