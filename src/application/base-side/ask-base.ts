import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { Confirmation } from '#domain/gate/confirmation/confirmation.ts';
import type { SideDoubt } from '#domain/gate/confirmation/mains-side.ts';
import type { ConfirmationPlan } from '#domain/gate/confirmation/plan-confirmation.ts';
import { plural, shortSha } from '#domain/words.ts';
import type { BaseAnswer, BaseCommit } from '../ports.ts';
import type { Progress } from '../progress.ts';

/** A request for fresh trials of main. */
export interface BaseQuestion {
  /** The base commit; `null`: unknown. */
  readonly sha: string | null;
  /** Fresh trials, by the candidate's case id. */
  readonly wanted: ConfirmationPlan['base'];
  /**
   * Fresh trials that an earlier run of the candidate's commit made: they are reused, so that nobody can repeat a confirmation
   * until it clears the failure.
   */
  readonly earlier: ResultsFile | null;
  /** The conditions of both sides. */
  readonly agent_key: string;
  /** An unconfirmed failure does not count: the input `confirm: always`. */
  readonly required: boolean;
}

/** The result of that request. */
export interface Asked {
  readonly confirmation: Confirmation;
  /** Whether the base commit was run, or attempted, just now and on this machine. */
  readonly ran: boolean;
  /** What speaks against believing it; empty: nothing that main's side itself knows. */
  readonly doubts: readonly SideDoubt[];
}

/** Everything that the request needs. */
export interface AskPorts {
  readonly base: BaseCommit;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Runs the trials that no earlier run made. Does not throw for what the base commit does. */
export async function askBase(question: BaseQuestion, ports: AskPorts): Promise<Asked> {
  const { sha, required } = question;
  if (sha === null) return unasked('the base commit of this change is not known', question, ports);
  if (ports.signal.aborted) return unasked('the run was cancelled', question, ports);
  const known = stillValid(question);
  const trials = withoutKnown(question.wanted, known);
  if (known !== null && trials.size === 0)
    return { confirmation: { kind: 'done', results: known, required }, ran: false, doubts: [] };
  ports.progress.note(`Confirming on ${shortSha(sha)}: ${orderWords(trials)}`);
  const answer: BaseAnswer = await ports.base
    .run({ sha, trials })
    .catch((error: unknown) => ({ problem: `running it failed: ${String(error)}` }));
  const { doubts = [] } = answer;
  if ('problem' in answer) return { ...unasked(answer.problem, question, ports), ran: true, doubts };
  return { confirmation: { kind: 'done', results: joined(answer.results, known), required }, ran: true, doubts };
}

/** Says that main was not run, and why, a sentence part. */
export function unasked(reason: string, { required }: BaseQuestion, { progress }: Pick<AskPorts, 'progress'>): Asked {
  progress.note(`Not confirmed: ${reason}`);
  return { confirmation: { kind: 'unavailable', reason, required }, ran: false, doubts: [] };
}

/** The fresh trials that an earlier run of this commit made of the same base under the same conditions. */
export function stillValid({ earlier, sha, agent_key: key }: BaseQuestion): ResultsFile | null {
  if (earlier === null || sha === null) return null;
  const same = earlier.run.side === 'confirm' && earlier.commit.sha === sha && earlier.agent.key === key;
  return same ? earlier : null;
}

/** The trials that are still missing. */
export function withoutKnown(trials: ConfirmationPlan['base'], known: ResultsFile | null): ConfirmationPlan['base'] {
  const counts = new Map(known?.cases.map((item) => [item.id, item.trials.length]));
  return new Map([...trials].filter(([id, count]) => (counts.get(id) ?? 0) < count));
}

function joined(fresh: ResultsFile, known: ResultsFile | null): ResultsFile {
  const has = new Set(fresh.cases.map(({ id }) => id));
  return { ...fresh, cases: [...fresh.cases, ...(known?.cases ?? []).filter(({ id }) => !has.has(id))] };
}

function orderWords(trials: ConfirmationPlan['base']): string {
  const [each, ...others] = new Set(trials.values());
  const total = [...trials.values()].reduce((sum, count) => sum + count, 0);
  if (each === undefined || others.length > 0) return plural(total, 'trial');
  return `${plural(each, 'trial')} of ${trials.size === 1 ? '1 case' : `each of ${plural(trials.size, 'case')}`}`;
}
