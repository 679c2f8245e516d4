import { jsonText } from '#common/json-text.ts';
import { firstToOpen } from '../align/align-trials.ts';
import type { CaseData, TrialData } from './case-data.ts';
import { shareTexts } from './shared-texts.ts';

/** The cases as packed blocks, in their order, and how many trajectories had to stay out. */
export interface FittedCases {
  readonly blocks: readonly string[];
  readonly left_out: number;
}

/** Bytes of a block besides its data. */
const FRAME = 60;

/**
 * Packs cases into at most `room` bytes. What does not fit is left out from the end: first every case gets what its trials came
 * to, then, worst first, the trajectories of one failed trial and of its match on main, then, worst first again, all of them.
 *
 * @param cases worst first
 */
export function fitCases(cases: readonly CaseData[], room: number, pack: (text: string) => string): FittedCases {
  const block = (item: CaseData): string => pack(jsonText(shareTexts(withoutRequests(item))));
  const whole = cases.map(block);
  if (size(whole) <= room) return { blocks: whole, left_out: leftOut(cases) };
  const shown = cases.map((item) => without(item, () => true));
  const blocks = shown.map(block);
  let left = room - size(blocks);
  const upgrade = (index: number, text: string, item: CaseData): void => {
    const more = text.length - (blocks[index]?.length ?? 0);
    if (more > left) return;
    left -= more;
    blocks[index] = text;
    shown[index] = item;
  };
  for (const [index, item] of cases.entries()) {
    const example = oneFailure(item);
    if (example !== null) upgrade(index, block(example), example);
  }
  for (const [index, item] of cases.entries()) upgrade(index, whole[index] ?? '', item);
  return { blocks, left_out: leftOut(shown) };
}

function size(blocks: readonly string[]): number {
  return blocks.reduce((sum, text) => sum + text.length + FRAME, 0);
}

/** The case with the trajectories of its first failed trial, and of main's next to it. */
function oneFailure(item: CaseData): CaseData | null {
  const failed = firstToOpen(item.here);
  if (failed === undefined || failed.seen.kind === 'none') return null;
  const match = failed.match === null ? null : item.main[failed.match];
  return without(item, (trial) => trial !== failed && trial !== match);
}

function without(item: CaseData, isLeftOut: (trial: TrialData) => boolean): CaseData {
  const lighter = (trial: TrialData): TrialData => {
    if (trial.seen.kind === 'none' || !isLeftOut(trial)) return trial;
    return { ...trial, seen: { kind: 'none', why: 'left_out' }, expected: null, request: null };
  };
  const here = item.here.map(lighter);
  const isAsked = here.some(({ request }) => request !== null);
  return { ...item, here, main: item.main.map(lighter), segments: isAsked ? item.segments : {} };
}

/** Trials whose trajectory is stored, but not shown: too many to read, or too large. */
function leftOut(cases: readonly CaseData[]): number {
  const trials = cases.flatMap(({ here, main }) => [...here, ...main]);
  return trials.filter(({ seen }) => seen.kind === 'none' && seen.why === 'left_out').length;
}

/** The segments of a request only matter for the comparison of two requests, which is done by now. */
function withoutRequests(item: CaseData): CaseData {
  const lighter = (trial: TrialData): TrialData => {
    if (trial.seen.kind !== 'whole') return trial;
    const { trajectory } = trial.seen;
    const turns = trajectory.turns.map((turn) =>
      turn.model_calls ? { ...turn, model_calls: turn.model_calls.map((call) => ({ ...call, request: null })) } : turn,
    );
    return { ...trial, seen: { ...trial.seen, trajectory: { ...trajectory, turns } } };
  };
  return { ...item, here: item.here.map(lighter), main: item.main.map(lighter) };
}
