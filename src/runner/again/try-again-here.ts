import { duration, listed, plural } from '#common/words.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { distinctDoubts, type SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { NextTrials } from '#gate/decision/next-trials.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { Budget, RunLeftovers } from '#ports/ports.ts';
import { type AskPorts, askBase, type BaseQuestion, missingOf } from '#runner/base-side/ask-base.ts';
import type { ExecutionPorts } from '#runner/trials/execute-suite.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { endedBy, endedByMain } from './ended-by.ts';
import { answers, furtherTrials, runFurtherTrials } from './further-trials.ts';
import type { RunToTryAgain, Tried, TryAgain } from './try-again.ts';
import { createTurnPace, type TurnPace } from './turn-pace.ts';

/** The base commit, and what earlier runs of the same content made. */
export interface MainCommit {
  /** `null`: unknown. */
  readonly sha: string | null;
  /** Its fresh trials; they are not run again. */
  readonly earlier: ResultsFile | null;
  /** The change's trials, by case id: the same. */
  readonly trials: ReadonlyMap<string, readonly TrialRecord[]>;
}

type Ports = ExecutionPorts & Pick<AskPorts, 'base'> & { readonly traces: RunLeftovers };

/**
 * Runs fresh trials of both sides on this machine, round by round in turn, so that an outage of minutes hits both. The side that begins
 * alternates: main begins, as the change has just run its looks. Only one side's programs ever run: at each change of sides the other is ended,
 * with what it left running; what is found then, or can't be excluded, is a doubt about main's side, which stays. Does not throw for what either
 * agent does.
 */
export function tryAgainHere(suite: LoadedSuite, main: MainCommit, ports: Ports): TryAgain {
  const pace = createTurnPace(ports.agent, ports.clock);
  const sides = createSides(pace, ports);
  const change = { suite, known: main.trials };
  let [begun, blocks] = [0, 0];
  let isTold = false;
  return async (next, known) => {
    if (ports.signal.aborted) return null;
    const order = withWholeRounds(next, suite);
    const { stage } = order;
    const due = furtherTrials({ ...change, results: known.results }, order).length;
    const room = withoutRoom(ports.budget, due + missingOf(questionOf(order, known, main)).count);
    if (room !== null) return { ...known, fresh: endedBy(known.fresh, room), notes: [] };
    ports.progress.note(
      `Trying ${plural(order.cases.length, 'case')} again on both sides in turn: ${plural(stage, 'fresh trial')} each`,
    );
    const here = async (state: Tried, from: number, to: number): Promise<Tried> => {
      const further = furtherTrials({ ...change, results: state.results }, { ...order, stage: to });
      if (further.length === 0) return state;
      const of = { ...change, results: state.results };
      const run = () => runFurtherTrials(of, further, { ...ports, agent: pace.agent });
      const beside = await sides.toChange(state);
      const ran = await pace.running(to - from + 1, run);
      const fresh = ran.ended === null ? beside.fresh : endedBy(beside.fresh, ran.ended);
      return { ...beside, results: ran.results, fresh };
    };
    const there = async (state: Tried, to: number): Promise<Tried> => {
      const question = questionOf({ ...order, stage: to }, state, main, to === stage && answers(state.results));
      return missingOf(question).count === 0 && state.fresh.kind === 'done' ? state : sides.main(state, question);
    };
    let state: Tried = { ...known, notes: [] };
    for (let from = begun + 1; from <= stage; ) {
      const to = Math.min(stage, from + pace.block() - 1);
      blocks += 1;
      for (const side of blocks % 2 === 1 ? (['main', 'here'] as const) : (['here', 'main'] as const))
        if (!isEnded(state.fresh)) state = side === 'here' ? await here(state, from, to) : await there(state, to);
      const { results } = state;
      state = {
        ...state,
        results: { ...results, turns: [...(results.turns ?? []).filter((last) => last < from), to] },
      };
      from = to + 1;
    }
    begun = stage;
    state = await sides.toChange(state);
    const spared = isTold || order === next ? [] : [wholeRoundsWords(next)];
    isTold ||= spared.length > 0;
    const seldom = blocks >= stage ? [] : [rarely(pace, stage, blocks)];
    return { ...state, notes: [...state.notes, ...spared, ...seldom] };
  };
}

/** A runner that can't be told which tests to run runs them all: what it says of the others is as fresh. */
function withWholeRounds(order: NextTrials, { config: { agent } }: LoadedSuite): NextTrials {
  const { cases, beside } = order;
  const isWhole = agent.kind === 'suite' && agent.run_cases === null && beside.length > 0;
  return isWhole ? { ...order, cases: [...cases, ...beside], beside: [] } : order;
}

/** Says what `run_cases` would have saved. */
function wholeRoundsWords({ cases, beside }: NextTrials): string {
  const all = cases.length + beside.length;
  return `${cases.length} of ${plural(all, 'test')} had to be tried again, and each round ran them all: with \`suite.run_cases\` it would have run those alone`;
}

/** Says that an outage may have hit one side alone. */
function rarely(pace: TurnPace, rounds: number, blocks: number): string {
  const why = pace.stays()
    ? "somebody wrote to main's files between its turns, which were made anew"
    : `changing sides takes ${duration(pace.change_ms())}`;
  return `${why}, so ${plural(rounds, 'round')} of each side ran in ${plural(blocks, 'block')}: an outage of minutes may have hit one side alone`;
}

function questionOf(
  { stage, cases }: NextTrials,
  { results, fresh }: RunToTryAgain,
  { sha, earlier }: MainCommit,
  must_answer = false,
): BaseQuestion {
  return {
    sha,
    trials: new Map(cases.map((id) => [id, stage])),
    made: fresh.kind === 'done' ? fresh.results : null,
    earlier,
    agent_key: results.agent.key,
    must_answer,
  };
}

/** The two sides, of which one at most has living programs. */
function createSides(pace: TurnPace, { agent, base, traces, progress, signal }: Ports) {
  let running: 'change' | 'main' = 'change';
  let isTold = false;
  let early: readonly SideDoubt[] = [];

  /** Doubts of a time at which main's side has no trial yet are those of its first. */
  function doubted(state: Tried, doubts: readonly SideDoubt[]): Tried {
    const { fresh } = state;
    if (fresh.kind === 'done')
      return { ...state, fresh: { ...fresh, doubts: distinctDoubts([...fresh.doubts, ...doubts]) } };
    early = distinctDoubts([...early, ...doubts]);
    return state;
  }

  /** Nothing of the change runs next to main's side. What is found then is a doubt. */
  async function toMain(state: Tried): Promise<Tried> {
    if (running === 'main') return state;
    running = 'main';
    const ended = await pace.ending(async () => {
      await agent.close();
      const left = await traces.end();
      // Each time costs a setup: a change must not use up the time with them.
      if (await base.renew()) pace.stay();
      return left;
    });
    const [first] = endedWords(ended);
    if (first !== undefined) progress.note(first);
    const notes = first === undefined || isTold ? state.notes : [...state.notes, first];
    isTold ||= first !== undefined;
    return { ...doubted(state, await traces.doubts()), notes };
  }

  return {
    /** Main's fresh trials. Programs that appear only while its side runs are its own. */
    async main(before: Tried, question: BaseQuestion): Promise<Tried> {
      const state = await toMain(before);
      const answer = await askBase(question, { base, progress, signal });
      if ('problem' in answer) return endedByMain(state, answer);
      const { results } = answer;
      const known = [...early, ...doubtsOf(state.fresh), ...answer.doubts];
      return { ...state, fresh: { kind: 'done', results, ended: null, doubts: distinctDoubts(known) } };
    },
    /** Nothing of main's side runs next to the change. */
    async toChange(state: Tried): Promise<Tried> {
      if (running === 'change') return state;
      running = 'change';
      const doubts = await base.rest(traces);
      return doubted(state, [...doubts, ...(await traces.doubts())]);
    },
  };
}

function doubtsOf(fresh: Fresh): readonly SideDoubt[] {
  return fresh.kind === 'done' ? fresh.doubts : [];
}

function isEnded(fresh: Fresh): boolean {
  return fresh.kind === 'unavailable' || (fresh.kind === 'done' && fresh.ended !== null);
}

function withoutRoom({ caps, spent, exhausted }: Budget, count: number): string | null {
  if (count === 0) return null;
  const reached = exhausted();
  if (reached !== null) return `the budget is exhausted: ${reached}`;
  const { max_trials: most } = caps;
  if (most === null || spent().trials + count <= most) return null;
  return `max-trials ${most} leaves no room for ${count} further trials`;
}

/** Says that processes were ended, for the notes of a report. */
function endedWords(ended: readonly string[]): readonly string[] {
  return ended.length === 0 ? [] : [`stopped programs that the agent had left running: ${listed(ended)}`];
}
