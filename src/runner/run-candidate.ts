import { cutEnd } from '#common/cut.ts';
import { isMarked } from '#config/base-rules/lost-marks.ts';
import { compareWithMain } from '#gate/baseline/comparison/compare-with-main.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { nextLook } from '#gate/decision/next-look.ts';
import type { Budget } from '#ports/ports.ts';
import { againStages } from '#runner/again/can-try-again.ts';
import { announceCost } from '#runner/looks/announce-cost.ts';
import { filledUp, withCasesOf } from '#runner/looks/fill-up.ts';
import { createLookSchedule, type LookOrder, type LooksRun } from '#runner/looks/look-schedule.ts';
import { createPace } from '#runner/looks/pace.ts';
import { trialsRange } from '#runner/looks/trials-range.ts';
import type { EvaluateRequest } from '#runner/request/evaluate-request.ts';
import { type Collected, collectResults } from '#runner/results/collect-results.ts';
import { looksOf } from './looks-of.ts';
import type { PreparedRun } from './prepare-run.ts';
import { auditOf } from './trials/audits.ts';
import { type Execution, type ExecutionPorts, executeSuite } from './trials/execute-suite.ts';
import { executionOptions } from './trials/execution-options.ts';

/** The result of running the candidate. */
export interface Ran {
  readonly execution: Execution;
  readonly results: ResultsFile;
  /**
   * Which cap ended it and how to fix that, a sentence part; `null`: none did. Read before a confirmation spends from the same
   * budget.
   */
  readonly ended_by: string | null;
}

/** Runs the candidate's trials, look by look as long as the gate needs more. */
export async function runCandidate(request: EvaluateRequest, start: PreparedRun, ports: ExecutionPorts): Promise<Ran> {
  const { earlier, baseline, compared } = start;
  const { suite } = start.base;
  const { facts } = request;
  const { never_fail } = suite.config.gate;
  const again = againStages(request, baseline, ports.agent);
  // Where fresh trials decide, a run of the same content draws no new ones, and its looks give the same result.
  const appended = earlier?.decided === true && again === null;
  const resumed = earlier?.trials ?? request.resumed;

  const resultsOf = (collected: Collected, looks: LooksRun): ResultsFile =>
    collectResults(
      suite,
      collected,
      {
        ...looks,
        ...(again !== null && { again }),
        appended,
        baseline_runs: baselineRuns(request, baseline),
        epoch: null,
      },
      facts,
      { created_at: new Date(start.startedAt).toISOString(), finished_at: new Date(ports.clock.now()).toISOString() },
    );
  const looks = looksOf(request, start, ports);
  const isFilledUp = appended || earlier?.last_run !== undefined;
  const cases = isFilledUp ? filledUp(suite.cases, earlier.planned, looks.at(-1) ?? looks[0]) : suite.cases;
  const pace = createPace(ports.clock);
  const order: LookOrder = {
    cases: isHopeless(request, baseline) ? [] : cases,
    looks,
    seeds: { tree: facts.commit.sha ?? '', side: facts.run.side },
    never_fail: new Set(suite.cases.filter((evalCase) => isMarked(evalCase, never_fail)).map(({ id }) => id)),
    appended,
    decide: (records, planned, look) =>
      pace.spend(() => {
        const soFar = resultsOf({ ...NOTHING_WRONG, records }, { looks: order.looks, look, planned });
        return nextLook(compareWithMain(soFar, compared, facts.run), suite.config.gate, soFar);
      }),
    // With many cases a decision takes as long as many trials, and fifty may end one after the other at the end of a look.
    mayAskAhead: pace.isRested,
  };
  announceCost(trialsRange(order, resumed), baseline, ports);
  const schedule = withCasesOf(suite.cases, createLookSchedule(order));
  const options = executionOptions(suite, facts.run.attempt, resumed);
  const audit =
    ports.auditor === undefined
      ? null
      : auditOf(ports.auditor, {
          run: facts.run,
          tree: facts.commit.sha ?? '',
          first_look: looks[0],
          baseline,
        });
  if (audit?.idle === true) ports.progress.note(NOTHING_TO_AUDIT);
  const ran = await executeSuite(schedule, { ...ports, ...(audit !== null && { audit }) }, options);
  const execution = { ...ran, unavailable: request.unavailable ?? ran.unavailable };

  const { unavailable } = execution;
  if (unavailable && unavailable.stderr !== '') {
    const who = request.suite.config.agent.kind === 'suite' ? 'runner' : 'agent';
    const exit = unavailable.exit_code === null ? '' : ` (exit code ${unavailable.exit_code})`;
    ports.progress.untrusted(`The ${who} wrote to standard error${exit}:`, unavailable.stderr);
  }
  const results = resultsOf(execution, schedule.run());
  return { execution, results, ended_by: endOf(results, ports.budget) };
}

const NOTHING_TO_AUDIT =
  'judge.audit grades nothing in this run: this second judge graded no trial of main that the run is compared with. It begins with the first run of main whose config has this judge.audit: on GitHub the next one, in a terminal the one that --against makes, or "run" without a baseline, for --baseline';

function endOf({ complete, stop }: ResultsFile, budget: Budget): string | null {
  if (complete || stop.reason !== 'budget') return null;
  const ended = budget.refusedTrial() ?? budget.exhausted();
  return ended === null ? null : cutEnd(ended, LONGEST_END);
}

/** Limit for a sentence that may include a model's name, which a server chooses. */
const LONGEST_END = 300;

const NOTHING_WRONG = { cancelled: false, exhausted: null, unavailable: null } as const;

/** No trial could change the verdict, so none is paid for. */
function isHopeless(request: EvaluateRequest, baseline: BaselineLookup): boolean {
  const { withheld, secrets, baseline_required: required, facts } = request;
  return (
    withheld !== undefined ||
    secrets.missing.length > 0 ||
    (required && baseline.kind === 'none' && facts.run.side !== 'baseline')
  );
}

function baselineRuns({ facts }: EvaluateRequest, baseline: BaselineLookup): ResultsFile['baseline_runs'] {
  if (baseline.kind === 'none' || facts.run.side === 'baseline') return [];
  return baseline.runs.map(({ sha, results }) => ({ run_id: results.run.id, sha }));
}
