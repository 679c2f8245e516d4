import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { asJson } from '#common/json-text.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { leanText, resultsText } from '#gate/baseline/results/results-text.ts';
import { mergeShards } from '#gate/baseline/shards/merge-shards.ts';
import { decide } from '#gate/decision/decide.ts';
import { concludeWith } from '#gate/decision/rules/conclude.ts';
import { circumstance, finding } from '#gate/decision/terms/finding.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import { NOTHING_SAID } from '#gate/decision/terms/surroundings.ts';
import { selfCheck } from '#gate/history/self-check.ts';
import { freshFacts } from '#gate/verdict/decide-again.ts';
import { mainFile } from '#gate/verdict/verdict-file.ts';
import { verifyFiles } from '#gate/verdict/verify-files.ts';
import { renderDocuments } from '#report/outputs/render-documents.ts';
import { redactResults } from '#report/redaction/redact-data.ts';
import { redactVerdict } from '#report/redaction/redact-verdict.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { sealOf } from '#runner/concluding/store-documents.ts';
import { reportOf } from '#test/report/report-of.ts';
import { always } from '#test/support/always.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { NO_BOUNDS, POLICY } from '../decision/decide-on.ts';

const CHECK: Omit<TrialRecord['checks'][number], 'id' | 'name'> = {
  ...{ turn: null, passed: true, score: null },
  fact: { kind: 'said', code: 'reported', text: 'all is well' },
};

const trial = fc.record<TrialFacts>({
  outcome: fc.constantFrom('passed', 'passed', 'passed', 'failed', 'error'),
  tool_recall: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
  total_tokens: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: null }),
  cost_usd: fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: null }),
  look: fc.constantFrom(1, 1, 2),
  calls: fc.constantFrom<TrialRecord['calls'][]>(null, [], [{ tool: 'search', args: 'a' }]),
  tools_ok: fc.constantFrom(null, true, false),
  output_hash: fc.constantFrom(null, 'a'.repeat(64), 'a'.repeat(64)),
  checks: fc
    .constantFrom<(boolean | null)[]>([], [true], [true, false], [null])
    .map((verdicts) =>
      verdicts.map((passed, at) => ({ ...CHECK, id: `t1.tools.${at}`, name: 'tools.args', turn: 1, passed })),
    ),
});

const recorded = (list: readonly (readonly TrialFacts[])[]) =>
  list.map(
    (trials, i): CaseRecord =>
      caseRecord(`case-${i}`, { tags: i % 2 ? ['tagged'] : [], planned_trials: 6, trials: trialRecords(trials) }),
  );

/** The ways in which a run comes to its trials and rules: what each changes in a run of main or of a change. */
const MODES: Readonly<Record<string, (file: ResultsFile) => ResultsFile>> = {
  single: (file) => file,
  'merged from shards': (file) => {
    const part = (odd: number) => ({
      ...{ ...file, run: { ...file.run, shard: { index: odd + 1, of: 2, stopped: null } } },
      cases: file.cases.filter((_, at) => at % 2 === odd),
    });
    return mergeShards(
      withTrials(file, () => []),
      [part(0), part(1)],
    );
  },
  'of a fork': (file) => withTrials(file, (trials) => trials.map((each) => ({ ...each, source: 'replayed' }))),
  'of chosen cases': (file) => ({ ...file, run: { ...file.run, inputs: { tags: ['tagged'] } } }),
  accepting: (file) => {
    const entries = [{ case: 'case-0', reason: 'a slow hour', until: '2999-12-31' }];
    return { ...file, accepts: { path: 'accepts.yml', owners: null, entries } };
  },
  judged: (file) => {
    const judge = { identity: 'judge', model: 'a model', votes: 1, models: [] };
    return { ...file, judge, cases: file.cases.map((item) => ({ ...item, judge_key: 'judge' })) };
  },
  'in rounds': (file) => {
    const checks = [{ ...CHECK, id: 'reported', name: 'reported' }];
    const inRounds = (trials: readonly TrialRecord[]) =>
      trials.map((each) => ({ ...each, checks, place_in_process: each.index }));
    return withTrials({ ...file, agent: { ...file.agent, kind: 'suite' } }, inRounds);
  },
};

function withTrials(
  file: ResultsFile,
  change: (trials: readonly TrialRecord[]) => readonly TrialRecord[],
): ResultsFile {
  return { ...file, cases: file.cases.map((item) => ({ ...item, trials: change(item.trials) })) };
}

const cases = fc.array(fc.array(trial, { minLength: 1, maxLength: 6 }), { maxLength: 6 }).map(recorded);

const policy = fc.record<Partial<Policy>>({
  method: fc.constantFrom('statistical', 'threshold'),
  pass_rate: fc.constantFrom(POLICY.pass_rate, { ...NO_BOUNDS, max_drop: 0.02, min: 0.5, min_mode: 'confident' }),
  case_pass_rate: fc.constantFrom(null, null, { min: 0.3 }),
  never_fail: fc.constantFrom([], ['case-1', 'tagged'], ['check:tools', 'check:custom']),
  behaviour: fc.constantFrom('report', 'fail'),
  judge: fc.constantFrom(
    { uncalibrated: 'allow', of: 'judge', criteria: {}, unusable: 'no labels' },
    { uncalibrated: 'inconclusive', criteria: {}, audit: { model: 'a dearer model' } },
  ),
  metrics: fc.constantFrom({}, { tools_ok: { min: 0.5, min_mode: 'point' } }),
  tags: fc.constantFrom({}, { tagged: { ...POLICY, pass_rate: { ...NO_BOUNDS, min: 0.9 } } }),
  quarantine: fc.constantFrom([], [{ case: 'case-0', reason: 'a slow hour', until: '2999-12-31' }]),
  on_inconclusive: fc.constantFrom('warn', 'fail', 'review'),
  self_check: fc.constant('advisory'),
});

/** What main's history says of a gate that was red more often than it promises. */
const BROKEN: SelfAudit = {
  ...{ comparisons: 60, red: 9, ci95: { low: 0.071, high: 0.266 }, promised: 0.05, broken: true, repeated: null },
};

/** Words of policies and of what is known, any of which may look like a secret. */
const WORDS = [
  ...['threshold', 'confident', 'inconclusive', 'review', 'report', 'tools_ok', 'check:tools', '2999-12-31', 'custom'],
  ...['no labels', 'a dearer model', 'a model', 'accepts.yml', 'nobody has run main', 'search', 'tools.args', 'passed'],
  ...['max_drop', 'pass_rate', 'case-1', 'candidate', 'it does not start', 'all is well', 'reported', 'disputed'],
];

const fresh: fc.Arbitrary<Fresh> = fc.oneof(
  fc.constant<Fresh>({ kind: 'none' }),
  fc.constant<Fresh>({ kind: 'unavailable', reason: 'it does not start' }),
  fc.record({
    kind: fc.constant('done' as const),
    results: fc
      .tuple(cases, fc.constantFrom<ResultsFile['run']['side'][]>('candidate', 'confirm'))
      .map(([list, side]) => resultsFile(list, { run: { ...resultsFile([]).run, side } })),
    ended: fc.constantFrom(null, 'the budget is spent'),
    doubts: fc.constant([]),
  }),
);

const run = fc.record({
  lean: fc.boolean(),
  mode: fc.constantFrom(...Object.keys(MODES)),
  here: cases,
  runs: fc.array(cases, { maxLength: 3 }),
  policy,
  fresh,
  side: fc.constantFrom<ResultsFile['run']['side'][]>('candidate', 'candidate', 'candidate', 'baseline'),
  remark: fc.constantFrom(null, 'a remark'),
  gone: fc.constantFrom(null, { removed: ['case-5'], emptied: ['case-0'] }),
  audit: fc.constantFrom(null, BROKEN),
  over: fc.constantFrom(
    null,
    null,
    null,
    circumstance(
      finding(
        { outcome: 'error', gate: 'suite', code: 'results_lost' },
        { kind: 'not_stored', problem: 'a full disk' },
      ),
    ),
  ),
  secret: fc.constantFrom(
    null,
    'case-0',
    'tagged',
    'advisory',
    'a slow hour',
    'statistical',
    'a remark',
    'the budget is spent',
    ...WORDS,
  ),
});

test('any run, compared or not, tried again or not, under any rule, is derived again byte for byte', () => {
  const seen = new Set<string>();
  const runs = new Map<string, number>();
  always(
    fc.property(run, (drawn) => {
      const { decision, files } = leftBy(drawn);
      expect(problemsOf(files)).toEqual([]);
      for (const word of [decision.verdict, ...decision.reasons.map(({ code }) => code)]) seen.add(word);
      for (const kind of kindsOf(drawn)) runs.set(kind, (runs.get(kind) ?? 0) + 1);
    }),
    {
      seed: 60,
      numRuns: 300,
      examples: [comparedOf('passed'), comparedOf('failed'), CHOSEN, SILENT].map((each) => [each]),
    },
  );
  const wanted = ['error', 'fail', 'inconclusive', 'pass', 'self_check', 'results_lost'];
  expect(wanted.filter((word) => !seen.has(word))).toEqual([]);
  const kinds = [...Object.keys(MODES), 'lean', 'tried again here', 'tried again by a job', 'statistical', 'threshold'];
  expect([...runs.keys()].sort()).toEqual(kinds.sort());
  expect(Math.min(...runs.values()), JSON.stringify([...runs])).toBeGreaterThan(20);
});

/** What a run is counted as. */
function kindsOf({ mode, lean, fresh: tried, policy: { method = POLICY.method } }: Drawn): readonly string[] {
  const side = tried.kind === 'done' ? tried.results.run.side : null;
  return [
    mode,
    method,
    ...(lean ? ['lean'] : []),
    ...(side === null ? [] : [`tried again ${side === 'confirm' ? 'by a job' : 'here'}`]),
  ];
}

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

/** A run of one outcome, compared with runs of main that pass: no more than the comparison decides. */
function comparedOf(outcome: 'passed' | 'failed'): Drawn {
  const even = (all: 'passed' | 'failed') => recorded(Array.from({ length: 6 }, () => Array(6).fill({ outcome: all })));
  return {
    ...{
      mode: 'single',
      lean: false,
      here: even(outcome),
      runs: [even('passed'), even('passed'), even('passed')],
      fresh: { kind: 'none' },
    },
    ...{ policy: { self_check: 'advisory' }, side: 'candidate', remark: null, gone: null, over: null, secret: null },
    audit: BROKEN,
  };
}

/** Lean, of chosen cases whose checks all passed: a floor on them holds although no check is stored. */
const CHOSEN: Drawn = {
  ...comparedOf('passed'),
  ...{ mode: 'of chosen cases', lean: true, runs: [] },
  policy: { metrics: { tools_ok: { min: 0.5, min_mode: 'point' } } },
  here: recorded([
    Array(6).fill({ tools_ok: true, checks: [{ ...CHECK, id: 't1.tools.args', name: 'tools.args', turn: 1 }] }),
  ]),
};

/** Lean, without a call where main calls: its behaviour changed. */
const SILENT: Drawn = {
  ...comparedOf('passed'),
  lean: true,
  policy: { behaviour: 'fail' },
  here: recorded(Array.from({ length: 6 }, () => Array(6).fill({ calls: [] }))),
  runs: Array.from({ length: 3 }, () =>
    recorded(Array.from({ length: 6 }, () => Array(6).fill({ calls: [{ tool: 'search', args: 'a' }] }))),
  ),
};

/** What a run leaves behind. */
function leftBy({
  mode,
  lean,
  here,
  runs,
  policy: rules,
  fresh: tried,
  side,
  remark,
  gone,
  audit: said,
  over,
  secret,
}: Drawn) {
  const redact = secretRedactor(secret === null ? [] : [secret]);
  const effective: Policy = { ...POLICY, ...rules };
  const plain = inMode(mode, resultsFile(here));
  const results = {
    ...plain,
    run: { ...plain.run, side },
    policy: { ...plain.policy, effective: asJson(effective) },
  };
  const main =
    side === 'baseline' ? [] : runs.map((list) => inMode(mode === 'of a fork' ? 'single' : mode, resultsFile(list)));
  const no_baseline = main.length === 0 ? 'nobody has run main' : null;
  const comparison = compare(results, main, no_baseline, 'main');
  const judged = decide(comparison, effective, results, { ...NOTHING_SAID, fresh: tried, remark, gone });
  const checked = selfCheck(judged, effective, said);
  const decided = {
    decision: over === null ? checked : concludeWith(checked, [over]),
    report: REPORT,
    comparison,
    decided_with: {
      ended_by: null,
      serves_as_baseline: true,
      no_baseline,
      treatment_changes: comparison.treatment_changes,
      fresh: freshFacts(tried),
      gone,
      audit: said,
    },
    baseline: { kind: 'none', reason: '', notes: [] } as const,
  };
  const evaluation = { ...decided, ...redactVerdict(decided, redact), results: redactResults(results, redact) };
  const textOf = (file: ResultsFile, isLean = lean) =>
    (isLean ? leanText : resultsText)(redactResults(file, redact)).parts.join('');
  const stored = [
    ['results.json', textOf(results)] as const,
    ...(tried.kind === 'done' ? [['confirmation.json', textOf(tried.results)] as const] : []),
    ...main.map((file, at) => [mainFile(at + 1), textOf(file, true)] as const),
  ];
  const text = sealOf(evaluation)?.(Object.fromEntries(stored.map(([name, file]) => [name, hashOf(file)]))) ?? '';
  return { decision: evaluation.decision, files: new Map([...stored, ['verdict.json', text] as const]) };
}

function inMode(mode: string, file: ResultsFile): ResultsFile {
  return MODES[mode]?.(file) ?? file;
}

const REPORT = reportOf({ candidate: resultsFile([caseRecord('case-0')]), baseline: 'none' });

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
