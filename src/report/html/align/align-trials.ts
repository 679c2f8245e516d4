import { type EditStep, editPath } from '#cases/matching/edit-path.ts';
import { canonicalJson } from '#common/json.ts';
import type { ToolCall, Trajectory, TurnRecord } from '#trials/trial/trajectory.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/**
 * How a call here relates to main's: the same name and arguments; the same, but answered otherwise; the same name with other
 * arguments; or a call of one side alone.
 */
export type CallChange = 'same' | 'result' | 'arguments' | 'only_main' | 'only_here';

/** A tool call of main next to the one here, at least one of the two. */
export interface AlignedCall {
  readonly change: CallChange;
  readonly main: ToolCall | null;
  readonly here: ToolCall | null;
  /** Its number among all aligned calls of the trial, from 1. */
  readonly step: number;
}

/** A turn of main next to the one here, at least one of the two. */
export interface AlignedTurn {
  /** From 1. */
  readonly turn: number;
  readonly main: TurnRecord | null;
  readonly here: TurnRecord | null;
  readonly calls: readonly AlignedCall[];
}

/** Two trials side by side. */
export interface Alignment {
  readonly turns: readonly AlignedTurn[];
  /** Calls that one side alone has count 1, and so do calls with other arguments. */
  readonly distance: number;
  /** Step of the first call that is not the same on both sides; `null` if all are. */
  readonly first_difference: number | null;
}

/**
 * Puts two trials side by side, turn by turn, and within a turn by the edit distance of the tool calls on name and arguments.
 *
 * @param main `null`: there is none to compare with, and every call is of this side alone
 */
export function alignTrials(main: Trajectory | null, here: Trajectory | null): Alignment {
  const turns = Math.max(main?.turns.length ?? 0, here?.turns.length ?? 0);
  let step = 0;
  let distance = 0;
  const aligned = Array.from({ length: turns }, (_, index): AlignedTurn => {
    const sides = { main: main?.turns[index] ?? null, here: here?.turns[index] ?? null };
    const calls = alignCalls(sides.main?.tool_calls ?? [], sides.here?.tool_calls ?? []);
    distance += calls.distance;
    return { turn: index + 1, ...sides, calls: calls.pairs.map((pair) => ({ ...pair, step: ++step })) };
  });
  const first = aligned.flatMap(({ calls }) => calls).find(({ change }) => isCallDifference(change));
  return { turns: aligned, distance, first_difference: first?.step ?? null };
}

/**
 * Equal turns in a row together, every other turn alone; one that fails is never folded.
 *
 * @param failing turns with a failed check
 */
export function foldEqualTurns(
  turns: readonly AlignedTurn[],
  failing: ReadonlySet<number>,
): readonly (readonly AlignedTurn[])[] {
  const isSame = (turn: AlignedTurn | undefined) =>
    turn !== undefined &&
    turn.main !== null &&
    turn.here !== null &&
    !failing.has(turn.turn) &&
    turn.calls.every(({ change }) => change === 'same') &&
    turn.main.input === turn.here.input &&
    turn.main.output === turn.here.output;
  const groups: AlignedTurn[][] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    if (isSame(turn) && isSame(last?.[0])) last?.push(turn);
    else groups.push([turn]);
  }
  return groups;
}

/** Whether the agent itself did otherwise, not only what answered it. */
export function isCallDifference(change: CallChange): boolean {
  return change !== 'same' && change !== 'result';
}

/** The trial of a case that every output opens first: the first that failed, else that could not be judged, else the first. */
export function firstToOpen<Trial extends Pick<TrialRecord, 'outcome'>>(trials: readonly Trial[]): Trial | undefined {
  return (
    trials.find(({ outcome }) => outcome === 'failed') ?? trials.find(({ outcome }) => outcome === 'error') ?? trials[0]
  );
}

/**
 * The trial of main that a trial here is best compared with: the one with the fewest differences, then one that passed, then the
 * first. A broken trial is put next to one that passed, however much they differ: main's own slip would hide what broke it.
 * `null`: main has none.
 */
export function bestMatch<Trial extends { readonly passed: boolean; readonly trajectory: Trajectory | null }>(
  mains: readonly Trial[],
  here: { readonly passed: boolean; readonly trajectory: Trajectory },
): { readonly trial: Trial; readonly distance: number } | null {
  const ranked = mains.flatMap((trial) =>
    trial.trajectory === null ? [] : [{ trial, distance: callDistance(trial.trajectory, here.trajectory) }],
  );
  const passing = ranked.filter(({ trial }) => trial.passed);
  const fit = here.passed || passing.length === 0 ? ranked : passing;
  return fit.sort((left, right) => left.distance - right.distance || rank(left.trial) - rank(right.trial))[0] ?? null;
}

function callDistance(main: Trajectory, here: Trajectory): number {
  const turns = Math.max(main.turns.length, here.turns.length);
  const each = Array.from({ length: turns }, (_, index) =>
    callSteps(main.turns[index]?.tool_calls ?? [], here.turns[index]?.tool_calls ?? []).reduce(
      (sum, { cost }) => sum + cost,
      0,
    ),
  );
  return each.reduce((sum, distance) => sum + distance, 0);
}

function rank({ passed }: { readonly passed: boolean }): number {
  return passed ? 0 : 1;
}

/** Calls of one turn that are compared with each other; what follows is paired by position. */
const MOST_COMPARED = 1000;

function alignCalls(main: readonly ToolCall[], here: readonly ToolCall[]) {
  const steps = callSteps(main, here);
  return {
    distance: steps.reduce((sum, { cost }) => sum + cost, 0),
    pairs: steps.map(({ left, right, cost }) => {
      const sides = { main: at(main, left), here: at(here, right) };
      return { ...sides, change: changeOf(sides.main, sides.here, cost) };
    }),
  };
}

function callSteps(main: readonly ToolCall[], here: readonly ToolCall[]): readonly EditStep[] {
  const keys = { main: main.map(keyOf), here: here.map(keyOf) };
  const cost = (m: number, h: number): number | null => {
    if (keys.main[m] === keys.here[h]) return 0;
    return main[m]?.name === here[h]?.name ? 1 : null;
  };
  const { steps } = editPath(Math.min(main.length, MOST_COMPARED), Math.min(here.length, MOST_COMPARED), cost);
  const beyond = Math.max(0, Math.max(main.length, here.length) - MOST_COMPARED);
  const rest = Array.from({ length: beyond }, (_, index) => MOST_COMPARED + index).flatMap((place): EditStep[] => {
    const left = place < main.length ? place : null;
    const right = place < here.length ? place : null;
    const price = left === null || right === null ? 1 : cost(left, right);
    if (price !== null) return [{ left, right, cost: price }];
    return [
      { left, right: null, cost: 1 },
      { left: null, right, cost: 1 },
    ];
  });
  return [...steps, ...rest];
}

/** A trial is put next to many others, so the keys of its calls are kept as long as it is. */
const KEYS = new WeakMap<ToolCall, string>();

function keyOf(call: ToolCall): string {
  const known = KEYS.get(call);
  if (known !== undefined) return known;
  const key = `${call.name} ${canonicalJson(call.arguments)}`;
  KEYS.set(call, key);
  return key;
}

const RESULTS = new WeakMap<ToolCall, string>();

function resultOf(call: ToolCall): string {
  const known = RESULTS.get(call);
  if (known !== undefined) return known;
  const text = canonicalJson(call.result);
  RESULTS.set(call, text);
  return text;
}

function at(calls: readonly ToolCall[], index: number | null): ToolCall | null {
  return index === null ? null : (calls[index] ?? null);
}

function changeOf(main: ToolCall | null, here: ToolCall | null, cost: number): CallChange {
  if (here === null) return 'only_main';
  if (main === null) return 'only_here';
  if (cost > 0) return 'arguments';
  if (main.status !== here.status) return 'result';
  return main.result === here.result || resultOf(main) === resultOf(here) ? 'same' : 'result';
}
