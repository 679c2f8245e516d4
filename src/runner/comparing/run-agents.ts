import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Progress, ProgressState } from '#ports/progress.ts';
import type { AgentRun } from '#report/model-comparison/compare-agents.ts';
import { collectResults, type RunOrigin } from '#runner/results/collect-results.ts';
import { type Execution, type ExecutionPorts, executeSuite, plus } from '#runner/trials/execute-suite.ts';
import { executionOptions } from '#runner/trials/execution-options.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { planTrials } from '#trials/trial/plan-trials.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { trialList } from '#trials/trial/trial-schedule.ts';

/** One of the agents, open. The suites of all have the same cases. */
export interface AgentSide {
  readonly name: string;
  readonly suite: LoadedSuite;
  readonly ports: ExecutionPorts;
  /** Another one starts a server at the same address, so that each is ended after its turn. */
  readonly yields: boolean;
}

/** How agents are compared. */
export interface ComparisonOrder {
  /** Trials per case of every agent, unless a case sets its own number. */
  readonly trials: number;
  readonly facts: RunOrigin;
  /** Between blocks: which of them take no more turns, by what ran so far, and no case sets its own number; absent: all of them run every trial. */
  readonly ended?: (ran: readonly RanSoFar[]) => readonly boolean[];
}

/** What one of them did so far, and whether it can't run any more. */
export interface RanSoFar extends Pick<Execution, 'records'> {
  readonly stopped: boolean;
}

/** The runs of the agents, and why they ended early. */
export interface ComparedRuns {
  readonly runs: readonly AgentRun[];
  readonly cancelled: boolean;
  /** Which cap left trials out, a sentence; `null`: none did. */
  readonly exhausted: string | null;
}

/**
 * Runs every case with every agent on equal terms: all of them are set up before the first trial; then they take turns, block by block of
 * whole rounds over the cases, each time starting with the next agent. So a provider that gets slower or a cap that ends the run meets all
 * of them alike. Trials of one case and index have the same seed for all. Agents that can't run are left out; it doesn't throw for what
 * agents do. The caller closes them.
 */
export async function runAgents(given: readonly AgentSide[], order: ComparisonOrder): Promise<ComparedRuns> {
  const { trials } = order;
  const sides = order.ended === undefined ? given : given.map(withEqualCases);
  const startedAt = sides[0]?.ports.clock.now() ?? 0;
  const states = sides.map(
    (side): State => ({ side, blocks: blocksOf(side, trials), done: [], reached: 0, stopped: null }),
  );
  const total = states.reduce((sum, { blocks }) => sum + blocks.flat().length, 0);
  const concurrency = Math.max(1, ...sides.map(({ suite }) => suite.config.concurrency));
  const shared = sides[0] && sharedProgress(sides[0].ports.progress, { total, concurrency });
  for (const state of states) await prepare(state);
  shared?.start();
  try {
    await takeTurns(states, order, (side) => ({
      ...side.ports,
      progress: shared?.of(side.ports.progress) ?? side.ports.progress,
    }));
  } finally {
    shared?.stop();
  }
  const executions = states.map(uniteBlocks);
  return {
    runs: states.map(({ side, stopped, reached }, at) => ({
      name: side.name,
      results: resultsOf(side, executions[at] ?? NOTHING, {
        ...order,
        trials: order.ended === undefined ? trials : Math.max(1, reached),
        startedAt,
      }),
      problem: [...(executions[at] ?? NOTHING).records.values()].flat().length === 0 ? stopped : null,
    })),
    cancelled: executions.some(({ cancelled }) => cancelled),
    exhausted: executions.find(({ exhausted }) => exhausted !== null)?.exhausted ?? null,
  };
}

/** An agent in its turns. */
interface State {
  readonly side: AgentSide;
  readonly blocks: readonly (readonly TrialPlan[])[];
  readonly done: Execution[];
  /** The last round of its blocks so far. */
  reached: number;
  /** Why it takes no more turns. */
  stopped: string | null;
}

function withEqualCases({ suite, ...side }: AgentSide): AgentSide {
  return { ...side, suite: { ...suite, cases: suite.cases.map((one) => ({ ...one, trials: null })) } };
}

/** Blocks of whole rounds that are large enough to use the agents' concurrency. */
function blocksOf({ suite }: AgentSide, trials: number): readonly (readonly TrialPlan[])[] {
  const { cases, config } = suite;
  // The side is a part of the seed, not the agent.
  const plans = planTrials(cases, trials, { tree: 'comparison', side: 'candidate' });
  const rounds = roundsAtATime(cases.length, config);
  const last = Math.max(0, ...plans.map(({ index }) => index));
  return Array.from({ length: Math.ceil(last / rounds) }, (_, block) =>
    plans.filter(({ index }) => Math.ceil(index / rounds) === block + 1),
  );
}

/** Rounds over the cases between which agents take turns. */
export function roundsAtATime(cases: number, { concurrency }: { readonly concurrency: number }): number {
  return Math.max(1, Math.ceil(concurrency / Math.max(1, cases)));
}

/** What one agent installs is there for all, from the first trial on. */
async function prepare(state: State): Promise<void> {
  const { agent, progress, signal } = state.side.ports;
  await agent.prepare(signal).catch((error: Error) => {
    state.stopped = signal.aborted ? 'the run was cancelled' : error.message;
    if ('stderr' in error && typeof error.stderr === 'string' && error.stderr !== '')
      progress.untrusted(`${state.side.name} wrote to standard error:`, error.stderr);
  });
  if (state.side.yields) await agent.close();
}

async function takeTurns(
  states: readonly State[],
  { ended }: ComparisonOrder,
  portsOf: (side: AgentSide) => ExecutionPorts,
): Promise<void> {
  const most = Math.max(0, ...states.map(({ blocks }) => blocks.length));
  for (let block = 0; block < most; block++) {
    const first = block % states.length;
    const done = new Set(
      ended?.(
        states.map((state) => ({ records: uniteBlocks(state).records, stopped: state.stopped !== null })),
      ).flatMap((is, at) => (is ? [states[at]] : [])),
    );
    for (const state of [...states.slice(first), ...states.slice(0, first)]) {
      const plans = state.blocks[block] ?? [];
      if (state.stopped !== null || plans.length === 0 || done.has(state)) continue;
      state.reached = plans.at(-1)?.index ?? state.reached;
      const { suite, name } = state.side;
      const ports = portsOf(state.side);
      const execution = await executeSuite(
        trialList(plans, [plans.at(-1)?.index ?? 1]),
        ports,
        executionOptions(suite, 1),
      );
      if (state.side.yields) await ports.agent.close();
      state.done.push(execution);
      const { unavailable, cancelled, exhausted } = execution;
      if (unavailable !== null) {
        state.stopped = unavailable.message;
        if (unavailable.stderr !== '') ports.progress.untrusted(`${name} wrote to standard error:`, unavailable.stderr);
      }
      if (cancelled || exhausted !== null) return;
    }
  }
}

/** The blocks of an agent as one execution. */
function uniteBlocks({ done, stopped }: State): Execution {
  const records = new Map<string, readonly TrialRecord[]>();
  for (const execution of done)
    for (const [id, more] of execution.records) records.set(id, [...(records.get(id) ?? []), ...more]);
  return {
    ...NOTHING,
    records,
    cancelled: done.some(({ cancelled }) => cancelled),
    exhausted: done.find(({ exhausted }) => exhausted !== null)?.exhausted ?? null,
    unavailable: stopped === null ? null : (done.find(({ unavailable }) => unavailable !== null)?.unavailable ?? null),
  };
}

const NOTHING: Execution = {
  records: new Map(),
  evidence: new Map(),
  cancelled: false,
  exhausted: null,
  unavailable: null,
};

function resultsOf(
  { suite, ports }: AgentSide,
  execution: Execution,
  { trials, facts, startedAt }: ComparisonOrder & { readonly startedAt: number },
): AgentRun['results'] {
  const planned = new Map(suite.cases.map((evalCase) => [evalCase.id, evalCase.trials ?? trials]));
  return collectResults(
    suite,
    execution,
    { looks: [trials], look: trials, planned, appended: false, baseline_runs: [], epoch: null },
    facts,
    { created_at: new Date(startedAt).toISOString(), finished_at: new Date(ports.clock.now()).toISOString() },
  );
}

/** Counts the trials of every turn together. */
function sharedProgress(progress: Progress, { total, concurrency }: Readonly<Record<'total' | 'concurrency', number>>) {
  let before: ProgressState = { done: 0, total, passed: 0, failed: 0, errors: 0, tokens: null, cost_usd: null };
  return {
    start: () => progress.start(total, { most: total, concurrency }),
    /** The progress of a turn: its trials add to those of all turns, and its messages go to `own`. */
    of(own: Progress): Progress {
      const earlier = before;
      return {
        ...own,
        start() {},
        begins: progress.begins,
        trial(state, ended) {
          before = {
            done: earlier.done + state.done,
            total,
            passed: earlier.passed + state.passed,
            failed: earlier.failed + state.failed,
            errors: earlier.errors + state.errors,
            tokens: plus(earlier.tokens, state.tokens),
            cost_usd: plus(earlier.cost_usd, state.cost_usd),
          };
          progress.trial(before, ended);
        },
        stop() {},
      };
    },
    stop: () => progress.stop(),
  };
}
