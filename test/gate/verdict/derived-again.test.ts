import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { asJson } from '#common/json-text.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { decide } from '#gate/decision/decide.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { NOTHING_SAID } from '#gate/decision/terms/surroundings.ts';
import { freshFacts } from '#gate/verdict/decide-again.ts';
import { mainFile, verdictFile, verdictText } from '#gate/verdict/verdict-file.ts';
import { verifyFiles } from '#gate/verdict/verify-files.ts';
import { renderDocuments } from '#report/outputs/render-documents.ts';
import { reportOf } from '#test/report/report-of.ts';
import { always } from '#test/support/always.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { NO_BOUNDS, POLICY } from '../decision/decide-on.ts';

const trial = fc.record<TrialFacts>({
  outcome: fc.constantFrom('passed', 'passed', 'passed', 'failed', 'error'),
  tool_recall: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
  total_tokens: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: null }),
  cost_usd: fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: null }),
  look: fc.constantFrom(1, 1, 2),
});

const cases = fc
  .array(fc.array(trial, { minLength: 1, maxLength: 6 }), { maxLength: 6 })
  .map((list) =>
    list.map(
      (trials, i): CaseRecord =>
        caseRecord(`case-${i}`, { tags: i % 2 ? ['t'] : [], planned_trials: 6, trials: trialRecords(trials) }),
    ),
  );

const policy = fc.record<Partial<Policy>>({
  method: fc.constantFrom('statistical', 'threshold'),
  pass_rate: fc.constantFrom(POLICY.pass_rate, { ...NO_BOUNDS, max_drop: 0.02, min: 0.5, min_mode: 'confident' }),
  case_pass_rate: fc.constantFrom(null, { min: 0.3 }),
  never_fail: fc.constantFrom([], ['case-1', 't']),
  on_inconclusive: fc.constantFrom('warn', 'fail', 'review'),
});

const fresh: fc.Arbitrary<Fresh> = fc.oneof(
  fc.constant<Fresh>({ kind: 'none' }),
  fc.constant<Fresh>({ kind: 'unavailable', reason: 'it does not start' }),
  fc.record({
    kind: fc.constant('done' as const),
    results: cases.map((list) => resultsFile(list)),
    ended: fc.constantFrom(null, 'the budget is spent'),
    doubts: fc.constant([]),
  }),
);

const run = fc.record({
  here: cases,
  runs: fc.array(cases, { maxLength: 3 }),
  policy,
  fresh,
  side: fc.constantFrom<ResultsFile['run']['side'][]>('candidate', 'candidate', 'candidate', 'baseline'),
  remark: fc.constantFrom(null, 'a remark'),
  gone: fc.constantFrom(null, { removed: new Set(['case-5']), emptied: new Set(['case-0']) }),
});

test('any run, compared or not, tried again or not, under any rule, is derived again byte for byte', () => {
  const verdicts = new Map<string, number>();
  always(
    fc.property(run, (drawn) => {
      const { verdict, files } = leftBy(drawn);
      expect(problemsOf(files)).toEqual([]);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }),
    { seed: 60, numRuns: 300 },
  );
  expect([...verdicts.keys()].sort()).toEqual(['error', 'fail', 'inconclusive', 'pass']);
});

test('runs of main are kept with a run as they were compared, all of them or none', () => {
  const results = resultsFile([caseRecord('case-0')]);
  const mainOf = (bytes: number) => resultsFile([caseRecord('case-0', { metadata: { long: 'x'.repeat(bytes) } })]);
  const copies = (...sizes: readonly [number, ...number[]]) => {
    const [first, ...others] = sizes.map((bytes) => ({ results: mainOf(bytes), sha: null, url: null, place: null }));
    const runs = [first ?? { results, sha: null, url: null, place: null }, ...others] as const;
    const baseline = { kind: 'found', runs, target_sha: null, choice: '', notes: [] } as const;
    const report = reportOf({ candidate: results, baseline: 'none' });
    const documents = renderDocuments({ results, confirmation: null, baseline, report });
    return [...documents.keys()].filter((name) => name.startsWith('main-'));
  };
  expect(copies(22_000_000, 22_000_000)).toEqual(['main-1.json', 'main-2.json']);
  expect(copies(22_000_000, 22_000_000, 24_000_000)).toEqual([]);
});

/** What a run leaves behind. */
function leftBy({ here, runs, policy: rules, fresh: tried, side, remark, gone }: Drawn) {
  const effective: Policy = { ...POLICY, ...rules };
  const plain = resultsFile(here);
  const results = {
    ...plain,
    run: { ...plain.run, side },
    policy: { ...plain.policy, effective: asJson(effective) },
  };
  const main = side === 'baseline' ? [] : runs.map((list) => resultsFile(list));
  const no_baseline = main.length === 0 ? 'nobody has run main' : null;
  const comparison = compare(results, main, no_baseline, 'main');
  const decision = decide(comparison, effective, results, { ...NOTHING_SAID, fresh: tried, remark, gone });
  const { evidence: _, ...findings } = decision.findings;
  const known = {
    ended_by: null,
    serves_as_baseline: true,
    no_baseline,
    treatment_changes: comparison.treatment_changes,
    fresh: freshFacts(tried),
    gone: gone && { removed: [...gone.removed], emptied: [...gone.emptied] },
    ...findings,
  };
  const stored = [
    ['results.json', results] as const,
    ...(tried.kind === 'done' ? [['confirmation.json', tried.results] as const] : []),
    ...main.map((file, at) => [mainFile(at + 1), file] as const),
  ].map(([name, file]) => [name, resultsText(file).parts.join('')] as const);
  const hashes = Object.fromEntries(stored.map(([name, text]) => [name, hashOf(text)]));
  const text = verdictText(verdictFile({ results }, { comparison, decision }, { files: hashes, known }));
  return { verdict: decision.verdict, files: new Map([...stored, ['verdict.json', text] as const]) };
}

type Drawn = typeof run extends fc.Arbitrary<infer Value> ? Value : never;

function problemsOf(files: ReadonlyMap<string, string>): readonly string[] {
  const bytes = new Map([...files].map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const hashes = new Map([...files].map(([name, text]) => [name, hashOf(text)]));
  const verified = verifyFiles({ bytes, hashes });
  return 'problems' in verified ? verified.problems : [];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
