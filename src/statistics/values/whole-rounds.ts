/** A trial's value, and its round of a runner; `null`, or absent: it has none. */
export interface RoundValue {
  readonly round: string | undefined;
  readonly value: number | null;
}

/** The values of each round in which every case has them, as often as it is repeated there. */
export interface WholeRounds {
  readonly values: readonly (readonly number[])[];
  readonly repeats: number;
}

/**
 * Finds the rounds in which every case has its values.
 *
 * @param cases how many there are
 */
export function wholeRounds(trials: readonly RoundValue[], cases: number): WholeRounds {
  const rounds = new Map<string, readonly number[]>();
  for (const { round, value } of trials)
    if (round !== undefined && value !== null) rounds.set(round, [...(rounds.get(round) ?? []), value]);
  const all = [...rounds.values()];
  const repeats = Math.max(1, ...all.map(({ length }) => Math.floor(length / cases)));
  return { values: all.filter(({ length }) => length === repeats * cases), repeats };
}
