/** What the trials of one case said, turn by turn: equal for equal answers. */
export type AnswersByTurn = readonly (readonly string[])[];

/**
 * The chance that of at least so many cases all answers that came more than once are gathered, each in one turn, if the order of the trials of
 * each were random. Exact: cases are independent, each gathered with a chance of its own (a Poisson binomial distribution).
 *
 * @returns 1 if none is gathered
 */
export function gatheredP(cases: readonly AnswersByTurn[]): number {
  let seen = 0;
  // chances[k]: that k of the cases are gathered.
  let chances = [1];
  for (const turns of cases) {
    const repeats = repeatsOf(turns);
    if (repeats.length === 0) continue;
    if (repeats.every(([answer]) => turns.filter((turn) => turn.includes(answer)).length === 1)) seen += 1;
    const times = repeats.map(([, count]) => count);
    const chance = gatheredChance(
      turns.map(({ length }) => length),
      times,
      new Map(),
    );
    chances = [...chances, 0].map((same, k) => same * (1 - chance) + (chances[k - 1] ?? 0) * chance);
  }
  return seen === 0
    ? 1
    : Math.min(
        1,
        chances.slice(seen).reduce((sum, each) => sum + each, 0),
      );
}

/** The answers that came more than once, and how often. */
function repeatsOf(turns: AnswersByTurn): readonly (readonly [string, number])[] {
  const times = new Map<string, number>();
  for (const answer of turns.flat()) times.set(answer, (times.get(answer) ?? 0) + 1);
  return [...times].filter(([, count]) => count > 1);
}

/** The chance that a random order gathers each of the repeated answers in one turn. */
function gatheredChance(turns: readonly number[], repeats: readonly number[], known: Map<string, number>): number {
  const [times, ...others] = repeats.toSorted((left, right) => right - left);
  if (times === undefined) return 1;
  const key = `${turns.toSorted().join()} ${others.length}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const free = turns.reduce((sum, room) => sum + room, 0);
  const rooms = new Map<number, number>();
  for (const room of turns) if (room >= times) rooms.set(room, (rooms.get(room) ?? 0) + 1);
  let chance = 0;
  for (const [room, alike] of rooms) {
    const left = turns.with(turns.indexOf(room), room - times);
    chance += ((alike * choose(room, times)) / choose(free, times)) * gatheredChance(left, others, known);
  }
  known.set(key, chance);
  return chance;
}

function choose(from: number, count: number): number {
  let ways = 1;
  for (let at = 1; at <= count; at += 1) ways = (ways * (from - count + at)) / at;
  return ways;
}
