import { declaresCoverage } from '#cases/suite/coverage/coverage-rules.ts';
import { concludeWith } from '#gate/decision/rules/conclude.ts';
import { NOTHING_SAID } from '#gate/decision/terms/surroundings.ts';
import { leftOutNotes } from '#report/left-out-notes.ts';
import type { Execution } from '#runner/trials/execute-suite.ts';
import { watchedFromStart, watchGraders } from '#runner/trials/watch-graders.ts';
import { unitedIncident } from '#trials/trial/provider-incident.ts';
import type { TryAgain } from './again/try-again.ts';
import { tryAgainHere } from './again/try-again-here.ts';
import { isAllUnaffected, selectReached } from './base-side/unaffected-cases.ts';
import { circumstancesOf, refuseForeign, refuseUnreadable } from './concluding/circumstances-of.ts';
import { concludeAgain } from './concluding/conclude-again.ts';
import { type DecidedRun, decideRun } from './concluding/decide-run.ts';
import { evaluationOf } from './concluding/evaluation-of.ts';
import { type KeptHistory, keepHistory } from './concluding/keep-history.ts';
import { withOwnVerdict, withStanding } from './concluding/what-stands.ts';
import { discoverCases, type SuiteOfTests, suiteOfTests } from './load/discover-cases.ts';
import { asHashedHere, changedTests, type TestFiles, type VanishedCases, vanishedCases } from './load/test-files.ts';
import { leftToMerge, withStop } from './merging/shard-verdict.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';
import type { EvaluatePorts, EvaluateRequest } from './request/evaluate-request.ts';
import type { Evaluation } from './request/evaluation.ts';
import { runCandidate } from './run-candidate.ts';

/** Baseline → trials, look by look → comparison → what looks worse tried again on both sides → verdict → report. The caller publishes. */
export async function evaluate(ownRequest: EvaluateRequest, world: EvaluatePorts): Promise<Evaluation> {
  const startedAt = world.clock.now();
  const { request, tests } = await withTests(ownRequest, world);
  const custom = await watchGraders(world.custom, world.files, request.suite);
  const { cases, grader_hashes } = request.suite;
  const main = tests === null ? world : withMainsTests(world, request.suite, tests);
  const ports = { ...main, custom, agent: watchedFromStart(world.agent, custom) };
  const run = await prepareRun(request, ports, startedAt);
  const ran = await runAndJudge(request, run, ports).finally(() =>
    ports.agent.close().finally(() => ports.base.close()),
  );
  const { execution } = ran;
  const incident = unitedIncident([run.earlier?.incident ?? [], ports.agent.incident?.() ?? []].flat());
  const { side, shard } = request.facts.run;
  const called = (await ports.agent.called?.(side === 'baseline', ports.signal)) ?? [];
  const seen = { ...(incident !== null && { incident }), ...(called.length > 0 && { called }) };
  const judged = { ...ran.judged, results: { ...ran.judged.results, ...seen } };

  const before = side === 'baseline' && shard === undefined ? run.baseline : null;
  const { gate } = run.base.suite.config;
  const history: KeptHistory =
    before === null
      ? { results: judged.results, warnings: [], rows: null }
      : keepHistory(judged.results, before, {
          policy: gate,
          run_url: request.names.run_url,
        });
  const { results: epochResults, warnings } = history;
  for (const warning of warnings) ports.progress.warn(warning);

  const changed_graders = [
    ...(await custom.changed()),
    ...(tests === null ? [] : await changedTests({ cases, grader_hashes }, tests)),
  ];
  const faults = circumstancesOf({
    request,
    execution,
    nothing_to_run: isAllUnaffected(run.base),
    changed_graders,
    tests_unknown: tests === null && request.suite.config.agent.kind === 'suite',
    vanished: tests === null || judged.decision.verdict === 'error' ? null : await vanishedHere(request, run, tests),
    baseline: run.baseline,
  });
  const concluding = concludeWith(judged.decision, [...leftToMerge(epochResults), ...faults]);
  const decision = withStanding(concluding, request.facts, run.past);
  const results = faults.length === 0 ? epochResults : withStop(epochResults, decision);
  const left = leftOutNotes(results, execution);
  const evaluation = await evaluationOf({
    request,
    base: run.base,
    judged: { ...judged, results, decision, confirmation: judged.confirmation ?? run.earlier?.confirmation ?? null },
    baseline: run.compared,
    execution,
    duration_ms: ports.clock.now() - run.startedAt,
    history: history.rows?.(decision.verdict) ?? null,
    paid: ports.budget.paid(),
    notes: [...(request.notes ?? []), ...run.notes, ...warnings, ...ports.agent.notes(), ...judged.notes, ...left],
  });
  const further = [...refuseUnreadable(results), ...refuseForeign((await ports.foreign_writings?.()) ?? [])];
  const concluded = further.reduce(concludeAgain, evaluation);
  const { explained } = run.earlier ?? {};
  const stored = withOwnVerdict(concluded.results, concluded.decision, run.past);
  return { ...concluded, results: { ...stored, ...(explained && { explained }) } };
}

/** The request with the tests of a runner as its cases. A run that will try nothing needs none. */
async function withTests(
  request: EvaluateRequest,
  ports: EvaluatePorts,
): Promise<{ readonly request: EvaluateRequest; readonly tests: TestFiles | null }> {
  if (request.withheld !== undefined || request.secrets.missing.length > 0) return { request, tests: null };
  const discovery = (await unreachedTests(request, ports)) ?? (await discoverCases(request.suite, ports));
  if ('unavailable' in discovery) return { request: { ...request, ...discovery }, tests: null };
  return { request: { ...request, suite: discovery.suite }, tests: discovery.tests };
}

/** The tests of main's nearest run, if a change can reach none of them: no round has to run to know them. */
async function unreachedTests(
  { suite, policy, facts, run_all }: EvaluateRequest,
  { baselines, files }: EvaluatePorts,
): Promise<SuiteOfTests | null> {
  const { agent } = suite.config;
  if (agent.kind !== 'suite' || facts.run.side === 'baseline' || run_all === true) return null;
  if (policy?.origin.kind !== 'base' || !declaresCoverage(policy.origin.base.coverage)) return null;
  const lookup = await baselines.find();
  if (lookup.kind === 'none') return null;
  const { cases } = lookup.runs[0].results;
  const tests = cases.map(({ id, name, source }) => ({ name: name ?? id, path: source?.file ?? suite.config_path }));
  const known = await suiteOfTests(suite, agent, tests, files);
  return isAllUnaffected(await selectReached(known.suite, policy, lookup, files)) ? known : null;
}

/** Main's runs and its trials of today, which know the tests that ran here. */
function withMainsTests(world: EvaluatePorts, suite: EvaluateRequest['suite'], tests: TestFiles): EvaluatePorts {
  const { cases, grader_hashes } = suite;
  const find: EvaluatePorts['baselines']['find'] = async (pinned) =>
    asHashedHere(await world.baselines.find(pinned), suite, tests);
  const run: EvaluatePorts['base']['run'] = (order) => world.base.run({ ...order, tests: { cases, grader_hashes } });
  return { ...world, baselines: { ...world.baselines, find }, base: { ...world.base, run } };
}

async function vanishedHere(
  { facts, suite }: EvaluateRequest,
  { compared }: PreparedRun,
  tests: TestFiles,
): Promise<VanishedCases | null> {
  if (facts.run.side === 'baseline' || compared.kind === 'none') return null;
  return vanishedCases(
    compared.runs.map(({ results }) => results),
    suite,
    tests,
  );
}

async function runAndJudge(
  request: EvaluateRequest,
  prepared: PreparedRun,
  ports: EvaluatePorts,
): Promise<{ readonly execution: Execution; readonly judged: DecidedRun }> {
  const { base, baseline, compared, earlier } = prepared;
  const { execution, results, ended_by } = await runCandidate(request, prepared, ports);
  const { serves_as_baseline = NOTHING_SAID.serves_as_baseline, names, facts } = request;
  const rules = {
    gate: base.suite.config.gate,
    base,
    run: facts.run,
    context: { ended_by, serves_as_baseline, ...(names.main !== undefined && { main: names.main }) },
  };
  const sha = baseline.kind === 'found' ? baseline.target_sha : null;
  const mainCommit = { sha, earlier: earlier?.confirmation ?? null, trials: earlier?.trials ?? request.resumed };
  const again =
    results.again === undefined
      ? null
      : request.confirm === 'job'
        ? BY_MERGE
        : tryAgainHere(base.suite, mainCommit, ports);
  return { execution, judged: await decideRun(results, compared, rules, again) };
}

/** Both sides' fresh trials are made by the job that merges. */
const BY_MERGE: TryAgain = async (_, { results }) => ({
  results,
  fresh: { kind: 'unavailable', reason: 'the job with mode: merge does it' },
  notes: [],
});
