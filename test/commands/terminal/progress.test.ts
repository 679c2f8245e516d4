import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lookOf } from '#commands/terminal/look.ts';
import { type Loudness, statusLines, terminalProgress } from '#commands/terminal/progress.ts';
import { progressLines, type ShownProgress } from '#commands/terminal/progress-lines.ts';
import { timeLeft } from '#commands/terminal/time-left.ts';
import type { EndedTrial, ProgressState } from '#ports/progress.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';

const STATE: ProgressState = { done: 1, total: 1, passed: 1, failed: 0, errors: 0, tokens: null, cost_usd: null };
const ENDED: EndedTrial = { case_id: 'one', index: 1, outcome: 'passed', duration_ms: 1200, reused: false, why: null };
const plain = (text: string) => text;

/** A stream that keeps what is written to it. */
function stream(isTTY: boolean, columns = 80) {
  const chunks: string[] = [];
  const fake = Object.assign(Object.create(process.stderr), {
    isTTY,
    columns,
    write: (text: string) => chunks.push(text) > 0,
    on: () => fake,
    off: () => fake,
  });
  return { fake, chunks };
}

beforeEach(() => {
  vi.stubEnv('FORCE_COLOR', undefined);
  vi.stubEnv('NO_COLOR', '1');
  vi.stubEnv('TERM', 'xterm');
});
afterEach(() => vi.unstubAllEnvs());

describe('without a terminal', () => {
  test('one trial is one trial, one error one error, and no line has anything that a terminal obeys', () => {
    const { fake, chunks } = stream(false);
    const progress = terminalProgress(fake, () => 0);
    progress.start(1, { most: 1, concurrency: 1 });
    progress.trial(STATE, ENDED);
    progress.start(2, { most: 6, concurrency: 1 });
    progress.trial({ ...STATE, done: 2, total: 2, errors: 1 }, ENDED);
    progress.stop();
    expect(chunks).toEqual([
      '1 trial to run\n',
      '1/1 trial · 1 passed · 0 failed\n',
      '2 trials to run, at most 6\n',
      '2/2 trials (at most 6) · at most about 1 s left · 1 passed · 0 failed · 1 error\n',
    ]);
  });

  test.each<[Loudness, readonly string[]]>([
    ['quiet', ['warning: careful\n']],
    ['normal', ['1 trial to run\n', 'so you know\n', 'warning: careful\n', '1/1 trial · 1 passed · 0 failed\n']],
    [
      'verbose',
      [
        '1 trial to run\n',
        'so you know\n',
        'warning: careful\n',
        '✗ one #1  failed, 1.2 s: said nothing\n',
        '1/1 trial · 1 passed · 0 failed\n',
      ],
    ],
  ])('%s says no more and no less', (loudness, lines) => {
    const { fake, chunks } = stream(false);
    const progress = terminalProgress(fake, () => 0, loudness);
    progress.start(1, { most: 1, concurrency: 1 });
    progress.note('so you know');
    progress.warn('careful');
    progress.begins('one', 1);
    progress.trial(STATE, { ...ENDED, outcome: 'failed', why: 'said \u001b[2Jnothing' });
    progress.stop();
    expect(chunks).toEqual(lines);
  });
});

describe('on a terminal', () => {
  test('a message stands above the bar, the bar is gone at the end, and whoever stops it hears how many trials are ended', () => {
    const { fake, chunks } = stream(true);
    const progress = terminalProgress(fake, () => 0);
    progress.start(3, { most: 3, concurrency: 2 });
    progress.begins('one', 1);
    progress.begins('one', 1);
    progress.begins('two', 1);
    progress.note('a note');
    progress.trial({ ...STATE, total: 3 }, ENDED);
    progress.stopping();
    progress.stop();
    progress.stopping();
    expect(screen(chunks.join(''), 80)).toEqual([
      'a note',
      'Stopping: ending 1 trial; results so far are kept (again: end at once)',
      'Stopping: results so far are kept (again: end at once)',
      '',
    ]);
  });

  test('lines that a narrower terminal has broken are erased whole', () => {
    const { fake, chunks } = stream(true, 80);
    const status = statusLines(fake);
    status.show(['x'.repeat(70), 'y'.repeat(10)]);
    fake.columns = 30;
    chunks.length = 0;
    status.clear();
    // Three rows of the first line and one of the second: three up, and everything below.
    expect(chunks.join('')).toBe('\r\u001b[3A\u001b[J');
  });
});

const SHOWN: ShownProgress = {
  state: {
    done: 123,
    total: 456,
    passed: 100,
    failed: 20,
    errors: 3,
    tokens: 1_234_567,
    cost_usd: 1.23,
  },
  total: 456,
  most: 456,
  left_ms: 200_000,
  running: [
    { name: 'refund-cracked-mug #3', ms: 42_000 },
    { name: 'order/取消 #1', ms: 100 },
  ],
};

describe('the lines', () => {
  test('are several where they don’t, time before figures', () => {
    expect(progressLines(SHOWN, 40, plain)).toEqual([
      '━━━━━━────────────────── 123/456 trials',
      'about 3 min 20 s left · 100 passed',
      '20 failed · 3 errors · $1.23',
      '1,234,567 tokens',
      '  running 2 trials',
    ]);
  });

  test('are never wider than the terminal', () => {
    const any = fc.record({
      done: fc.nat(10_000),
      passed: fc.nat(10_000),
      failed: fc.nat(10_000),
      errors: fc.nat(100),
      total: fc.nat(10_000),
      tokens: fc.option(fc.nat(1e9)),
      cost_usd: fc.option(fc.double({ min: 0, max: 1e4, noNaN: true })),
    });
    const running = fc.array(fc.record({ name: fc.string({ unit: 'grapheme' }), ms: fc.nat(100_000) }));
    always(
      fc.property(
        any,
        running,
        fc.integer({ min: 1, max: 200 }),
        fc.option(fc.nat(1e8)),
        (state, names, columns, left) => {
          const view = { state, total: state.total, most: state.total + 3, left_ms: left, running: names };
          for (const line of progressLines(view, columns, plain))
            expect(stringWidth(line)).toBeLessThanOrEqual(columns);
        },
      ),
      { numRuns: tries(200) },
    );
  });
});

describe('the time left', () => {
  test('is unknown before a trial has ended, and nothing after the last', () => {
    expect(timeLeft({ ended: 0, remaining: 8, concurrency: 4, elapsed_ms: 5000 })).toBeNull();
    expect(timeLeft({ ended: 8, remaining: 0, concurrency: 4, elapsed_ms: 5000 })).toBe(0);
  });

  test('is right to a quarter for trials that take about as long as one another, from a quarter of a run of 20 rounds or more on', () => {
    always(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.double({ min: 950, max: 1050, noNaN: true }), { minLength: 160, maxLength: 240 }),
        (concurrency, durations) => {
          const ends = endsOf(durations, concurrency);
          const at = Math.floor(ends.length / 4);
          const now = ends[at - 1] ?? 0;
          const left = timeLeft({ ended: at, remaining: ends.length - at, concurrency, elapsed_ms: now });
          const truth = (ends.at(-1) ?? 0) - now;
          expect((left ?? 0) / truth).toBeGreaterThan(0.75);
          expect((left ?? 0) / truth).toBeLessThan(1.25);
        },
      ),
      { numRuns: tries(100) },
    );
  });
});

/** When trials end that some workers take one after the other, ascending. */
function endsOf(durations: readonly number[], workers: number): readonly number[] {
  const free = Array.from({ length: workers }, () => 0);
  const ends = durations.map((duration) => {
    const next = free.indexOf(Math.min(...free));
    free[next] = (free[next] ?? 0) + duration;
    return free[next] ?? 0;
  });
  return ends.sort((left, right) => left - right);
}

describe('colours', () => {
  const terminal = { isTTY: true, columns: 90 };
  const file = { isTTY: false, columns: 0 };
  test.each([
    ['a terminal', terminal, {}, true],
    ['a terminal that can show none', terminal, { TERM: 'dumb' }, false],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
    ['no terminal', file, {}, false],
    ['FORCE_COLOR', file, { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR against NO_COLOR', file, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false],
  ])('%s', (_, place, environment, colours) => {
    expect(lookOf(place as NodeJS.WriteStream, environment)).toEqual({ colours, columns: place.isTTY ? 90 : null });
  });
});

/** What a terminal shows after some output: of what we use, `\r`, up and erase. */
function screen(output: string, columns: number): readonly string[] {
  const rows: string[] = [''];
  let [row, column] = [0, 0];
  for (const [token] of output.matchAll(/\u001b\[\d*[A-Z]|[\s\S]/g)) {
    if (token === '\r') column = 0;
    else if (token === '\n') [row, column] = [row + 1, 0];
    else if (token.endsWith('A') && token.length > 1) row -= Number(token.slice(2, -1));
    else if (token === '\u001b[J') {
      rows.splice(row + 1);
      rows[row] = (rows[row] ?? '').slice(0, column);
    } else {
      rows[row] = `${(rows[row] ?? '').slice(0, column)}${token}`;
      column += 1;
      if (column === columns) [row, column] = [row + 1, 0];
    }
    rows[row] ??= '';
  }
  return rows;
}
