import type { NextLook } from '#gate/decision/looks/test-looks.ts';
import { NO_USAGE, type TrialRecord } from '#trials/trial/trial-record.ts';
import { UNMEASURED } from '#trials/trial/unmeasured.ts';

/**
 * Whether a run continues after a look, and with which cases.
 *
 * @param records what ran so far, by case id, sorted by index; trials started ahead have an index above the look
 * @param planned trials of each case so far, by id
 * @param look trials per case of the look that just ended
 */
export type DecideLook = (
  records: ReadonlyMap<string, readonly TrialRecord[]>,
  planned: ReadonlyMap<string, number>,
  look: number,
) => NextLook | null;

/** A look whose last trials are still running. */
interface RunningLook {
  readonly records: ReadonlyMap<string, readonly TrialRecord[]>;
  readonly planned: ReadonlyMap<string, number>;
  readonly look: number;
  /** Indices of the look's trials that are still running, by case id. */
  readonly running: ReadonlyMap<string, readonly number[]>;
}

/**
 * The part of the next look that is as good as certain, whether the running trials go as those of their case before, all pass or all fail: the
 * cases in every outcome. `null` if one outcome ends the run, or leads to another look.
 */
export function certainLook(decide: DecideLook, { records, planned, look, running }: RunningLook): NextLook | null {
  const imagined = (outcome: 'passed' | 'failed' | null) =>
    new Map(
      [...records].map(([id, known]) => {
        const own = outcome ?? (known.at(-1)?.outcome === 'failed' ? 'failed' : 'passed');
        const madeUp = (running.get(id) ?? []).map((index) => imaginedTrial(index, own, known));
        return [id, [...known, ...madeUp].sort((left, right) => left.index - right.index)];
      }),
    );
  let certain: NextLook | null = null;
  for (const outcome of [null, 'passed', 'failed'] as const) {
    const next = decide(imagined(outcome), planned, look);
    if (next === null || (certain !== null && next.look !== certain.look)) return null;
    certain = { look: next.look, cases: certain === null ? next.cases : inBoth(certain.cases, next.cases) };
  }
  return certain;
}

function inBoth(left: NextLook['cases'], right: NextLook['cases']): NextLook['cases'] {
  if (left === 'all') return right;
  return right === 'all' ? left : new Set([...left].filter((id) => right.has(id)));
}

/** A trial of which only the outcome is known, and its round: each runs the case as often as the first one did. */
function imaginedTrial(index: number, outcome: 'passed' | 'failed', known: readonly TrialRecord[]): TrialRecord {
  const like = known.find(({ checks }) => checks.length > 0);
  const repeats = Math.max(1, known.filter(({ place_in_process: place }) => place === 0).length);
  return {
    index,
    outcome,
    ...UNMEASURED,
    completed: true,
    usage: NO_USAGE,
    latency_ms: null,
    steps: null,
    error: null,
    failure: outcome === 'failed' ? { kind: 'check', message: 'imagined' } : null,
    checks: like?.checks ?? [],
    ...(like?.place_in_process !== undefined && { place_in_process: Math.ceil(index / repeats) - 1 }),
    source: 'live',
    run_attempt: 1,
    look: 1,
    seed: 0,
    started_at: '',
    duration_ms: 0,
    wait_ms: 0,
    tries: 1,
    output_hash: null,
    tools_hash: null,
    trajectory: null,
    trajectory_state: 'absent',
  };
}
