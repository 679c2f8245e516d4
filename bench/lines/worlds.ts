import { type BrokenCase, findLines } from '#gate/lines/find-lines.ts';
import { countedOracle } from '#gate/lines/oracle.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { seededRandom } from '#statistics/seeded-random.ts';

/** Which parts of a change broke a case: one; two of which undoing either suffices, or that have to be undone together; nothing, and the red is false. */
export type World = 'one' | 'either' | 'both' | 'nothing';

/** Shares of searches, 0–1. */
export interface SearchRates {
  readonly right: number;
  /** A part is named that changed nothing. */
  readonly innocent: number;
  readonly trials: number;
}

/** Every false red passes as often on both sides. */
const NOTHING_CHANGED = 0.75;

/** Searches made-up changes of which it is known what broke them. */
export async function searchWorlds(
  world: World,
  parts: number,
  searches: number,
  { seed = 7, most = 60 }: { readonly seed?: number; readonly most?: number } = {},
): Promise<SearchRates> {
  const random = seededRandom(seed + parts);
  let right = 0;
  let innocent = 0;
  let trials = 0;
  for (let search = 0; search < searches; search += 1) {
    const culprits = drawCulprits({ one: 1, either: 2, both: 2, nothing: 0 }[world], parts, random);
    const [good, bad] =
      world === 'nothing' ? [NOTHING_CHANGED, NOTHING_CHANGED] : [0.9 + 0.1 * random(), 0.3 * random()];
    const rate = (undone: readonly number[]) => {
      const left = culprits.filter((part) => !undone.includes(part)).length;
      return left === 0 || (world === 'either' && left < culprits.length) ? good : bad;
    };
    const oracle = countedOracle<number>(
      async (questions) =>
        questions.map(({ undone, count }) => Array.from({ length: count }, () => random() < rate(undone))),
      most,
    );
    const found = await findLines([...new Array(parts).keys()], drawRed(good, bad, random), oracle);
    trials += oracle.cost.trials;
    if (found.outcome !== 'named') continue;
    if (found.parts.some((part) => !culprits.includes(part))) innocent += 1;
    else if (world === 'either' ? found.either : found.parts.length === culprits.length) right += 1;
  }
  return { right: right / searches, innocent: innocent / searches, trials: trials / searches };
}

function drawCulprits(count: number, parts: number, random: () => number): readonly number[] {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(Math.floor(random() * parts));
  return [...drawn];
}

/** Fresh trials of both sides that were red. */
function drawRed(good: number, bad: number, random: () => number): BrokenCase {
  const draw = (rate: number) => Array.from({ length: 10 }, () => random() < rate).filter(Boolean).length;
  for (;;) {
    const [here, main] = [draw(bad), draw(good)];
    if (fisherLess({ a: here, n: 10, b: main, m: 10 }) <= 0.05)
      return { main: { passed: main, trials: 10 }, here: { passed: here, trials: 10 } };
  }
}
