import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { nextLook } from '#domain/gate/looks/next-look.ts';
import { type Looks, runLooks } from '#domain/trial/looks.ts';
import { type Collected, collectResults } from './collecting/collect-results.ts';
import { type Candidate, willBeAsked } from './decide-run.ts';
import { neverFailCases } from './loading/never-fail-cases.ts';
import { announceCost } from './looking/announce-cost.ts';
import { createLookSchedule, type LookOrder, type LooksRun } from './looking/look-schedule.ts';
import { trialsRange } from './looking/trials-range.ts';
import type { EarlierTrials } from './resuming/earlier-trials.ts';
import { filledUp, withCasesOf } from './resuming/fill-up.ts';
import { type Execution, type ExecutionPorts, executeSuite } from './running/execute-suite.ts';
import { executionOptions } from './running/execution-options.ts';

/** What a run starts from. */
export interface RunStart {
  readonly baseline: BaselineLookup;
  /** What earlier runs of the same commit hand on; `null`: nothing. */
  readonly earlier: EarlierTrials | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** What ran. */
export interface Ran {
  readonly execution: Execution;
  readonly results: ResultsFile;
}

/** Runs the candidate's trials, look by look as far as the gate asks for them. */
export async function runCandidate(candidate: Candidate, start: RunStart, ports: ExecutionPorts): Promise<Ran> {
  const { suite, request } = candidate;
  const { earlier, baseline } = start;
  const { facts } = request;
  const appended = earlier?.decided === true;
  const resumed = earlier?.trials ?? request.resumed;

  const resultsOf = (collected: Collected, looks: LooksRun): ResultsFile =>
    collectResults(
      suite,
      collected,
      { ...looks, appended, baseline_runs: baselineRuns(candidate, baseline), epoch: null },
      facts,
      { created_at: new Date(start.startedAt).toISOString(), finished_at: new Date(ports.clock.now()).toISOString() },
    );
  const looks = looksOf(candidate, start, ports);
  const cases = appended ? filledUp(suite.cases, earlier.planned, looks.at(-1) ?? looks[0]) : suite.cases;
  const order: LookOrder = {
    cases: isHopeless(candidate, baseline) ? [] : cases,
    looks,
    seeds: { tree: facts.commit.sha ?? '', side: facts.run.side },
    never_fail: neverFailCases(suite.cases, suite.config.gate.never_fail),
    appended,
    decide: (records, planned, look) => {
      const soFar = resultsOf({ ...NOTHING_WRONG, records }, { looks: order.looks, look, planned });
      return nextLook(candidate.compareRun(soFar), suite.config.gate, soFar, willBeAsked(request));
    },
  };
  announceCost(trialsRange(order, resumed), baseline, ports);
  const schedule = withCasesOf(suite.cases, createLookSchedule(order));
  const options = executionOptions(suite, facts.run.attempt, resumed);
  const execution = await executeSuite(schedule, ports, options);

  const { unavailable } = execution;
  if (unavailable && unavailable.stderr !== '') {
    ports.progress.untrusted(
      `The agent wrote to standard error (exit code ${unavailable.exit_code ?? 'none'}):`,
      unavailable.stderr,
    );
  }
  return { execution, results: resultsOf(execution, schedule.run()) };
}

const NOTHING_WRONG = { cancelled: false, exhausted: null, unavailable: null } as const;

/**
 * Look by look where chance decides on a comparison; otherwise once: trials that were ended for what they gave would bias a baseline,
 * without one there is nothing to end for, and a shard does not know what the others gave.
 */
function looksOf(
  { suite, request }: Candidate,
  { baseline, earlier }: RunStart,
  { agent, budget, progress }: ExecutionPorts,
): Looks {
  const [first, ...further] = earlier?.looks ?? [];
  if (first !== undefined) return [first, ...further];
  const { available_trials: stored } = agent;
  const range = request.trials ?? suite.config.trials;
  const circumstances = {
    adaptive:
      request.facts.run.side === 'candidate' &&
      request.facts.run.shard === undefined &&
      baseline.kind === 'found' &&
      suite.config.gate.method === 'statistical',
    own: suite.cases.map((one) => one.trials),
    most: budget.caps.max_trials,
  };
  const wanted = runLooks(range, { ...circumstances, stored: null }).at(-1) ?? 1;
  if (stored !== null && stored < wanted)
    progress.note(`${stored} trials per case are stored; ${wanted} were asked for`);
  return runLooks(range, { ...circumstances, stored });
}

/** No trial could change the verdict, so none is paid for. */
function isHopeless({ request }: Candidate, baseline: BaselineLookup): boolean {
  const { missing_secrets: missing, baseline_required: required, facts } = request;
  return missing.length > 0 || (required && baseline.kind === 'none' && facts.run.side !== 'baseline');
}

function baselineRuns({ request }: Candidate, baseline: BaselineLookup): ResultsFile['baseline_runs'] {
  if (baseline.kind === 'none' || request.facts.run.side === 'baseline') return [];
  return baseline.runs.map(({ sha, results }) => ({ run_id: results.run.id, sha }));
}
