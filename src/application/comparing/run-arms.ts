import { executeSuite } from '#application/trials/execute-suite.ts';
import { executionOptions } from '#application/trials/execution-options.ts';
import { asRun } from '#domain/baseline/results/arms-of-run.ts';
import { leanTrial } from '#domain/baseline/results/lean-results.ts';
import type { ArmsOfRun, OtherArm, ResultsFile } from '#domain/baseline/results/results-file.ts';
import { cutEnd } from '#domain/cut.ts';
import { errorMessage } from '#domain/error-message.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { trialList } from '#domain/trial/trial-schedule.ts';
import type { AgentSide } from './run-agents.ts';

/** The arms of the agent besides the one that is judged. */
export interface OtherArms {
  /** Name of the one that is judged. */
  readonly own: string;
  readonly sides: readonly AgentSide[];
  /** Stores what an arm did, as a run of its own. */
  readonly store: (side: AgentSide, results: ResultsFile) => Promise<void>;
}

/** The other arms in a run. Nothing that they do ends it, or decides. */
export interface ArmsRun {
  /** Sets all of them up. */
  prepare(signal: AbortSignal): Promise<void>;
  /** Makes a trial with each of them, right before or after the judged one: the seed of the trial says which. */
  beside(plan: TrialPlan, when: 'before' | 'after'): Promise<void>;
  /** The results of the judged arm with the trials of the others, which end here and are stored. */
  finish(results: ResultsFile): Promise<ResultsFile>;
}

/** Makes every trial of a run with the other arms too, one after the other, so that what changes in time meets all of them alike. */
export function runArms({ own, sides, store }: OtherArms): ArmsRun {
  const states = sides.map((side): State => ({ side, records: new Map(), stopped: null }));
  return {
    async prepare(signal) {
      for (const state of states)
        await state.side.ports.agent.prepare(signal).catch((error: unknown) => stop(state, errorMessage(error)));
    },
    async beside(plan, when) {
      if ((plan.seed % 2 === 0 ? 'before' : 'after') !== when) return;
      for (const state of states) if (state.stopped === null) await make(plan, state);
    },
    async finish(results) {
      const others: OtherArm[] = [];
      for (const state of states) {
        await state.side.ports.agent.close();
        const other = armOf(state, results);
        others.push(other);
        const whole = results.cases.map((item) => ({ ...item, trials: sorted(state.records.get(item.id) ?? []) }));
        await store(state.side, { ...asRun(other, results), cases: whole });
      }
      const arms: ArmsOfRun = { own, others };
      return { ...results, arms };
    },
  };
}

/** An arm with its trials so far, by case. */
interface State {
  readonly side: AgentSide;
  readonly records: Map<string, readonly TrialRecord[]>;
  /** Why it makes no more trials. */
  stopped: string | null;
}

function stop(state: State, why: string): void {
  state.stopped ??= cutEnd(why, LONGEST);
  state.side.ports.progress.warn(`Arm ${state.side.name} makes no trials: ${state.stopped}`);
}

/** Limit for a reason that a program may have written. */
const LONGEST = 500;

async function make(plan: TrialPlan, state: State): Promise<void> {
  const { ports, suite } = state.side;
  const progress = { ...ports.progress, start() {}, begins() {}, trial() {}, stop() {} };
  const options = { ...executionOptions(suite, 1), concurrency: 1 };
  const done = await executeSuite(trialList([plan], [plan.index]), { ...ports, progress }, options).catch(
    (error: unknown) => errorMessage(error),
  );
  if (typeof done === 'string') return stop(state, done);
  const { records, unavailable } = done;
  for (const [id, more] of records) state.records.set(id, [...(state.records.get(id) ?? []), ...more]);
  if (unavailable !== null && state.stopped === null) stop(state, unavailable.message);
}

/** What results.json keeps of it. */
function armOf({ side, records, stopped }: State, { cases }: ResultsFile): OtherArm {
  const { treatment } = side.suite;
  const known = cases.map(({ id }) => ({
    id,
    trials: sorted(records.get(id) ?? []).map(leanTrial),
  }));
  const served = known.flatMap(({ trials }) => trials.flatMap(({ usage }) => usage.models ?? []));
  return {
    name: side.name,
    problem: known.every(({ trials }) => trials.length === 0) ? stopped : null,
    treatment_hash: treatment.hash,
    models: [...new Set(served)].sort().slice(0, MOST_MODELS),
    cases: known.filter(({ trials }) => trials.length > 0),
  };
}

function sorted(records: readonly TrialRecord[]): readonly TrialRecord[] {
  return records.toSorted((one, other) => one.index - other.index);
}

/** As many as a results file may have. */
const MOST_MODELS = 1_000;
