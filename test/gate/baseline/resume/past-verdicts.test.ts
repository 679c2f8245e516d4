import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PastVerdict } from '#gate/baseline/results/results-file.ts';
import { pastVerdicts, standingVerdict, verdictWords, withVerdict } from '#gate/baseline/resume/past-verdicts.ts';
import { isSameContent } from '#gate/baseline/resume/same-content.ts';
import { always } from '#test/support/always.ts';
import { resultsFile } from '#test/support/results.ts';

const VERDICTS = ['pass', 'fail', 'inconclusive', 'error'] as const;
const PASSED = { verdict: 'pass', reasons: [] } as const;
const NOTHING = { verdicts: [], question: null };
const verdict = fc.constantFrom(...VERDICTS);

function runOf(number: number, earlier: readonly PastVerdict[], came: PastVerdict['verdict']) {
  const commit = {
    sha: `${number}`,
    ref: null,
    head_sha: `${number}`.padStart(7, '0'),
    base_sha: null,
    pull_request: 1,
  };
  const created_at = new Date(Date.UTC(2026, 0, 1, number)).toISOString();
  const facts = resultsFile([], { commit, created_at });
  const results = { ...facts, run: { ...facts.run, id: `${number}`, side: 'candidate' } } as const;
  return withVerdict(results, { verdict: came, reasons: [] }, true, { verdicts: earlier, question: null });
}

describe('verdicts on one content', () => {
  test('are each told once and in their order, whoever added to whom and whatever order the runs are found in', () => {
    always(
      fc.property(fc.array(verdict, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (came, draws) => {
        const runs: ReturnType<typeof runOf>[] = [];
        for (const [i, verdict] of came.entries()) {
          const known = runs.filter(() => (draws.next().value ?? 0) % 2 === 0);
          runs.push(runOf(i, pastVerdicts(known), verdict));
        }
        const told = pastVerdicts(runs.toReversed());
        expect(told.map(({ run_id, verdict }) => [run_id, verdict])).toEqual(
          came.map((verdict, i) => [`${i}`, verdict]),
        );
      }),
    );
  });

  test('are named with the commit that people know, the newest ten of them', () => {
    const told = VERDICTS.map((verdict, i) => ({
      run_id: `${i}`,
      attempt: 1,
      sha: `abc123${i}9`,
      verdict,
      reason: '',
    }));
    expect(verdictWords(told.slice(0, 2))).toBe('pass (abc1230), fail (abc1231)');
    expect(verdictWords([...told, ...told, ...told])).toMatch(/^2 before, then inconclusive \(abc1232\), /);
  });

  test('are none of main, nor of a shard', () => {
    const main = resultsFile([]);
    expect(withVerdict({ ...main, run: { ...main.run, side: 'baseline' } }, PASSED, false, NOTHING)).not.toHaveProperty(
      'verdicts',
    );
    const shard = { index: 1, of: 2, stopped: null };
    const part = { ...main, run: { ...main.run, side: 'candidate', shard } } as const;
    expect(withVerdict(part, PASSED, false, NOTHING)).not.toHaveProperty('verdicts');
  });
});

/** `pass`, `part pass`, `smoke pass`, and with ` there` after it one on another base. */
function past(text: string, index: number): PastVerdict {
  const words = text.split(' ');
  const came = VERDICTS.find((each) => words.includes(each)) ?? 'error';
  const question = { ground: words.includes('there') ? 'there' : 'here', inputs: '' };
  const selected = words.includes('part') ? 'hand' : words.includes('smoke') ? 'workflow' : null;
  const facts = { run_id: `${index}`, attempt: 1, sha: null, reason: '', verdict: came };
  return { ...facts, ...(!words.includes('old') && { question }), ...(selected && { selected }) };
}

const HERE = { ground: 'here', inputs: 'other' };
const stands = (texts: readonly string[]) =>
  standingVerdict({ verdicts: texts.map(past), question: HERE })?.verdict ?? null;

describe('what a content has been judged to be', () => {
  test.each<[string, PastVerdict['verdict'] | null]>([
    ['', null],
    ['pass', 'pass'],
    ['fail', 'fail'],
    ['fail, pass', 'pass'],
    ['pass, inconclusive', 'inconclusive'],
    ['fail, inconclusive', 'fail'],
    ['fail, error', 'fail'],
    ['pass, error', 'pass'],
    ['part pass', null],
    ['fail, part pass', 'fail'],
    ['pass, part fail', 'pass'],
    ['inconclusive, part fail', 'fail'],
    ['pass there, part fail', 'fail'],
    ['pass, smoke fail', 'fail'],
    ['pass, part fail, fail, part pass', 'fail'],
    ['pass, part fail, pass', 'pass'],
    ['pass, part inconclusive', 'pass'],
    ['smoke pass', 'pass'],
    ['fail, smoke pass', 'fail'],
    ['pass there', null],
    ['fail there', 'fail'],
    ['fail, pass there', 'fail'],
    ['fail there, pass there', null],
    ['fail there, pass', 'pass'],
    ['old pass', null],
    ['old fail', 'fail'],
    ['fail, old pass', 'fail'],
    ['old fail, pass', 'pass'],
  ])('%s: %s', (texts, verdict) => {
    expect(stands(texts === '' ? [] : texts.split(', '))).toBe(verdict);
  });

  test('is never a pass after a failure without a whole pass on the same ground between them', () => {
    const kind = fc.constantFrom('', 'part ', 'smoke ', 'old ');
    const where = fc.constantFrom('', ' there');
    const one = fc.tuple(kind, verdict, where).map((parts) => parts.join(''));
    always(
      fc.property(fc.array(one, { maxLength: 8 }), (texts) => {
        const lastPass = texts.lastIndexOf('pass');
        const isWholeFail = (text: string) =>
          text.includes('fail') && !text.startsWith('part') && !text.endsWith(' there');
        const lastFail = texts.findLastIndex(isWholeFail);
        if (lastFail > Math.max(lastPass, texts.lastIndexOf('smoke pass'))) expect(stands(texts)).toBe('fail');
        if (stands(texts) === 'pass') expect(texts.some((text) => text === 'pass' || text === 'smoke pass')).toBe(true);
      }),
    );
  });
});

describe('two commits have the same content', () => {
  test.each([
    ['one commit', { sha: 'a' }, { sha: 'a' }, true],
    ['other commits with the same files', { sha: 'a', content: 't' }, { sha: 'b', content: 't' }, true],
    ['other commits with other files', { sha: 'a', content: 't' }, { sha: 'b', content: 'u' }, false],
    ['files that nobody knows', { sha: 'a' }, { sha: 'b' }, false],
    ['commits that nobody knows', { sha: null }, { sha: null }, false],
  ])('%s', (_, left, right, same) => {
    expect(isSameContent(left, right)).toBe(same);
    expect(isSameContent(right, left)).toBe(same);
  });
});
