import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { acceptFindings } from '#gate/decision/accepts/accept-findings.ts';
import type { SettledAccept } from '#gate/decision/accepts/settle-accepts.ts';
import type { AcceptDecision } from '#gate/decision/terms/accept-decision.ts';
import { caseRecord, resultsFile } from '#test/support/results.ts';
import { messageOf, shortWordsOf } from '../in-words.ts';

const MAIN = resultsFile([caseRecord('refund'), caseRecord('return')]);
const COMPARISON = compare(resultsFile([caseRecord('refund')]), [MAIN], null);

type Facts = Partial<Omit<SettledAccept, 'decision'>>;

/** An accept of a metric unless told otherwise. */
function settled(decision: Partial<AcceptDecision>, facts: Facts = {}): SettledAccept {
  const named = { case: null, metric: 'total_tokens', tag: null, up_to: 0.3 } as const;
  const about = { source: 'accept', reason: 'a longer prompt', until: '2030-12-31', state: 'accepted' } as const;
  return { decision: { ...about, ...named, ...decision }, item: null, change: 0.25, is_worse: false, ...facts };
}

const ofCase = (id: string, decision: Partial<AcceptDecision>, facts: Facts = {}) =>
  settled({ case: id, metric: null, up_to: null, ...decision }, { change: null, ...facts });

const messages = (...accepts: readonly SettledAccept[]) => acceptFindings(accepts, COMPARISON).map(messageOf);

describe('which accepts are told', () => {
  test('what is accepted comes first, each once', () => {
    const found = acceptFindings([ofCase('refund', { state: 'not_red' }), settled({})], COMPARISON);
    expect(found.map(({ code, gate, outcome }) => `${outcome} ${gate} ${code}`)).toEqual([
      'note suite accepted',
      'note case accept_without_effect',
    ]);
  });

  test('of the quarantine only what is accepted or got worse', () => {
    const source = 'quarantine';
    expect(messages(ofCase('refund', { source, state: 'not_red' }))).toEqual([]);
    expect(messages(ofCase('refund', { source, state: 'expired' }, { is_worse: true }))).toEqual([
      'the quarantine of case refund expired on 2030-12-31, so its failure counts again',
    ]);
    expect(messages(ofCase('refund', { source }))).toEqual([
      'in quarantine: a longer prompt (case refund leaves the suite; until 2030-12-31)',
    ]);
  });
});

describe('the words of an accepted metric', () => {
  test.each([
    [
      'a rate falls by points',
      { metric: 'pass_rate', up_to: 0.05 },
      0.04,
      'pass rate fell by 4 points, up to 5 points is accepted',
    ],
    [
      'recall is a rate too',
      { metric: 'tool_recall', up_to: 0.05 },
      0.04,
      'tool recall fell by 4 points, up to 5 points is accepted',
    ],
    ['a count rises by a share', {}, 0.25, 'tokens rose by 25 %, up to 30 % is accepted'],
    ['a tag is named', { tag: 'slow' }, 0.25, 'tokens of tag slow rose by 25 %, up to 30 % is accepted'],
    ['a change that is not known is not told', {}, null, 'tokens'],
  ])('%s', (_, decision, change, words) => {
    expect(messages(settled(decision, { change }))).toEqual([`accepted: a longer prompt (${words}; until 2030-12-31)`]);
  });

  test('its title has no semicolon and no long reason', () => {
    const [found] = acceptFindings([settled({ reason: `a; ${'b'.repeat(200)}` })], COMPARISON);
    expect(shortWordsOf(found)).toMatch(/^accepted: a, b{50,98}…$/);
  });
});

describe('why an accept has no effect', () => {
  test('a metric went further than is accepted', () => {
    const beyond = { state: 'beyond' } as const;
    expect(messages(settled(beyond, { change: 0.4 }))).toEqual(['tokens rose by 40 %, and only 30 % is accepted']);
    expect(messages(settled({ ...beyond, metric: 'pass_rate', up_to: 0.05 }, { change: 0.4 }))).toEqual([
      'pass rate fell by 40 points, and only 5 points is accepted',
    ]);
  });

  test('its day has passed, and nothing is red', () => {
    expect(messages(settled({ state: 'expired' }))).toEqual([
      'the accept of tokens expired on 2030-12-31 and names nothing red; remove it',
    ]);
  });

  test('no case here has its id: one of main does not help, a similar one here is named', () => {
    const unknown = { state: 'unknown' } as const;
    expect(messages(ofCase('refunds', unknown))).toEqual([
      'the accept of case refunds is ignored: no case here has this id; did you mean refund?',
    ]);
    expect(messages(ofCase('return', unknown))).toEqual([
      'the accept of case return is ignored: no case here has this id; correct it or remove it',
    ]);
    expect(messages(settled(unknown))).toEqual([
      'the accept of tokens is ignored: no test of this run measures it; correct it or remove it',
    ]);
  });
});
