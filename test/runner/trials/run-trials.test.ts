import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RunTrialsOptions, runTrials } from '#runner/trials/run-trials.ts';
import { tries } from '#test/support/tries.ts';
import { aCase } from '#test/trials/trial/build-trial.ts';
import { planTrials } from '#trials/trial/plan-trials.ts';
import type { Schedule } from '#trials/trial/trial-schedule.ts';
import { agentOf, turnRecord } from '../in-memory.ts';

const PLANS = planTrials([aCase({}, { id: 'a' })], 40, { tree: null, side: 'candidate' });

/** Ends attempts when told to, each by its index. */
function heldAgent() {
  const running = new Map<number, () => void>();
  let most = 0;
  const quick = agentOf(() => [turnRecord()]);
  const agent: typeof quick = {
    ...quick,
    attempt: async (plan, signal) => {
      await new Promise<void>((resolve) => {
        running.set(plan.index, resolve);
        signal.addEventListener('abort', () => resolve());
        most = Math.max(most, running.size);
      });
      running.delete(plan.index);
      return quick.attempt(plan, signal);
    },
  };
  return { agent, running, most: () => most };
}

function options(changes: Partial<RunTrialsOptions> = {}): RunTrialsOptions {
  return {
    concurrency: 2,
    max_tries: 1,
    clock: { now: () => 0, monotonic: () => 0, sleep: moment },
    signal: new AbortController().signal,
    mayStart: () => true,
    ...changes,
  };
}

function listOf(count: number): Schedule {
  const queue = PLANS.slice(0, count).values();
  return { next: () => queue.next().value ?? null };
}

/** Lets everything happen that waits for nothing. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await moment();
}

const moment = () => new Promise<void>((resolve) => setImmediate(resolve));

test('every trial runs once, in order, never more at a time than lanes, and no lane idles', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 12 }),
      fc.infiniteStream(fc.nat()),
      async (concurrency, count, picks) => {
        const { agent, running, most } = heldAgent();
        const ended: number[] = [];
        const whole = runTrials(listOf(count), agent, options({ concurrency }), async ({ index }) => {
          ended.push(index);
        });
        for (let left = count; left > 0; left -= 1) {
          await settled();
          expect(running.size).toBe(Math.min(concurrency, left));
          const indices = [...running.keys()];
          running.get(indices[picks.next().value % indices.length] ?? 0)?.();
        }
        await whole;
        expect(ended.toSorted((left, right) => left - right)).toEqual(PLANS.slice(0, count).map(({ index }) => index));
        expect(most()).toBe(Math.min(concurrency, count));
      },
    ),
    { numRuns: tries(50) },
  );
});

test('a lane with nothing to do is asked again when a trial has ended and was stored, and only then', async () => {
  const { agent, running } = heldAgent();
  const stored: number[] = [];
  let asked = 0;
  const [first, ...later] = PLANS.slice(0, 4);
  const queue = later.values();
  let begun = false;
  const schedule: Schedule = {
    next() {
      asked += 1;
      if (!begun) {
        begun = true;
        return first ?? null;
      }
      return stored.length === 0 ? null : (queue.next().value ?? null);
    },
  };
  const whole = runTrials(schedule, agent, options({ concurrency: 3 }), async ({ index }) => {
    stored.push(index);
  });
  await settled();
  expect([asked, [...running.keys()]]).toEqual([3, [1]]);
  running.get(1)?.();
  await settled();
  expect([...running.keys()]).toEqual([2, 3, 4]);
  for (const end of running.values()) end();
  await whole;
  expect(stored).toEqual([1, 2, 3, 4]);
});

test('what may not be started ends the run for all lanes, also for those that wait', async () => {
  const { agent, running } = heldAgent();
  let allowed = 1;
  let begun = 0;
  const queue = PLANS.values();
  /** The second lane waits at first. */
  const schedule: Schedule = {
    next: () => {
      begun += 1;
      return begun === 2 ? null : (queue.next().value ?? null);
    },
  };
  const mayStart = () => {
    allowed -= 1;
    return allowed >= 0;
  };
  const ended: number[] = [];
  const whole = runTrials(schedule, agent, options({ mayStart }), async ({ index }) => {
    ended.push(index);
  });
  await settled();
  running.get(1)?.();
  await whole;
  expect(ended).toEqual([1]);
});

test('a cancelled run starts nothing more, and ends when its trials have', async () => {
  const { agent, running } = heldAgent();
  const stop = new AbortController();
  const ended: number[] = [];
  const whole = runTrials(listOf(9), agent, options({ signal: stop.signal }), async ({ index }) => {
    ended.push(index);
  });
  await settled();
  expect(running.size).toBe(2);
  stop.abort();
  await whole;
  expect(ended).toEqual([1, 2]);
});

test.each<[who: string, schedule: (broken: () => never) => Schedule, onTrial: (broken: () => never) => () => void]>([
  ['storing', () => listOf(9), (broken) => broken],
  ['the schedule', (broken) => brokenAfter(2, broken), () => () => {}],
])('what %s throws is thrown after the trials in flight have ended', async (_, schedule, onTrial) => {
  const broken = (): never => {
    throw new Error('broken');
  };
  const { agent, running } = heldAgent();
  const whole = runTrials(schedule(broken), agent, options(), async () => onTrial(broken)());
  const failed = expect(whole).rejects.toThrow('broken');
  await settled();
  running.get(1)?.();
  await failed;
  expect(running.size).toBe(0);
});

describe('a trial that can be graded without asking anybody', () => {
  const later = (changes: Partial<RunTrialsOptions> = {}) =>
    options({ concurrency: 1, endsLater: () => true, ...changes });

  test('is graded once the next one in its place has started', async () => {
    const { agent, running } = heldAgent();
    const inFlight: (readonly number[])[] = [];
    const whole = runTrials(listOf(3), agent, later(), async () => {
      inFlight.push([...running.keys()]);
    });
    for (const index of [1, 2, 3]) {
      await settled();
      running.get(index)?.();
    }
    await whole;
    expect(inFlight).toEqual([[2], [3], []]);
  });

  test('is graded before a further one of its place: there is never more than one to grade', async () => {
    const { agent, running, most } = heldAgent();
    const graded: number[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const whole = runTrials(listOf(4), agent, later(), async ({ index }) => {
      if (index === 1) await held;
      graded.push(index);
    });
    for (const index of [1, 2]) {
      await settled();
      running.get(index)?.();
    }
    await settled();
    expect([[...running.keys()], graded], 'the second waits for the first').toEqual([[], []]);
    release();
    for (const index of [3, 4]) {
      await settled();
      running.get(index)?.();
    }
    await whole;
    expect([graded, most()]).toEqual([[1, 2, 3, 4], 1]);
  });

  test('is in flight until it is stored: a schedule that waits for it is asked again then', async () => {
    const { agent, running } = heldAgent();
    const stored: number[] = [];
    const queue = PLANS.slice(0, 3).values();
    let count = 0;
    const schedule: Schedule = {
      next() {
        if (count > stored.length) return null;
        count += 1;
        return queue.next().value ?? null;
      },
    };
    const whole = runTrials(schedule, agent, later({ concurrency: 2 }), async ({ index }) => {
      stored.push(index);
    });
    for (const index of [1, 2, 3]) {
      await settled();
      expect([...running.keys()]).toEqual([index]);
      running.get(index)?.();
    }
    await whole;
    expect(stored).toEqual([1, 2, 3]);
  });

  test('ends the run with what its grading throws, after the trial that has started in its place', async () => {
    const { agent, running } = heldAgent();
    const ended: number[] = [];
    const whole = runTrials(listOf(9), agent, later(), async ({ index }) => {
      ended.push(index);
      if (index === 1) throw new Error('broken');
    });
    const failed = expect(whole).rejects.toThrow('broken');
    await settled();
    running.get(1)?.();
    await failed;
    expect([ended, running.size], 'the second was cancelled, and is stored as such').toEqual([[1, 2], 0]);
  });

  test('stays graded before the next one where grading asks somebody', async () => {
    const { agent, running } = heldAgent();
    const inFlight: number[] = [];
    const endsLater = ({ index }: { readonly index: number }) => index !== 1;
    const whole = runTrials(listOf(2), agent, later({ endsLater }), async () => {
      inFlight.push(running.size);
    });
    for (const index of [1, 2]) {
      await settled();
      running.get(index)?.();
    }
    await whole;
    expect(inFlight).toEqual([0, 0]);
  });
});

function brokenAfter(count: number, broken: () => never): Schedule {
  const queue = PLANS.slice(0, count).values();
  return { next: () => queue.next().value ?? broken() };
}
