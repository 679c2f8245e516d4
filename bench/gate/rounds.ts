import type { Random } from './random.ts';
import type { Rounds } from './scenario.ts';

/** What happens to one round of a runner, and so to all of its tests. */
export interface Fate {
  /** As the gate names it. */
  readonly id: string;
  /** Nothing passes in it. */
  readonly dead: boolean;
  /** How far all rates are shifted, in logits. */
  readonly logits: number;
  /** How far all tokens are shifted, as a logarithm. */
  readonly log_tokens: number;
}

/** The rounds of one run, each drawn when it is asked for first; `null`: its trials are run one by one. */
export function drawRounds(rounds: Rounds | undefined, run: string, random: Random): ((index: number) => Fate) | null {
  if (rounds === undefined) return null;
  const { dead, shift, log_tokens: spread = 0 } = rounds;
  const fates = new Map<number, Fate>();
  return (index) => {
    const known = fates.get(index);
    if (known !== undefined) return known;
    const fate = {
      id: `${run}.${index - 1}`,
      dead: random.uniform() < dead,
      logits: shift === 0 ? 0 : shift * random.normal(),
      log_tokens: spread === 0 ? 0 : spread * random.normal(),
    };
    fates.set(index, fate);
    return fate;
  };
}
