import {
  type CandidateFinding,
  decideCandidates,
  provenWorse,
  type TriedModel,
} from '#gate/upgrade/decide-candidates.ts';
import { likelyRates, planUpgrade, type UpgradePlan } from '#gate/upgrade/plan-upgrade.ts';
import { NO_EVIDENCE, withRound } from '#statistics/sequential/margin-evidence.ts';
import { amount } from '../../support/repeats.ts';
import { type MarkReading, readMark } from '../measured.ts';
import { type Random, randomOf } from '../random.ts';
import type { SideTable } from './side-table.ts';

const MARGIN = 0.1;
/** Made-up upgrades of each kind and world. */
const DRAWS = amount(10_000);
/** Trials of each case that main has stored, from which an upgrade is planned, and so many runs of main in turn. */
const STORED = 10;
const HISTORIES = 20;
/** Standard deviation of a shift of all rates of one model in one round, in logits: its trials hang together a little. */
const SHIFT = 0.1;

/** What is true of a made-up suite: how often today's model passes each case, and how far a round of a model is shifted. */
export interface UpgradeWorld {
  readonly name: string;
  readonly rates: readonly number[];
  readonly shift: number;
  readonly candidates: number;
}

const POPULATIONS: Readonly<Record<string, readonly number[]>> = {
  'half pass': [0.5],
  'nine in ten pass': [0.9],
  mixed: [1, 0.98, 0.95, 0.8, 0.5],
  'all pass': [1],
};

export const UPGRADE_WORLDS: readonly UpgradeWorld[] = [0, SHIFT].flatMap((shift) =>
  [5, 20, 50].flatMap((cases) =>
    Object.entries(POPULATIONS).flatMap(([name, pattern]) =>
      [1, 2].flatMap((candidates) => {
        // Two candidates share their budget alike wherever they are.
        if (candidates === 2 && (cases !== 20 || shift > 0)) return [];
        const words = [
          `${cases} cases`,
          name,
          ...(shift > 0 ? ['hang together'] : []),
          ...(candidates > 1 ? ['2 candidates'] : []),
        ];
        const rates = Array.from({ length: cases }, (_, at) => pattern[at % pattern.length] ?? 1);
        return [{ name: words.join(', '), rates, shift, candidates }];
      }),
    ),
  ),
);

/** What came of a made-up upgrade. */
interface Drawn {
  readonly findings: readonly CandidateFinding[];
  /** Whether a case of any candidate is called worse. */
  readonly blames: () => boolean;
  readonly trials: number;
}

/** How often candidates that are worse by the margin are shown, and equal ones, and what upgrades cost beside what was said. */
export function upgrade(draws: number = DRAWS, worlds: readonly UpgradeWorld[] = UPGRADE_WORLDS): SideTable {
  const marks: MarkReading[] = [];
  const rows = worlds.map((world, at) => {
    const seed = 1_000 * (at + 1);
    const plans = plansOf(world, randomOf(seed));
    const drawn = (more: number, rates: readonly number[]) => {
      const random = randomOf(seed + more);
      return Array.from({ length: draws }, (_, draw) => drawUpgrade(world, rates, planAt(plans, draw), random));
    };
    const [even, few, equal] = [
      drawn(1, fallenEvenly(world.rates)),
      drawn(2, fallenInFew(world.rates)),
      drawn(3, world.rates),
    ];
    const anyShown = (all: readonly Drawn[]) => shareOf(all, ({ findings }) => findings.includes('shown'));
    const said = equal.reduce((sum, _, draw) => sum + planAt(plans, draw).trials, 0);
    const spent = (100 * equal.reduce((sum, { trials }) => sum + trials, 0)) / said;
    const found = equal.flatMap(({ findings }) => findings.map((finding) => ({ finding })));
    const figures = [
      ['worse by the margin evenly, any shown', anyShown(even), { most: 5 }],
      ['worse in few cases, any shown', anyShown(few), { most: 5 }],
      ['equal, shown', shareOf(found, ({ finding }) => finding === 'shown'), { least: 80 }],
      ['equal, a case called worse', shareOf(equal, ({ blames }) => blames()), { most: 5 }],
      ['trials, % of those said', { value: spent, error: 0 }, { most: 120, least: 80 }],
    ] as const;
    for (const [name, measured, bounds] of figures)
      for (const [side, bound] of Object.entries(bounds))
        marks.push(
          readMark(
            { name: `upgrade, ${world.name}: ${name}`, at: side === 'most' ? 'most' : 'least', bound },
            measured,
          ),
        );
    return [world.name, ...figures.map(([, { value }]) => value.toFixed(1))];
  });
  return {
    title: `Upgrade, %: shown not to be worse by more than ${100 * MARGIN} points; planned by ${STORED} stored trials a case`,
    header: [
      'world',
      'worse by the margin evenly: any shown',
      'in few cases: any shown',
      'equal: shown',
      'equal: a case called worse',
      'trials of equal ones, of those said',
    ],
    rows,
    marks,
  };
}

function shareOf<Item>(all: readonly Item[], is: (item: Item) => boolean): MarkReading['measured'] {
  const share = all.filter(is).length / all.length;
  return { value: 100 * share, error: 100 * Math.sqrt((share * (1 - share)) / all.length) };
}

function planAt(plans: readonly UpgradePlan[], draw: number): UpgradePlan {
  const plan = plans[draw % plans.length];
  if (plan === undefined) throw new Error('an upgrade needs a plan');
  return plan;
}

/** As several runs of main would have it planned. */
function plansOf({ rates, candidates }: UpgradeWorld, random: Random): readonly UpgradePlan[] {
  return Array.from({ length: HISTORIES }, () => {
    const stored = rates.map((rate) => {
      const passed = Array.from({ length: STORED }, () => random.uniform() < rate).filter(Boolean).length;
      return { passed, scored: STORED };
    });
    return planUpgrade({ rates: likelyRates(stored) ?? rates, candidates, margin: MARGIN, block: 1 });
  });
}

function drawUpgrade(
  { rates, shift, candidates }: UpgradeWorld,
  others: readonly number[],
  plan: UpgradePlan,
  random: Random,
): Drawn {
  const tried = Array.from({ length: candidates }, () => createTried(rates.length));
  for (let rounds = 0; ; rounds += 1) {
    const findings = decideCandidates(tried, plan);
    if (findings.every((finding) => finding !== null)) {
      const trials = rates.length * (rounds + tried.reduce((sum, one) => sum + one.rounds, 0));
      return { findings, blames: () => tried.some((one) => provenWorse(one, candidates).includes(true)), trials };
    }
    const today = passesOf(rates, shift, random);
    for (const [at, one] of tried.entries()) if (findings[at] === null) one.add(today, passesOf(others, shift, random));
  }
}

function passesOf(rates: readonly number[], shift: number, random: Random): readonly boolean[] {
  const odds = shift === 0 ? 1 : Math.exp(shift * random.normal());
  return rates.map((rate) => random.uniform() < (rate * odds) / (1 - rate + rate * odds));
}

/** Counts in place, as millions of rounds are drawn. */
function createTried(cases: number): TriedModel & { add(today: readonly boolean[], now: readonly boolean[]): void } {
  const [passed, before] = [new Uint16Array(cases), new Uint16Array(cases)];
  let [rounds, evidence] = [0, NO_EVIDENCE];
  return {
    get rounds() {
      return rounds;
    },
    get evidence() {
      return evidence;
    },
    get cases() {
      return Array.from(passed, (a, at) => ({ a, n: rounds, b: before[at] ?? 0, m: rounds }));
    },
    add(today, now) {
      for (let at = 0; at < cases; at += 1) {
        const [was, is] = [today[at] === true, now[at] === true];
        passed[at] = (passed[at] ?? 0) + Number(is);
        before[at] = (before[at] ?? 0) + Number(was);
      }
      rounds += 1;
      evidence = withRound(evidence, { today, candidate: now }, MARGIN);
    },
  };
}

/** Every case falls alike, as far as it can, so that the mean falls by the margin. */
function fallenEvenly(rates: readonly number[]): readonly number[] {
  let fallen = rates;
  for (let left = MARGIN * rates.length; left > 1e-9; ) {
    const able = fallen.filter((rate) => rate > 0).length;
    const next = fallen.map((rate) => Math.max(0, rate - left / able));
    left -= fallen.reduce((sum, rate, at) => sum + rate - (next[at] ?? 0), 0);
    fallen = next;
  }
  return fallen;
}

/** The first cases never pass, so that the mean falls by the margin. */
function fallenInFew(rates: readonly number[]): readonly number[] {
  let left = MARGIN * rates.length;
  return rates.map((rate) => {
    const fall = Math.min(rate, left);
    left -= fall;
    return rate - fall;
  });
}
