import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '#test/support/tries.ts';
import { readRound } from '#trials/rows/formats/registry.ts';
import type { Round } from '#trials/rows/ledger.ts';
import { MAPPING, suites, WRITERS, type WrittenTest } from './written-suites.ts';

const PLACE = { root: '/repo', rows: MAPPING };
const ACCOUNTS = { ending: null, min_score: 0.5 };
const NAMES = Object.keys(WRITERS) as readonly (keyof typeof WRITERS)[];

const WITHOUT_SKIPS: readonly string[] = ['promptfoo', 'evalite', 'deepeval', 'inspect', 'adk'];

const rowsOf = (round: Round) => (round.kind === 'whole' ? [...round.rows.values()].flat() : []);
const hasRun = ({ outcome }: WrittenTest) => outcome !== 'skipped';

describe('every test that a runner writes is a row with its outcome under a name of its own', () => {
  test.each(NAMES)('%s', (name) => {
    const [format, write] = WRITERS[name];
    fc.assert(
      fc.property(suites, (suite) => {
        const text = write(suite);
        if (text === null) return;
        const round = readRound(format, [text], PLACE, ACCOUNTS);
        if (!suite.some(hasRun)) {
          expect(round).toMatchObject({ kind: 'void', damage: [{ code: 'no_test_ran' }] });
          return;
        }
        expect(round.kind).toBe('whole');
        const rows = rowsOf(round).toSorted((a, b) => (a.latency_ms ?? 0) - (b.latency_ms ?? 0));
        expect(rows.map(({ latency_ms: ms, outcome }) => [Math.round(ms ?? 0), outcome])).toEqual(
          suite.filter(hasRun).map(({ ms, outcome }) => [ms, outcome]),
        );
        // Of evalite, rows that are alike are one test that ran more often.
        if (format !== 'evalite') expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        const skips = WITHOUT_SKIPS.includes(format) ? 0 : suite.length;
        expect(round.kind === 'whole' && round.skipped.length).toBe(skips === 0 ? 0 : skips - rows.length);
      }),
      { numRuns: tries(700), seed: 50 },
    );
  });
});

test('a file that lost something is void, or has as many rows', () => {
  fc.assert(
    fc.property(suites, fc.constantFrom(...NAMES), fc.nat(), fc.nat({ max: 40 }), (suite, name, at, length) => {
      const [format, write] = WRITERS[name];
      const text = write(suite);
      if (text === null || !suite.some(hasRun)) return;
      const from = at % text.length;
      const mutated = text.slice(0, from) + text.slice(from + length);
      const read = (of: string) => readRound(format, [of], PLACE, ACCOUNTS);
      const [before, after] = [read(text), read(mutated)];
      if (after.kind === 'void' || before.kind === 'void') return;
      const count = (round: typeof before) => rowsOf(round).length + round.skipped.length;
      expect([mutated, count(after)]).toEqual([mutated, count(before)]);
    }),
    { numRuns: tries(10_000, 10), seed: 778 },
  );
});
