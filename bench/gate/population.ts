import type { Random } from './random.ts';

/** What the cases of a made-up suite are like. */
export type Population = 'mixed' | 'stable' | 'flaky' | 'graded' | 'even' | 'sure';

/** A made-up case: how often it passes on main, 0–1. */
export interface Truth {
  readonly rate: number;
  readonly kind: Kind;
}

type Kind = 'stable' | 'flaky' | 'hard';

/** Share of each kind, summed up: stable, then flaky, the rest is hard. */
const KINDS: Readonly<
  Record<Exclude<Population, 'graded' | 'even' | 'sure'>, readonly [stable: number, flaky: number]>
> = {
  mixed: [0.7, 0.9],
  stable: [1, 1],
  flaky: [0, 1],
};

/** A suite of its own. Its first case is stable if the population has stable cases, so that there is one to break. */
export function drawSuite(population: Population, cases: number, random: Random): readonly Truth[] {
  if (population === 'graded') return Array.from({ length: cases }, (_, i) => gradedCase((i + 0.5) / cases, random));
  if (population === 'even' || population === 'sure')
    return Array.from({ length: cases }, () => ({ kind: 'flaky', rate: population === 'even' ? 0.85 : 0.95 }));
  const suite = Array.from({ length: cases }, () => drawCase(population, random));
  return suite.toSorted((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind));
}

const ORDER: readonly Kind[] = ['stable', 'flaky', 'hard'];

/** Four of ten cases hardly ever fail, four pass in 80 %, two in 30 to 60 %. */
function gradedCase(position: number, random: Random): Truth {
  const uniform = random.uniform();
  if (position < 0.4) return { kind: 'stable', rate: 0.98 + 0.02 * uniform };
  return position < 0.8 ? { kind: 'flaky', rate: 0.8 } : { kind: 'hard', rate: 0.3 + 0.3 * uniform };
}

function drawCase(population: Exclude<Population, 'graded' | 'even' | 'sure'>, random: Random): Truth {
  const [stable, flaky] = KINDS[population];
  const kind = random.uniform();
  const uniform = random.uniform();
  // The inverse of the distribution function of Beta(49, 1).
  if (kind < stable) return { kind: 'stable', rate: uniform ** (1 / 49) };
  return kind < flaky ? { kind: 'flaky', rate: 0.6 + 0.35 * uniform } : { kind: 'hard', rate: 0.5 * uniform };
}
