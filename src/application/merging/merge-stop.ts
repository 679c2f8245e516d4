import type { Decision, Reason } from '#domain/gate/decision.ts';
import type { ReasonCode } from '#domain/gate/reason-code.ts';
import type { FoundShards } from './stored-shards.ts';

/** Why shards can't be judged together; the first message becomes the title. */
export interface MergeStop {
  readonly verdict: 'inconclusive' | 'error';
  readonly code: ReasonCode;
  readonly messages: readonly [string, ...string[]];
}

/**
 * Whether there is anything to judge. What can't be read or does not fit together is an error; a shard that could not run its cases says
 * itself what that means. `null`: all shards are there and ran.
 *
 * @param problems why they don't fit together
 */
export function whyStopped({ shards, problems: unread }: FoundShards, problems: readonly string[]): MergeStop | null {
  // What can't be read seems to be missing, as if its job had stored nothing; why it can't be read is the truth of it.
  const [first, ...others] = unread.length > 0 ? unread : problems;
  if (first !== undefined) return { verdict: 'error', code: 'shards', messages: [first, ...others] };
  const stops = shards.flatMap(({ index, results }) => {
    const stopped = results.run.shard?.stopped ?? null;
    return stopped === null ? [] : [{ ...stopped, words: `shard ${index}: ${stopped.message}` }];
  });
  const grave = stops.filter(({ verdict }) => verdict === 'error');
  const [worst, ...further] = grave.length > 0 ? grave : stops;
  if (worst === undefined) return null;
  const messages = [worst.words, ...further.map(({ words }) => words)] as const;
  return { verdict: worst.verdict, code: 'shard_stopped', messages };
}

/** The decision that there is none. */
export function stoppedMerge(decision: Decision, { verdict, code, messages }: MergeStop): Decision {
  const reason = (message: string): Reason => ({
    outcome: verdict,
    gate: 'suite',
    code,
    tag: null,
    cases: [],
    message,
  });
  const more = messages.length > 1 ? ` (and ${messages.length - 1} more)` : '';
  const own = messages.slice(0, MOST_TOLD).map(reason);
  // That nothing was evaluated follows from it.
  const others = decision.reasons.filter(({ code }) => code !== 'nothing_evaluated');
  const notes = others.map((one): Reason => ({ ...one, outcome: 'note' }));
  return { ...decision, verdict, title: `${messages[0]}${more}`, reasons: [...own, ...notes] };
}

const MOST_TOLD = 20;
