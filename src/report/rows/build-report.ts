import { plainPath } from '#cases/suite/graders/grader-files.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { newDullCases } from '#gate/bite/dull-cases.ts';
import { improvementsOf } from '#gate/decision/improvements.ts';
import { collectEvidence, tagsOf } from '#gate/decision/terms/collect-evidence.ts';
import type { Decision, DecisionNumbers, ScopeDecisions } from '#gate/decision/terms/decision.ts';
import { METRIC_NAMES } from '#gate/decision/terms/metrics.ts';
import { measureSuite } from '#trials/metrics/measure-suite.ts';
import { endingModels } from '#trials/model-ends/ending-models.ts';
import type { UsageRecord } from '#trials/trial/trial-record.ts';
import { paidWords } from '../amount-of-work.ts';
import { causesOf } from '../causes.ts';
import { incidentNotes } from '../incident-words.ts';
import type { MetricState } from '../metric-state.ts';
import type { BaselineSummary, Report, RunSummary } from '../report.ts';
import type { ReportInput } from '../report-input.ts';
import type { TagRow } from '../tag-row.ts';
import { caseRows } from './case-rows.ts';
import { failedRules } from './failed-rules.ts';
import { metricRows } from './metric-rows.ts';
import { increaseState, passRateState, recallState } from './metric-tests.ts';
import { grownRemarks, outlierRemarks, typeRemarks } from './remarks.ts';
import { NOTHING_UNSPOKEN } from './unspoken.ts';
import { floorState, worst } from './with-floor.ts';

/** Builds the one model that every output is rendered from. */
export function buildReport(input: ReportInput): Report {
  const { decision, comparison, results, baseline } = input;
  const run = runSummary(input);
  const improved = improvementsOf(collectEvidence(comparison, results).paired, decision.decision.trials);
  const facts = {
    run,
    baseline: baselineSummary(baseline, comparison),
    when_open: input.when_open,
    html_url: null,
    history: input.history ?? [],
    audit: input.audit ?? null,
    accepts: results.accepts ? { path: results.accepts.path, owners: results.accepts.owners } : null,
    treatment_changes: comparison.treatment_changes,
    dull_cases: newDullCases(comparison, input.cases),
    unspoken: input.unspoken ?? NOTHING_UNSPOKEN,
    condition_differences: comparison.condition_differences,
    ...endingIn(results, baseline),
    notes: [
      ...baseline.notes,
      ...comparison.left_out,
      ...paidWords(run),
      ...incidentNotes(results, input.confirmation, baseline),
      ...input.notes,
    ],
    causes: causesOf(comparison.cases.map(({ id, candidate }) => ({ id, trials: candidate?.trials ?? [] }))),
    remarks: [
      ...grownRemarks(comparison, decision.main),
      ...outlierRemarks(comparison, decision.main),
      ...typeRemarks(results.cases),
    ],
    metrics: metricRows(comparison, decision.decision),
    improved,
    cases: caseRows(input, improved.cases),
    tags: tagRows(comparison, decision.decision),
    policy: results.policy.effective,
    guarded: guardedOf(input),
  };
  return withDecision(facts, decision);
}

/** A report with another decision. */
export function withDecision(
  facts: Omit<Report, 'verdict' | 'main' | 'heading' | 'reasons' | 'numbers'>,
  { verdict, main, heading, reasons, decision: numbers }: Decision,
): Report {
  return { ...facts, verdict, main, heading, reasons, numbers };
}

/** A report with the lines that broke its cases; what searching them cost is spent too. */
export function withExplained(report: Report, explained: NonNullable<Report['explained']>): Report {
  const cost = sum(explained.map(({ cost_usd }) => cost_usd));
  const { cost_usd: spent } = report.run;
  return { ...report, explained, run: { ...report.run, cost_usd: spent === null ? null : spent + (cost ?? 0) } };
}

/** A change is told of main's models: what it calls itself becomes main's when it is merged. */
function endingIn(results: ResultsFile, baseline: BaselineLookup): Pick<Report, 'ending'> {
  const isOfMain = results.run.side === 'baseline' || baseline.kind === 'none';
  const { called = [] } = isOfMain ? results : baseline.runs[0].results;
  const ending = endingModels(called, results.created_at);
  return called.length === 0 ? {} : { ending };
}

/** Files that decide: those of the config; without it, or where its own runner has tests, those that the results name. */
function guardedOf({ guarded = [], results: { agent, config, cases, accepts } }: ReportInput): Report['guarded'] {
  const named = [
    ...[config.path, ...cases.flatMap(({ source }) => source?.file ?? []), ...(accepts ? [accepts.path] : [])],
    ...Object.keys(agent.treatment.tests ?? {}),
  ];
  const known = new Set(guarded.map(({ glob }) => glob));
  const added = guarded.length === 0 || agent.kind === 'suite' ? named.filter((file) => !known.has(file)) : [];
  return [...guarded, ...[...new Set(added)].map((glob) => ({ glob, except: [] }))];
}

function runSummary(input: ReportInput): RunSummary {
  const { results, comparison, decision, name, duration_ms, repository_url, run_url, program, folder = '' } = input;
  const { cases, config, commit, agent } = results;
  const trials = cases.flatMap((item) => item.trials);
  const errors = trials.filter((trial) => trial.outcome === 'error').length;
  const unpriced = cases.filter((item) =>
    item.trials.some(({ usage, user_usage: user }) => isUnpriced(usage, user)),
  ).length;
  const unpricedJudge = trials.some(({ judge_usage: judge }) => isUnpriced(judge));
  const spent = sum(trials.flatMap(({ usage, user_usage: user }) => [usage.cost_usd, user?.cost_usd ?? null]));
  const cost_usd = knownSum(spent, unpriced > 0);
  return {
    name: name ?? config.path,
    config_path: config.path,
    cases: cases.length,
    trials_per_case: range(cases.map(plannedTrials)),
    scored_trials: trials.length - errors,
    error_trials: errors,
    total_tokens: sum(
      trials.flatMap(({ usage, user_usage: user }) => [usage.total_tokens, user?.total_tokens ?? null]),
    ),
    cost_usd,
    ...(results.judge === undefined
      ? {}
      : {
          judge: {
            total_tokens: sum(trials.map(({ judge_usage: judge }) => judge?.total_tokens ?? null)),
            cost_usd: unpricedJudge ? null : sum(trials.map(({ judge_usage: judge }) => judge?.cost_usd ?? null)),
          },
        }),
    ...(cost_usd === null || unpriced === 0 ? {} : { unpriced_cases: unpriced }),
    ...paidFor(input),
    duration_ms,
    sha: commit.sha,
    head_sha: commit.head_sha,
    repository_url,
    diff_url:
      repository_url !== null && commit.pull_request !== null
        ? `${repository_url}/pull/${commit.pull_request}/files`
        : null,
    run_url,
    folder,
    program,
    rerun: rerunCommand(pathFromRoot({ folder }, config.path), program, comparison.has_baseline ? decision.main : null),
    ...(agent.kind === 'suite' && { reruns_all: true as const }),
  };
}

/** What is told: both sides, or the calls of rounds, which are no trial's. */
function paidFor({ results, confirmation, paid }: ReportInput): Pick<RunSummary, 'paid'> {
  const counted = ({ cases }: ResultsFile) => {
    const trials = cases.flatMap((item) => item.trials);
    const cost_usd = sum(trials.map(({ usage }) => usage.cost_usd));
    return { trials: trials.length, calls: 0, tokens: 0, cost_usd };
  };
  const known = paid ?? (confirmation ? { change: counted(results), main: counted(confirmation) } : null);
  const isTold =
    known !== null && (known.main.trials > 0 || (results.agent.kind === 'suite' && known.change.calls > 0));
  return isTold ? { paid: known } : {};
}

/** Some of it used tokens whose price is unknown. */
function isUnpriced(...usages: readonly (UsageRecord | null | undefined)[]): boolean {
  return usages.some((usage) => usage != null && usage.cost_usd === null && usage.total_tokens !== null);
}

/** A sum with an unknown part is unknown. */
function knownSum(cost_usd: number | null, is_partial: boolean): number | null {
  return cost_usd === 0 && is_partial ? null : cost_usd;
}

function baselineSummary(baseline: BaselineLookup, { pool, cases }: Comparison): BaselineSummary {
  if (baseline.kind === 'none') return { kind: 'none', reason: baseline.reason };
  const { results, sha, url } = baseline.runs[0];
  return {
    kind: 'found',
    runs: pool.length,
    sha,
    choice: baseline.choice,
    url,
    created_at: results.created_at,
    trials_per_case: range(cases.flatMap((item) => item.baseline?.trials.length ?? [])),
  };
}

/** Without those that only confirm a failure. */
function plannedTrials({ trials, planned_trials: planned }: CaseRecord): number {
  return trials.filter(({ index }) => index <= planned).length;
}

function range(numbers: readonly number[]): { readonly least: number; readonly most: number } | null {
  if (numbers.length === 0) return null;
  const [first = 0] = numbers;
  return numbers.reduce(({ least, most }, next) => ({ least: Math.min(least, next), most: Math.max(most, next) }), {
    least: first,
    most: first,
  });
}

/** Sum of the known values; `null` if none is known. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

/** A path of a run, from the root of the repository. */
export function pathFromRoot({ folder }: Pick<RunSummary, 'folder'>, path: string): string {
  return folder === '' ? path : plainPath(`${folder}/${path}`);
}

/**
 * The command that runs a config, as program and arguments.
 *
 * @param program how the reader starts this program
 * @param against the branch to compare with; `null`: it has no results
 */
export function rerunCommand(
  config: string,
  program: readonly string[],
  against: string | null = null,
): readonly string[] {
  return [
    ...program,
    'run',
    ...(config === 'agent-eval.yml' ? [] : ['--config', config]),
    ...(against === null ? [] : ['--against', against]),
  ];
}

/** The command that runs these cases; the whole suite where its own runner can't be told which. */
export function rerunOf({ rerun, reruns_all: isWhole }: RunSummary, ids: readonly string[]): readonly string[] {
  return isWhole === true ? rerun : [...rerun, '--cases', ids.join(',')];
}

/** The command that searches the lines that broke a case; `null`: it can't be run alone, or there is no branch to compare with. */
export function whichOf({ rerun, program, reruns_all: isWhole }: RunSummary, id: string): readonly string[] | null {
  return isWhole !== true && rerun.includes('--against')
    ? [...program, 'which', id, ...rerun.slice(program.length + 1)]
    : null;
}

/** Figures per tag, sorted by tag: a tag with a rule on the cases that the rule covers, others on those that have it here. */
export function tagRows({ cases }: Comparison, numbers: DecisionNumbers): readonly TagRow[] {
  const here = cases.filter(({ candidate }) => candidate !== null);
  const has = (evalCase: ComparedCase, tag: string) =>
    (Object.hasOwn(numbers.tags, tag) ? tagsOf(evalCase) : (evalCase.candidate?.tags ?? [])).includes(tag);
  const tags = new Set(here.flatMap((evalCase) => tagsOf(evalCase).filter((tag) => has(evalCase, tag))));
  const failed = failedRules(numbers);
  return [...tags].sort().map((tag) => {
    const tagged = here.filter((evalCase) => has(evalCase, tag));
    const measured = measureSuite(tagged.flatMap((evalCase) => evalCase.candidate ?? []));
    const compared = tagged
      .filter((evalCase) => evalCase.status === 'comparable')
      .flatMap((evalCase) => evalCase.baseline ?? []);
    return {
      tag,
      cases: tagged.length,
      baseline: compared.length > 0 ? measureSuite(compared) : null,
      figures: measured,
      state: tagState(tag, numbers),
      failed_rules: failed.flatMap((item) => (item.tag === tag ? [`${item.metric}.${item.rule}`] : [])),
    };
  });
}

/** The worst state of the policy's rules for a tag. */
function tagState(tag: string, numbers: DecisionNumbers): MetricState {
  const tests = testsOf(tag, numbers);
  const floorStates = numbers.floors.filter((floor) => floor.tag === tag).map(floorState);
  return worst([
    tests?.pass_rate ? passRateState(tests.pass_rate) : 'none',
    tests?.tool_recall ? recallState(tests.tool_recall) : 'none',
    ...METRIC_NAMES.flatMap((metric) => tests?.[metric] ?? []).map(increaseState),
    ...floorStates,
  ]);
}

function testsOf(tag: string, { tags }: DecisionNumbers): ScopeDecisions | null {
  return Object.hasOwn(tags, tag) ? (tags[tag] ?? null) : null;
}
