import { policySchema } from '#config/gate/policy-schema.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Circumstance } from '#gate/decision/terms/finding.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { JudgeRules } from '#gate/decision/terms/judge-rules.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { whenOpen } from '#report/exit-code.ts';
import type { Report } from '#report/report.ts';
import type { ReportInput } from '#report/report-input.ts';
import { buildReport } from '#report/rows/build-report.ts';
import { decide } from '../gate/decision/in-words.ts';

/** What a test says about a run; the rest is that of an ordinary pull request. */
export interface Situation {
  readonly candidate: ResultsFile;
  /** Results of a run of main, of several (nearest first), or why there are none. */
  readonly baseline: ResultsFile | readonly [ResultsFile, ...ResultsFile[]] | string;
  /** Fresh trials of main. */
  readonly fresh?: Fresh;
  readonly gate?: Record<string, unknown>;
  /** Cases in quarantine on main. */
  readonly quarantine?: Policy['quarantine'];
  /** What is known of the errors of the judge. */
  readonly judge?: JudgeRules;
  readonly facts?: Partial<ReportInput>;
  /** What decides in place of the numbers. */
  readonly circumstance?: Circumstance;
  /** Whether what trials call is compared. */
  readonly behaviour?: 'report' | 'fail';
  /** What was found of the lines that broke cases. */
  readonly explained?: Report['explained'];
  /** Files of the change that carry what changed, by its kind; the model is a setting. */
  readonly unaffected?: Readonly<Record<string, readonly string[]>>;
  /** Address of the uploaded HTML report. */
  readonly html_url?: string;
}

const REPORTS = new WeakMap<Situation, Report>();

/** The same where the default branch has another name. */
export function reportOfBranch(situation: Situation, main: string): Report {
  return madeReport(situation, main);
}

/** The report of a situation, by the way that a run takes: compare, decide, build. That of the same situation is made once. */
export function reportOf(situation: Situation): Report {
  const report = REPORTS.get(situation) ?? madeReport(situation);
  REPORTS.set(situation, report);
  return report;
}

function madeReport(situation: Situation, main = 'main'): Report {
  const { candidate, gate = {}, judge, quarantine, behaviour, fresh, facts = {}, circumstance, explained } = situation;
  const policy = {
    ...policySchema.parse(gate),
    ...(judge && { judge }),
    ...(quarantine && { quarantine }),
    ...(behaviour && { behaviour }),
  };
  const baseline = lookupOf(situation.baseline);
  const runs = baseline.kind === 'found' ? baseline.runs.map(({ results }) => results) : [];
  const comparison = compare(candidate, runs, baseline.kind === 'found' ? null : baseline.reason, main);
  const decision = decide(comparison, policy, candidate, {
    main,
    ...(fresh && { fresh }),
    ...(circumstance && { circumstances: [circumstance] }),
  });
  const report = buildReport({
    decision,
    comparison,
    results: { ...candidate, policy: { ...candidate.policy, effective: JSON.parse(JSON.stringify(policy)) } },
    cases: [],
    evidence: new Map(),
    baseline,
    duration_ms: 190_000,
    when_open: whenOpen(null, policy, decision.reasons),
    name: null,
    repository_url: 'https://github.com/acme/shop',
    run_url: 'https://github.com/acme/shop/actions/runs/42',
    program: ['npx', 'github:acme/agent-eval-action#v1'],
    confirmation: fresh?.kind === 'done' ? fresh.results : null,
    notes: [],
    ...facts,
  });
  const treatment_changes = report.treatment_changes.map((change) => {
    const files = situation.unaffected?.[change.kind === 'setting' ? change.name : change.kind];
    return files === undefined ? change : { ...change, files };
  });
  return { ...report, treatment_changes, html_url: situation.html_url ?? null, ...(explained && { explained }) };
}

function lookupOf(baseline: Situation['baseline']): BaselineLookup {
  if (typeof baseline === 'string') return { kind: 'none', reason: baseline, notes: [] };
  const [nearest, ...others] = 'schema_version' in baseline ? [baseline] : baseline;
  const { sha } = nearest.commit;
  return {
    kind: 'found',
    runs: [stored(nearest), ...others.map(stored)],
    target_sha: sha,
    choice: `the run of ${(sha ?? '').slice(0, 7)} on main, the merge base with main`,
    notes: [],
  };
}

function stored(results: ResultsFile): StoredRun {
  return { results, sha: results.commit.sha, url: 'https://github.com/acme/shop/actions/runs/41', place: '41' };
}
