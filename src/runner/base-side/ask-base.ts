import { plural, shortSha } from '#common/words.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { distinctDoubts, type SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { BaseAnswer, BaseCommit, NoTrials } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import { type ProviderIncident, unitedIncident } from '#trials/trial/provider-incident.ts';
import { neverAnswered } from './run-base-trials.ts';

/** A request for fresh trials of main. */
export interface BaseQuestion {
  /** The base commit; `null`: unknown. */
  readonly sha: string | null;
  /** Fresh trials in all, by the candidate's case id. */
  readonly trials: ReadonlyMap<string, number>;
  /** Fresh trials that this run made before. */
  readonly made: ResultsFile | null;
  /** Those of another run of the same content: they are reused, so that nobody can draw again until the draw is better. */
  readonly earlier: ResultsFile | null;
  /** The conditions of both sides. */
  readonly agent_key: string;
  /** These are the last ones of a stage, and the change answered: if main answered in none, it can't be run. */
  readonly must_answer: boolean;
}

/** All fresh trials of main, and whether any of them was run just now on this machine; or why there are none. */
export type BaseTrials = ({ readonly results: ResultsFile; readonly ran: boolean } | NoTrials) & {
  /** Ways by which the change could have reached them. */
  readonly doubts: readonly SideDoubt[];
};

/** Everything that the request needs. */
export interface AskPorts {
  readonly base: BaseCommit;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Runs the trials that nobody made before. Does not throw for what the base commit does. */
export async function askBase(question: BaseQuestion, ports: AskPorts): Promise<BaseTrials> {
  const { sha } = question;
  if (sha === null) return refused('the base commit of this change is not known', ports);
  if (ports.signal.aborted) return refused('the run was cancelled', ports);
  const known = knownOf(question);
  // A side tells all that its provider did since it was opened, and nothing of another run.
  const incidentWith = (now: ProviderIncident | undefined) =>
    unitedIncident([stillValid(question.earlier, question)?.incident ?? [], now ?? []].flat()) ?? undefined;
  const { from, to, count } = missingOf(question);
  const before = known?.doubts ?? [];
  if (known !== null && count === 0) return { results: known, ran: false, doubts: before };
  ports.progress.note(`Running ${shortSha(sha)}: ${plural(count, 'trial')}`);
  const answer: BaseAnswer = await ports.base
    .run({ sha, from, to })
    .catch((error: unknown) => ({ problem: `running it failed: ${String(error)}` }));
  const { doubts = [] } = answer;
  if ('problem' in answer) return refused(answer.problem, ports, { doubts, incident: incidentWith(answer.incident) });
  const incident = incidentWith(answer.results.incident);
  const results = { ...joinStages(answer.results, known), ...(incident && { incident }) };
  const never = question.must_answer ? neverAnswered(results) : null;
  if (never !== null) return refused(never, ports, { doubts, incident });
  return { results, ran: true, doubts: distinctDoubts([...before, ...doubts]) };
}

function refused(
  problem: string,
  { progress }: Pick<AskPorts, 'progress'>,
  { doubts = [], incident }: Omit<NoTrials, 'problem'> & Pick<BaseAnswer, 'doubts'> = {},
): BaseTrials {
  progress.note(`Main was not tried again: ${problem}`);
  return { problem, incident, doubts };
}

/** Fresh trials of the same base under the same conditions. */
function stillValid(fresh: ResultsFile | null, { sha, agent_key: key }: BaseQuestion): ResultsFile | null {
  if (fresh === null || sha === null) return null;
  return fresh.run.side === 'confirm' && fresh.commit.sha === sha && fresh.agent.key === key ? fresh : null;
}

/** Those that need not be made; this run's hold the others. */
function knownOf(question: BaseQuestion): ResultsFile | null {
  return stillValid(question.made ?? question.earlier, question);
}

/** The trials that are still missing: those between two numbers, by case id, and how many that are. */
export function missingOf(question: BaseQuestion): {
  readonly from: ReadonlyMap<string, number>;
  readonly to: ReadonlyMap<string, number>;
  readonly count: number;
} {
  const known = new Map(knownOf(question)?.cases.map((item) => [item.id, item.planned_trials]));
  const to = new Map([...question.trials].filter(([id, count]) => (known.get(id) ?? 0) < count));
  const from = new Map([...to.keys()].map((id) => [id, known.get(id) ?? 0]));
  const count = [...to].reduce((sum, [id, total]) => sum + total - (from.get(id) ?? 0), 0);
  return { from, to, count };
}

/** Trials of an earlier stage with those that were made now. */
function joinStages(fresh: ResultsFile, known: ResultsFile | null): ResultsFile {
  const before = new Map(known?.cases.map((item) => [item.id, item]));
  const now = fresh.cases.map((item) => {
    const trials = [...(before.get(item.id)?.trials ?? []), ...item.trials];
    return { ...item, trials: trials.toSorted((left, right) => left.index - right.index) };
  });
  const has = new Set(now.map(({ id }) => id));
  return { ...fresh, cases: [...now, ...(known?.cases ?? []).filter(({ id }) => !has.has(id))] };
}
