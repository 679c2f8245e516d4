import { groupBy } from '#common/group-by.ts';
import { reaches } from '#statistics/beyond.ts';
import { gatheredP } from '#statistics/counts/gathered.ts';
import type { GateTrial, PairedCase } from '../terms/evidence.ts';

/** What the trials of a case said and did, equal for equal answers; `null`: not known. */
export type Said = (trial: GateTrial) => string | null;

/** The sides of a comparison. */
type Side = 'trials' | 'baseline';

const SIDES = ['trials', 'baseline'] as const;

/** Equal answers of a case lie in one turn of their side rather than anywhere: chance does that in one of a hundred. */
const GATHERED = 0.01;

/**
 * Leaves out fresh trials that repeat an answer of their own turn, if answers of a case are equal within turns more often than chance makes
 * them: a process that runs for one turn keeps answers, or a state. Where they are as equal between turns, each counts: so the agent is.
 *
 * @param seen fresh trials of both sides
 * @param turns the last round of each block that a side ran before the other went on
 * @returns takes the same cases with any of these trials
 */
export function withoutRepeatsInTurns(
  seen: readonly PairedCase[],
  turns: readonly number[],
  said: Said,
): (cases: readonly PairedCase[]) => readonly PairedCase[] {
  const answers = seen.flatMap((item) =>
    SIDES.map((side) => byTurn(item[side], side, turns).map((turn) => turn.flatMap((trial) => said(trial) ?? []))),
  );
  if (!reaches(gatheredP(answers), GATHERED)) return (cases) => cases;
  const once = (item: PairedCase, side: Side) =>
    byTurn(item[side], side, turns).flatMap((turn) => firstOfEach(turn, said));
  return (cases) => cases.map((item) => ({ ...item, trials: once(item, 'trials'), baseline: once(item, 'baseline') }));
}

/** The trials of a side by its turns: main runs the first block, the change the first two, main the two after, and so on. */
function byTurn(trials: readonly GateTrial[], side: Side, turns: readonly number[]): readonly (readonly GateTrial[])[] {
  const blockOf = ({ index }: GateTrial) => turns.filter((last) => last < index).length;
  const turnOf = (trial: GateTrial) => Math.floor((blockOf(trial) + (side === 'baseline' ? 1 : 0)) / 2);
  return [...groupBy(trials, turnOf).values()];
}

function firstOfEach(turn: readonly GateTrial[], said: Said): readonly GateTrial[] {
  const known = new Set<string>();
  return turn.filter((trial) => {
    const answer = said(trial);
    const isNew = answer === null || !known.has(answer);
    if (answer !== null) known.add(answer);
    return isNew;
  });
}
