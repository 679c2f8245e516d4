import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '#gate/behaviour/compare-behaviour.ts';
import { type CaseCalls, countFacts } from '#gate/behaviour/facts.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import type { StoredCall } from '#trials/trial/stored-calls.ts';

/** `search pay:9` is a call of search, then one of pay with the arguments 9. */
function calls(text: string): readonly StoredCall[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [tool = '', args = ''] = word.split(':');
      return { tool, args };
    });
}

const trials = (...texts: readonly string[]) => texts.map(calls);

const times = (count: number, text: string) => Array.from({ length: count }, () => calls(text));

describe('facts of a trial', () => {
  test.each([
    ['', { kind: 'none' }],
    ['a', { kind: 'used', tool: 'a' }],
    ['a a', { kind: 'twice', tool: 'a' }],
    ['a b a', { kind: 'before', tool: 'a', other: 'b' }],
    ['pay:9', { kind: 'arguments', tool: 'pay', args: '9' }],
  ])('of "%s"', (text, fact) => {
    const facts = countFacts({ id: 'a', main: trials('z'), here: trials(text) });
    expect(facts.map(({ counts }) => counts)).toContainEqual(expect.objectContaining({ fact, here: 1, main: 0 }));
  });

  test('that hold in the same trials, or in all the others, have one pattern; those that hold in every trial are none', () => {
    const facts = countFacts({ id: 'a', main: trials('b a:1', 'b a:1', 'b'), here: trials('b', 'b a:1') });
    expect(new Set(facts.map(({ pattern }) => pattern))).toEqual(new Set(['11001']));
    expect(facts.map(({ counts }) => [counts.fact.kind, counts.main, counts.here])).toEqual([
      ['used', 2, 1],
      ['before', 2, 1],
      ['arguments', 2, 1],
    ]);
  });
});

describe('a change of behaviour', () => {
  const same = (id: string): CaseCalls => ({ id, main: times(25, 'look pay:9'), here: times(3, 'look pay:9') });
  const others = Array.from({ length: 49 }, (_, i) => same(`case-${i}`));

  test.each<[string, readonly StoredCall[][], object]>([
    ['a tool that is dropped', times(3, 'look') as StoredCall[][], { kind: 'used', tool: 'pay' }],
    [
      'an order that is swapped',
      times(3, 'pay:9 look') as StoredCall[][],
      { kind: 'before', tool: 'look', other: 'pay' },
    ],
    [
      'an argument that differs',
      times(3, 'look pay:8') as StoredCall[][],
      { kind: 'arguments', tool: 'pay', args: '8' },
    ],
    ['no call at all', times(3, '') as StoredCall[][], { kind: 'used', tool: 'look' }],
  ])('of one case among fifty is seen: %s', (_, here, fact) => {
    const found = compareBehaviour([...others, { ...same('odd'), here }]);
    expect(found.p).toBeLessThan(0.05);
    expect(found.cases.map(({ id, fact: named }) => [id, named])).toEqual([['odd', fact]]);
  });

  test('of many cases a little is seen over the suite', () => {
    const cases = Array.from({ length: 40 }, (_, i): CaseCalls => {
      const here = i % 3 === 0 ? trials('look', 'look check', 'look check') : times(3, 'look');
      return { id: `case-${i}`, main: times(5, 'look'), here };
    });
    const { suite, cases: single } = compareBehaviour(cases);
    expect(single).toEqual([]);
    expect(suite[0]).toMatchObject({ fact: { kind: 'used', tool: 'check' }, main: 0, cases: 14 });
  });

  test('can not be seen in a single case with four trials of main and three here', () => {
    const few = others.map((item) => ({ ...item, main: times(4, 'look') }));
    expect(compareBehaviour(few).too_few).toBe(4);
    expect(compareBehaviour(others).too_few).toBeNull();
  });

  test('is the same to the last byte in whatever order cases and trials come', () => {
    const random = seededRandom(7);
    const cases = Array.from({ length: 8 }, (_, i): CaseCalls => {
      const draw = (count: number) =>
        Array.from({ length: count }, () =>
          calls(['look pay:9', 'look', 'pay:8 look', ''][Math.floor(random() * 4)] ?? ''),
        );
      return { id: `case-${i}`, main: draw(7), here: draw(4) };
    });
    const turned = cases
      .toReversed()
      .map(({ id, main, here }) => ({ id, main: main.toReversed(), here: here.toReversed() }));
    expect(JSON.stringify(compareBehaviour(turned))).toBe(JSON.stringify(compareBehaviour(cases)));
  });
});

describe('an unchanged agent', () => {
  /** Every way to name `count` of these trials main's. */
  function* splits<Of>(all: readonly Of[], count: number): Generator<{ main: readonly Of[]; here: readonly Of[] }> {
    for (let bits = 0; bits < 2 ** all.length; bits += 1) {
      const main = all.filter((_, i) => (bits >> i) & 1);
      if (main.length === count) yield { main, here: all.filter((_, i) => !((bits >> i) & 1)) };
    }
  }

  test.each([
    ['two', 'a', 'a', 'a b', 'a', 'b', ''],
    ['mixed', 'a:1', 'a:2', 'a:1 b', 'b a:1', 'b', 'a:1'],
    ['clear', 'a', 'a', 'a', 'b', 'b', 'b'],
  ])('is called changed in at most the level of all labellings of two cases of six trials: %s', (_, ...texts) => {
    for (const alpha of [0.05, 0.2, 0.5]) {
      let changed = 0;
      let all = 0;
      const labellings = [...splits(trials(...texts), 3)];
      for (const left of labellings)
        for (const right of labellings) {
          all += 1;
          const found = compareBehaviour(
            [
              { id: 'a', ...left },
              { id: 'b', ...right },
            ],
            alpha,
          );
          if (found.p <= alpha) changed += 1;
        }
      expect(changed / all).toBeLessThanOrEqual(alpha);
    }
  });
});
