import { describe, expect, test } from 'vitest';
import type { CaseRecord, OtherArm, ResultsFile } from '#domain/baseline/results/results-file.ts';
import { mergeShards } from '#domain/baseline/shards/merge-shards.ts';
import { liftOf, liftWords } from '#domain/report/model-comparison/lift.ts';
import { liftSection } from '#domain/report/model-comparison/render-markdown.ts';
import { liftLines } from '#domain/report/model-comparison/render-terminal.ts';
import { redactResults } from '#domain/report/redaction/redact-results.ts';
import { caseRecord, outcomes, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';

const IDS = ['one', 'two', 'three', 'four', 'five', 'six'];

describe('the lift of the judged arm', () => {
  test('is what it passes more, and uses more, whichever of both is better', () => {
    const good = IDS.map((id) => caseRecord(id, { trials: used(outcomes(5), 200) }));
    const bad = IDS.map((id) => caseRecord(id, { trials: used(outcomes(2, 3), 100) }));
    expect(words(withArm(good, bad))).toEqual([
      'with over without: pass rate +60 points (95 %: [+34.7, +85.3], p < 0.001); tokens +100 % (95 % of the typical case: [+100 %, +100 %])',
    ]);
    expect(words(withArm(bad, good))).toEqual([
      'with over without: pass rate −60 points (95 %: [−85.3, −34.7], p < 0.001); tokens −50 % (95 % of the typical case: [−50 %, −50 %])',
    ]);
  });

  test('leaves out a case that an arm has no judged trial of, and trials that only confirm a failure', () => {
    const own = [
      { ...caseRecord('one', { trials: outcomes(2, 3) }), planned_trials: 2 },
      caseRecord('two', { trials: outcomes(2) }),
    ];
    const lift = liftOf(withArm(own, [caseRecord('one', { trials: outcomes(2) })]));
    expect(lift?.rows[0]?.pass_rate?.change).toBe(0);
    expect(lift?.comparison).toMatchObject({ cases: 1, left_out: [{ ids: ['two'], agent: 'without', reason: null }] });
  });

  test('is unknown for an arm that could not run, which is named', () => {
    const results = withArm([caseRecord('one', {})], [], 'no such program');
    expect(liftOf(results)).toMatchObject({ rows: [], comparison: { agents: [{}, { problem: 'no such program' }] } });
  });

  test('is absent without arms, and where nothing ran', () => {
    expect(liftOf(resultsFile([caseRecord('one', {})]))).toBeNull();
    expect(liftOf(withArm([caseRecord('one', { trials: [] })], []))).toBeNull();
  });
});

test('shards are united arm by arm; one that ran in any of them could run', () => {
  const first = withArm([caseRecord('one', {})], [caseRecord('one', {})]);
  const second = withArm([caseRecord('two', {})], [], 'no such program');
  const whole = resultsFile([caseRecord('one', { trials: [] }), caseRecord('two', { trials: [] })]);
  const { arms } = mergeShards(whole, [first, second]);
  expect(arms).toMatchObject({ own: 'with', others: [{ name: 'without', problem: null, cases: [{ id: 'one' }] }] });
});

test('no secret is left in what the other arms say', () => {
  const failed = trialRecords([
    { outcome: 'error', error: { class: 'provider', message: 'key sk-secret' } },
    { outcome: 'failed', failure: { kind: 'check', message: 'said sk-secret' } },
  ]);
  const results = withArm([caseRecord('one', {})], [caseRecord('one', { trials: failed })], 'sk-secret');
  expect(JSON.stringify(redactResults(results, (text) => text.replaceAll('sk-secret', '***')))).not.toContain(
    'sk-secret',
  );
});

test('what people read', async () => {
  const cases = (passes: (at: number) => boolean, tokens: number, cost_usd: number, latency: number) =>
    Array.from({ length: 9 }, (_, at) => {
      const trial = (index: number): TrialFacts => ({
        outcome: passes(at) ? 'passed' : 'failed',
        total_tokens: tokens + 10 * at * index,
        cost_usd,
        latency_ms: latency + 10 * at * index,
      });
      return caseRecord(`case-${at}`, { trials: trialRecords([1, 2, 3, 4, 5].map(trial)) });
    });
  const own = cases(() => true, 1500, 0.02, 9000);
  const lift = liftOf(
    withArm(
      own,
      cases((at) => at < 6, 1200, 0.016, 8000),
    ),
  );
  if (lift === null) throw new Error('there are arms');
  await expect(`${liftLines({ lift }, (text) => text).join('\n')}\n`).toMatchFileSnapshot('lift.txt');
  await expect(`${liftSection({ lift }, { named: 2 }).join('\n\n')}\n`).toMatchFileSnapshot('lift.md');
});

function words(results: ResultsFile): readonly string[] {
  const lift = liftOf(results);
  return (lift?.rows ?? []).map((row) => liftWords(row, lift?.own ?? ''));
}

function withArm(own: readonly CaseRecord[], other: readonly CaseRecord[], problem: string | null = null): ResultsFile {
  const arm: OtherArm = {
    name: 'without',
    problem,
    treatment_hash: 'other',
    models: [],
    cases: other.map(({ id, trials }) => ({ id, trials })),
  };
  return { ...resultsFile(own), arms: { own: 'with', others: [arm] } };
}

function used(trials: readonly TrialFacts[], total_tokens: number) {
  return trialRecords(trials.map(({ outcome }) => ({ outcome: outcome ?? 'passed', total_tokens })));
}
