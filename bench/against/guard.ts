import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST } from '../support/bundle.ts';
import { inTurn, type Round } from '../support/in-turn.ts';
import type { NotedCost } from '../support/noted-cost.ts';
import { type LandedBundle, landedBundle } from './landed-bundle.ts';
import { isSlower, looksAsFast, MOST, type Ratio, ratioOf } from './ratio.ts';
import { WORKS, type Work } from './works.ts';

/** A slowdown that is worth it, as slowdowns.json names it. */
interface Slowdown {
  /** As in {@link WORKS}. */
  readonly work: string;
  readonly figure: Figure;
  /** The ratio that is accepted. */
  readonly most: number;
  /** The day on which it came, YYYY-MM-DD: it holds against bundles of earlier days. */
  readonly since: string;
  readonly reason: string;
}

const FIGURES = { processor: 'cpu_ms', memory: 'peak_kb' } as const;
type Figure = keyof typeof FIGURES;

interface Compared {
  readonly work: string;
  readonly figure: Figure;
  readonly ratio: Ratio;
  readonly accepted: Slowdown | null;
}

/** Odd: no bundle goes first more often than by one. */
const FIRST_ROUNDS = 3;

const SLOWDOWNS = join(import.meta.dirname, 'slowdowns.json');

/**
 * Measures `dist/` beside the bundle of a commit, in turn, and prints the ratios of processor time and peak memory. What looks slower is measured again with as many rounds, so that an hour in which the machine was busy reports nothing.
 *
 * @param ref as {@link landedBundle} takes it
 * @param names of works; none: all
 * @returns whether nothing is slower
 */
export async function guard(ref: string, names: readonly string[]): Promise<boolean> {
  await using landed = await landedBundle(ref);
  if (landed === null) {
    console.log('no bundle of an earlier day in this history: nothing to compare with');
    return true;
  }
  const chosen = WORKS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  const slowdowns: readonly Slowdown[] = JSON.parse(await readFile(SLOWDOWNS, 'utf8'));
  const accepted = slowdowns.filter(({ since }) => landed.day < since);
  console.log(`dist/ beside that of ${landed.commit} (${landed.day}): ours as a multiple of theirs`);
  let slower = 0;
  for (const work of chosen) {
    let rows = await measured(work, landed, accepted);
    if (rows.some(isTooSlow)) rows = await measured(work, landed, accepted);
    // As it goes: what was measured stands there if a later work fails.
    for (const row of rows) console.log(line(row));
    slower += rows.filter(isTooSlow).length;
  }
  return slower === 0;
}

async function measured(work: Work, landed: LandedBundle, accepted: readonly Slowdown[]): Promise<readonly Compared[]> {
  await using started = await work.start();
  // The first start of each bundle compiles; the results that some works read are written in it.
  await started.once(DIST);
  try {
    await started.once(landed.dist);
  } catch (error) {
    console.log(`${work.name}: not compared, as the earlier bundle does not do it: ${error}`);
    return [];
  }
  const theirs = () => started.once(landed.dist);
  const ours = () => started.once(DIST);
  const rounds = [...(await inTurn(Math.min(FIRST_ROUNDS, work.rounds), theirs, ours))];
  let rows = compare(work.name, rounds, accepted);
  // Most works are as fast as before, and a few rounds say so: only what looks slower is worth the others.
  if (rows.some(({ ratio, accepted: worth }) => !looksAsFast(ratio, worth?.most))) {
    rounds.push(...(await inTurn(work.rounds - rounds.length, theirs, ours)));
    rows = compare(work.name, rounds, accepted);
  }
  return rows;
}

function compare(
  work: string,
  rounds: readonly Round<NotedCost>[],
  accepted: readonly Slowdown[],
): readonly Compared[] {
  return Object.entries(FIGURES).map(([name, key]) => {
    const figure = name as Figure;
    const worth = accepted.find((slowdown) => slowdown.work === work && slowdown.figure === figure);
    const ratio = ratioOf(rounds.map(([theirs, ours]) => [theirs[key], ours[key]]));
    return { work, figure, ratio, accepted: worth ?? null };
  });
}

function isTooSlow({ ratio, accepted }: Compared): boolean {
  return isSlower(ratio, accepted?.most);
}

function line(row: Compared): string {
  const { ratio, from, to } = row.ratio;
  const spread = `${ratio.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})`;
  const mark = isTooSlow(row) ? `SLOWER than ${(row.accepted?.most ?? MOST).toFixed(2)}` : (row.accepted?.reason ?? '');
  return [row.work.padEnd(44), row.figure.padEnd(9), spread.padEnd(22), mark].join('  ').trimEnd();
}
