import { listed, plural } from '#common/words.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { distinctDoubts } from '#gate/baseline/results/side-doubt.ts';
import type { NextTrials } from '#gate/decision/next-trials.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { Budget, RunLeftovers } from '#ports/ports.ts';
import { type AskPorts, askBase, missingOf } from '#runner/base-side/ask-base.ts';
import type { ExecutionPorts } from '#runner/trials/execute-suite.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { endedBy } from './ended-by.ts';
import { furtherTrials, runFurtherTrials } from './further-trials.ts';
import type { RunToTryAgain, Tried, TryAgain } from './try-again.ts';

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
 * Runs fresh trials of both sides on this machine. The side that starts alternates from stage to stage. Before main's side runs, the change's
 * agent is closed and what it left running is ended; what is found afterwards, or can't be excluded, is a doubt about main's side, which stays.
 * Does not throw for what either agent does.
 */
export function tryAgainHere(suite: LoadedSuite, main: MainCommit, ports: Ports): TryAgain {
  let started = 0;
  return async (order, known) => {
    if (ports.signal.aborted) return null;
    const turn = started;
    started += 1;
    const change = { suite, known: main.trials };
    const further = furtherTrials({ ...change, results: known.results }, order);
    const question = questionOf(order, known, main);
    const room = withoutRoom(ports.budget, further.length + missingOf(question).count);
    if (room !== null) return { ...known, fresh: endedBy(known.fresh, room), notes: [] };
    ports.progress.note(
      `Trying ${plural(order.cases.length, 'case')} again on both sides: ${plural(order.stage, 'fresh trial')} each`,
    );
    const here = async (state: Tried): Promise<Tried> => {
      if (isEnded(state.fresh)) return state;
      const ran = await runFurtherTrials({ ...change, results: state.results }, further, ports);
      return {
        ...state,
        results: ran.results,
        fresh: ran.ended === null ? state.fresh : endedBy(state.fresh, ran.ended),
      };
    };
    const there = async (state: Tried): Promise<Tried> => {
      if (isEnded(state.fresh)) return state;
      return mainsSide(state, question, ports);
    };
    const sides = turn % 2 === 0 ? [here, there] : [there, here];
    let state: Tried = { ...known, notes: [] };
    for (const side of sides) state = await side(state);
    return state;
  };
}

function questionOf({ stage, cases }: NextTrials, { results, fresh }: RunToTryAgain, { sha, earlier }: MainCommit) {
  return {
    sha,
    trials: new Map(cases.map((id) => [id, stage])),
    earlier: fresh.kind === 'done' ? fresh.results : earlier,
    agent_key: results.agent.key,
  };
}

/**
 * Main's fresh trials, with nothing of the change running next to them: what it left is ended before. What is found then, or on the machine
 * afterwards, is a doubt; programs that appear only while main's side runs are its own.
 */
async function mainsSide(state: Tried, question: Parameters<typeof askBase>[0], ports: Ports): Promise<Tried> {
  const { agent, traces, progress } = ports;
  await agent.close();
  const ended = endedWords(await traces.end());
  for (const note of ended) progress.note(note);
  const notes = [...state.notes, ...ended];
  const before = await traces.doubts();
  const answer = await askBase(question, ports);
  if ('problem' in answer) {
    const reason = answer.doubts.length > 0 ? answer.doubts : answer.problem;
    return { ...state, fresh: endedBy(state.fresh, reason), notes };
  }
  const { doubts: known } = doneBefore(state.fresh);
  const { results } = answer;
  if (!answer.ran) {
    const doubts = distinctDoubts([...known, ...answer.doubts]);
    return { ...state, fresh: { kind: 'done', results, ended: null, doubts }, notes };
  }
  await traces.end();
  const doubts = distinctDoubts([...known, ...before, ...answer.doubts, ...(await traces.doubts())]);
  return { ...state, fresh: { kind: 'done', results, ended: null, doubts }, notes };
}

function doneBefore(fresh: Fresh): Omit<Extract<Fresh, { kind: 'done' }>, 'results'> {
  return { kind: 'done', ended: null, doubts: fresh.kind === 'done' ? fresh.doubts : [] };
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
