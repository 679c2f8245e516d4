import { describe, expect, test } from 'vitest';
import { parseAccepts } from '#config/gate/parse-accepts.ts';
import { expectSaid } from '#test/support/said.ts';

/** What is wrong with a file of these entries, each with its place. */
function problems(...entries: readonly object[]): readonly string[] {
  const read = parseAccepts(JSON.stringify(entries), 'a.yml');
  return 'issues' in read ? read.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

const meant = { reason: 'why', until: '2026-12-31' };
const aCase = { case: 'refund', ...meant };
const aMetric = { metric: 'total_tokens', up_to: 0.3, ...meant };

describe('a file of accepts', () => {
  test('is read, reasons on one line', () => {
    const text = `
- {case: refund~typo, reason: "  a\\n b\\t c ", until: 2026-12-31}
- {metric: pass_rate, tag: slow, up_to: 0.05, reason: d, until: 2026-12-31}
- {metric: total_tokens, up_to: 10, reason: e, until: 2028-02-29}
`;
    expect(parseAccepts(text, 'a.yml')).toEqual({
      entries: [
        { case: 'refund~typo', reason: 'a b c', until: '2026-12-31' },
        { metric: 'pass_rate', tag: 'slow', up_to: 0.05, reason: 'd', until: '2026-12-31' },
        { metric: 'total_tokens', tag: null, up_to: 10, reason: 'e', until: '2028-02-29' },
      ],
    });
  });

  test.each(['', '\n', '# nothing is accepted\n  # any more\n\n'])('that says nothing accepts nothing: %j', (text) => {
    expect(parseAccepts(text, 'a.yml')).toEqual({ entries: [] });
  });

  test('is one list', () => {
    expect(problems(aCase)).toEqual([]);
    const read = parseAccepts('[]\n---\n[]\n', 'a.yml');
    expect(read).toMatchObject({ issues: [{ line: 3, message: expect.stringContaining('expected one document') }] });
    expect(parseAccepts('case: refund', 'a.yml')).toMatchObject({
      issues: [{ message: expect.stringContaining('expected a list of accepts') }],
    });
    expect(parseAccepts('[', 'a.yml')).toHaveProperty('issues');
  });
});

describe('an entry is refused', () => {
  test('at its place', () => {
    return expectSaid(new URL('golden/accepts.txt', import.meta.url), (text) => problems(JSON.parse(text)));
  });

  test('with a novel as its reason', () => {
    expect(problems({ ...aCase, reason: 'x'.repeat(301) }).join('\n')).toContain('[0].reason');
  });

  test('that says what another one says', () => {
    const twice = ': is listed twice; remove one of the two';
    expect(problems(aCase, { ...aCase, reason: 'other' })).toEqual([`[1]${twice}`]);
    expect(problems(aMetric, { ...aMetric, up_to: 0.2 })).toEqual([`[1]${twice}`]);
    expect(problems(aCase, aMetric, { ...aCase, case: 'b' }, { ...aMetric, metric: 'cost_usd' })).toEqual([]);
    expect(problems(aMetric, { ...aMetric, tag: 'slow' }, { ...aMetric, tag: 'other' })).toEqual([]);
  });
});

test.each(['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '12026-12-31', '2026-12-310', '2026-12'])(
  'the day %s is none',
  (until) => expect(problems({ ...aCase, until }).join()).toContain('[0].until'),
);
