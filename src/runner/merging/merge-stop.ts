import { type Circumstance, finding } from '#gate/decision/terms/finding.ts';
import type { FoundShards } from './stored-shards.ts';

/** Why shards can't be judged together; the first message becomes the title. */
export interface MergeStop {
  readonly verdict: 'inconclusive' | 'error';
  /** A part could not run its cases. */
  readonly stopped: boolean;
  readonly blocks: boolean;
  readonly messages: readonly [string, ...string[]];
}

/**
 * Whether there is anything to judge. Shards that can't be read or don't fit together are an error; a shard that could not run
 * its cases brings its own verdict. `null`: all shards are there and ran.
 *
 * @param problems why they don't fit together
 */
export function whyStopped({ shards, problems: unread }: FoundShards, problems: readonly string[]): MergeStop | null {
  // A shard that can't be read seems to be missing, as if its job had stored nothing; report why it can't be read instead.
  const [first, ...others] = unread.length > 0 ? unread : problems;
  if (first !== undefined) return { verdict: 'error', stopped: false, blocks: true, messages: [first, ...others] };
  const stops = shards.flatMap(({ index, results }) => {
    const stopped = results.run.shard?.stopped ?? null;
    return stopped === null ? [] : [{ ...stopped, words: `shard ${index}: ${stopped.message}` }];
  });
  const grave = stops.filter(({ verdict }) => verdict === 'error');
  const decisive = grave.length > 0 ? grave : stops;
  const [worst, ...further] = decisive;
  if (worst === undefined) return null;
  const messages = [worst.words, ...further.map(({ words }) => words)] as const;
  return { verdict: worst.verdict, stopped: true, blocks: decisive.some(({ blocks }) => blocks), messages };
}

/** The same as a circumstance, which decides instead of any number: results of the parts become mere notes. */
export function stoppedMerge({ verdict, stopped, blocks, messages }: MergeStop): Circumstance {
  const about = { outcome: verdict, gate: 'suite', code: 'shard' } as const;
  const known = (problem: string, more: number) =>
    finding(about, { kind: stopped ? 'stopped' : 'missing', problem, more, blocks });
  const [first, ...others] = messages;
  const further = others.slice(0, MOST_TOLD - 1).map((problem) => known(problem, 0));
  return { findings: [known(first, others.length), ...further], others: 'noted' };
}

const MOST_TOLD = 20;
