import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { identicalContentFindings, repeatedAnswerFindings } from '#gate/decision/rules/identical-trials.ts';
import { bothSides, caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { codes, decideOn, times } from '../decide-on.ts';
import { inSentences, messageOf } from '../in-words.ts';

const withIds = (...ids: readonly (string | null)[]) =>
  trialRecords(ids.map((response_ids_hash) => ({ response_ids_hash })));
const saying = (...outputs: readonly string[]) =>
  trialRecords(outputs.map((output_hash) => ({ output_hash, tools_hash: 'calls' })));

const CASE: Omit<ComparedCase, 'id' | 'runs'> = {
  status: 'comparable',
  reason: null,
  baseline_id: null,
  regraded: false,
  candidate: null,
  baseline: null,
};

/** A comparison with these runs of main, per case. */
function mainRuns(runs: Readonly<Record<string, readonly (readonly TrialRecord[])[]>>): Comparison {
  const cases = Object.entries(runs).map(([id, each]) => ({ ...CASE, id, runs: each }));
  return { ...compare(resultsFile([]), []), cases };
}

const found = (cases: readonly CaseRecord[], comparison = mainRuns({}), results = resultsFile(cases)) => [
  ...repeatedAnswerFindings(results, comparison),
  ...identicalContentFindings(results, comparison, null),
];
const messages = (...args: Parameters<typeof found>) => found(...args).map(messageOf);

describe('repeated answers', () => {
  test('are counted with their cases, say that they count once, and name the mend', () => {
    const cases = [
      caseRecord('b', { trials: withIds('x', 'x', 'x', 'y') }),
      caseRecord('a', { trials: withIds('x', 'y', 'y') }),
      caseRecord('c', { trials: withIds(...Array.from({ length: 24 }, () => null)) }),
    ];
    expect(inSentences(found(cases))).toMatchObject([
      {
        outcome: 'note',
        gate: 'infrastructure',
        code: 'identical_trials',
        tag: null,
        cases: ['a', 'b'],
        message:
          "3 trials of 2 cases here repeat the provider's answer to another trial (a response cache) and do not count on their own; turn the cache off for evaluations",
      },
    ]);
  });

  test('may be a single one', () => {
    expect(messages([caseRecord('a', { trials: withIds('x', 'x') })])).toEqual([
      expect.stringMatching(/^1 trial of 1 case here repeats the provider's answer .* and does not count on its own$/),
    ]);
  });

  test('on main are told apart from those here, also across its runs', () => {
    const main = mainRuns({ a: [withIds('x', 'y'), withIds('y', 'z', 'z')], b: [withIds('x')] });
    expect(inSentences(found([caseRecord('a')], main)).map(({ cases, message }) => [cases, message])).toEqual([
      [['a'], expect.stringMatching(/^2 trials of 1 case on main repeat /)],
    ]);
    const both = [caseRecord('a', { trials: withIds('x', 'x') })];
    expect(messages(both, main)).toEqual([
      expect.stringMatching(/^1 trial of 1 case here/),
      expect.stringMatching(/on main/),
    ]);
  });

  const asking = (steps: number | null, output_hash: string, facts: TrialFacts = {}): TrialFacts => ({
    steps,
    output_hash,
    ...facts,
  });
  const trials = (...facts: readonly TrialFacts[]) => [caseRecord('a', { trials: trialRecords(facts) })];

  test('are those without a model call that say what the agent said when it called one', () => {
    expect(messages(trials(asking(1, 'hi'), asking(0, 'hi'), asking(0, 'hi')))).toEqual([
      "2 trials of 1 case here repeat the answer to another trial without calling a model (a cache of the agent's own) and do not count on their own",
    ]);
    const both = trials(
      asking(1, 'hi', { response_ids_hash: 'x' }),
      asking(1, 'ho', { response_ids_hash: 'x' }),
      asking(0, 'hi'),
    );
    expect(messages(both)).toEqual([
      expect.stringMatching(/^2 trials .* \(a cache\), 1 of them without calling a model, and do not count/),
    ]);
  });

  test.each<[string, readonly TrialFacts[]]>([
    ['never called a model, as a rule in code does', [asking(0, 'hi'), asking(0, 'hi')]],
    ['called one only later', [asking(0, 'hi'), asking(1, 'hi')]],
    ['say something else', [asking(1, 'hi'), asking(0, 'ho')]],
    ['called it both times', [asking(1, 'hi'), asking(1, 'hi')]],
    ['whose calls nobody counts', [asking(1, 'hi'), asking(null, 'hi')]],
    ['broke off', [asking(1, 'hi', { completed: false }), asking(0, 'hi', { completed: false })]],
  ])('are none of trials that %s', (_, facts) => {
    expect(found(trials(...facts))).toEqual([]);
  });

  test('are missing evidence: with more than one in ten of them here, or a case that has one answer left, nothing is decided', () => {
    const outcome = (count: number, ...ids: readonly string[]) =>
      found([
        caseRecord('a', { trials: withIds(...ids) }),
        caseRecord('b', { trials: withIds(...Array.from({ length: count }, (_, at) => `${at}`)) }),
      ]).map((each) => each.outcome);
    expect(outcome(7, 'x', 'y', 'y')).toEqual(['note']);
    expect(outcome(6, 'x', 'y', 'y')).toEqual(['inconclusive']);
    expect(outcome(50, 'x', 'x')).toEqual(['inconclusive']);
    expect(found([caseRecord('a')], mainRuns({ a: [withIds('x', 'x', 'x')] })).map((each) => each.outcome)).toEqual([
      'note',
    ]);
  });

  test('of a run that called no model are main’s answers, from a cache that both sides share', () => {
    const main = mainRuns({ a: [trialRecords([asking(1, 'hi'), asking(1, 'ho')])] });
    const counted = (capture: string, ...facts: readonly TrialFacts[]) => {
      const results = resultsFile(trials(...facts));
      return found(results.cases, main, { ...results, agent: { ...results.agent, conditions: { capture } } }).map(
        ({ cases, facts: told }) => [cases, told],
      );
    };
    const silent = [asking(null, 'hi'), asking(null, 'ho'), asking(null, 'other')];
    expect(counted('wire', ...silent)).toEqual([[['a'], { trials: 2, judged: 3, unasked: 2, side: 'here' }]]);
    expect(counted('agent', ...silent)).toEqual([]);
    expect(counted('wire', asking(1, 'new'), ...silent)).toEqual([]);
  });

  const twice = (facts: TrialFacts): readonly TrialFacts[] => [facts, facts];
  test.each<[string, readonly TrialFacts[]]>([
    ['with ids of their own', [{ response_ids_hash: 'x' }, { response_ids_hash: 'y' }]],
    ['whose ids nobody tells', [{}, { response_ids_hash: null }]],
    ['that are missing', twice({ response_ids_hash: 'x', outcome: 'error' })],
    ['that are replayed, which is said elsewhere', twice({ response_ids_hash: 'x', source: 'replayed' })],
  ])('are none of trials %s', (_, facts) => {
    expect(found([caseRecord('a', { trials: trialRecords(facts) })])).toEqual([]);
  });

  test('are of one case: the same answer to two cases is two', () => {
    expect(found([caseRecord('a', { trials: withIds('x') }), caseRecord('b', { trials: withIds('x') })])).toEqual([]);
  });
});

describe('trials that all say and do the same', () => {
  const same = caseRecord('a', { trials: saying('hi', 'hi', 'hi') });

  test('are noted, with what to do if they should and if they should not', () => {
    const cases = [same, caseRecord('b', { trials: saying('ho', 'ho', 'ho', 'ho') })];
    expect(inSentences(found(cases))).toMatchObject([
      {
        outcome: 'note',
        gate: 'infrastructure',
        code: 'identical_content',
        tag: null,
        cases: [],
        message:
          'every trial gave the same answer as the others of its case (2 cases): if the agent is deterministic, trials: 1 is enough; if it is not, look for a response cache between it and its model',
      },
    ]);
  });

  const both = (...facts: readonly (readonly [string | null, string])[]) =>
    trialRecords(facts.map(([output_hash, tools_hash]) => ({ output_hash, tools_hash })));
  test('are judged by the cases with three trials or more', () => {
    expect(messages([same, caseRecord('b', { trials: saying('x', 'y') })])).toHaveLength(1);
    expect(found([caseRecord('b', { trials: saying('x', 'x') })])).toEqual([]);
  });

  test.each<[string, readonly TrialRecord[]]>([
    ['one answer differs', saying('hi', 'hi', 'ho')],
    ['one list of calls differs', both(['hi', 't'], ['hi', 't'], ['hi', 'u'])],
    ['one trial has no answer', both(['hi', 't'], ['hi', 't'], [null, 't'])],
  ])('are not noted when %s in any case', (_, trials) => {
    expect(found([same, caseRecord('b', { trials })])).toEqual([]);
  });

  test('say something: agents that never answer are not alike', () => {
    expect(found([caseRecord('a')])).toEqual([]);
    expect(messages([same, caseRecord('b')])).toHaveLength(1);
    const only = (facts: TrialFacts) => found([caseRecord('a', { trials: trialRecords([facts, facts, facts]) })]);
    expect(only({ output_hash: 'hi', tools_hash: null })).toHaveLength(1);
    expect(only({ output_hash: null, tools_hash: 't' })).toHaveLength(1);
  });

  test('are counted without repeats of an answer and replays, which say it better', () => {
    const facts = { output_hash: 'hi', tools_hash: 't' };
    const repeats = trialRecords(['x', 'x', 'x'].map((response_ids_hash) => ({ ...facts, response_ids_hash })));
    expect(found([caseRecord('a', { trials: repeats })]).map(({ code }) => code)).toEqual(['identical_trials']);
    const replays = trialRecords([1, 2, 3].map(() => ({ ...facts, source: 'replayed' as const })));
    expect(found([caseRecord('a', { trials: replays })])).toEqual([]);
  });

  test('are chance where the trials of a run of main differ, not where its runs do', () => {
    expect(found([same], mainRuns({ a: [saying('hi', 'ho')] }))).toEqual([]);
    expect(found([same], mainRuns({ b: [saying('hi', 'ho')] }))).toEqual([]);
    expect(messages([same], mainRuns({ a: [saying('hi'), saying('ho', 'ho')] }))).toHaveLength(1);
  });

  const SHA = 'a'.repeat(40);
  const today = (sha: string, ...outputs: readonly string[]) => {
    const results = resultsFile([caseRecord('a', { trials: saying(...outputs) })]);
    return { ...results, commit: { ...results.commit, sha } };
  };
  const stored = (sha: string, ...outputs: readonly string[]): Comparison => ({
    ...mainRuns({ a: [saying(...outputs)] }),
    pool: [{ sha, run_id: null, created_at: '', complete: true }],
  });
  test.each<[string, string, Comparison, ReturnType<typeof today>]>([
    ['inconclusive', 'another', stored(SHA, 'ho', 'ho'), today(SHA, 'hu', 'hu')],
    ['note', 'the same', stored(SHA, 'hu', 'hu'), today(SHA, 'hu', 'hu')],
    ['note', 'another at another commit', stored('b'.repeat(40), 'ho', 'ho'), today(SHA, 'hu', 'hu')],
  ])('are %s where main says in all fresh trials %s', (outcome, _, comparison, fresh) => {
    expect(identicalContentFindings(resultsFile([same]), comparison, fresh).map((each) => each.outcome)).toEqual([
      outcome,
    ]);
  });

  test('are the agent’s own where the recorder saw each of them call its model', () => {
    const outcome = (capture: string, steps: number) => {
      const asking = (results: ReturnType<typeof today>) => ({
        ...results,
        agent: { ...results.agent, conditions: { capture } },
        cases: results.cases.map((item) => ({ ...item, trials: item.trials.map((trial) => ({ ...trial, steps })) })),
      });
      const [here, main] = [asking(today(SHA, 'hi', 'hi', 'hi')), asking(today(SHA, 'hu', 'hu'))];
      return identicalContentFindings(here, stored(SHA, 'ho', 'ho'), main).map((each) => each.outcome);
    };
    expect(outcome('wire', 2)).toEqual(['note']);
    expect(outcome('wire', 0)).toEqual(['inconclusive']);
    expect(outcome('agent', 2)).toEqual(['inconclusive']);
  });

  test('name the cases of which main says another thing today, and the mend', () => {
    const [about] = inSentences(
      identicalContentFindings(resultsFile([same]), stored(SHA, 'ho', 'ho'), today(SHA, 'hu', 'hu')),
    );
    expect(about).toMatchObject({
      cases: ['a'],
      message:
        'every trial gave the same answer as the others of its case (1 case), but fresh trials of main another than its stored ones (a): a cache repeats one answer on each side, or the model is another one',
    });
  });

  test('are compared by as much of a hash as lean results keep', () => {
    const [whole, few] = ['b'.repeat(64), 'b'.repeat(12)];
    const findings = identicalContentFindings(resultsFile([same]), stored(SHA, few, few), today(SHA, whole, whole));
    expect(findings.map((each) => each.outcome)).toEqual(['note']);
  });

  test('are chance where fresh trials of main differ', () => {
    expect(identicalContentFindings(resultsFile([same]), stored(SHA, 'ho', 'ho'), today(SHA, 'hi', 'hu'))).toEqual([]);
  });

  test('of main say nothing about the change', () => {
    expect(found([], mainRuns({ a: [saying('hi', 'hi', 'hi')] }))).toEqual([]);
  });
});

describe('a decision on repeated answers', () => {
  const sides = bothSides([...times(20, [5, 5, 15, 15]), [0, 5, 15, 15]]);
  const cached = (ids: readonly string[]) => {
    const cases = sides.candidate.cases.map((item, i) =>
      i < 20
        ? item
        : { ...item, trials: item.trials.map((each, at) => ({ ...each, response_ids_hash: ids[at] ?? null })) },
    );
    return decideOn({ candidate: resultsFile(cases), baseline: sides.baseline });
  };

  test('takes one failure that came five times for one', () => {
    expect(codes(cached(['a', 'b', 'c', 'd', 'e']))).toContain('fail case_broken');
    expect(cached(['a', 'a', 'a', 'a', 'a']).verdict).toBe('inconclusive');
    expect(codes(cached(['a', 'a', 'a', 'a', 'b']))).toContain('note identical_trials');
  });

  test('that many trials repeat is none, however far they fell, and says so first', () => {
    const cases = sides.candidate.cases.map((item) => ({
      ...item,
      trials: item.trials.map((each, at) => ({ ...each, steps: Math.min(at, 1) === 0 ? 1 : 0, output_hash: 'hi' })),
    }));
    const decided = decideOn({ candidate: resultsFile(cases), baseline: sides.baseline });
    expect(decided.verdict).toBe('inconclusive');
    expect(codes(decided)[0]).toBe('inconclusive identical_trials');
  });

  test('misses no trial for it', () => {
    expect(cached(['a', 'a', 'a', 'a', 'a']).decision.infrastructure).toEqual({ scheduled: 105, missing: 0 });
  });
});
