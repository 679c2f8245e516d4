import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NextLook } from '#gate/decision/looks/test-looks.ts';
import type { DecideLook } from '#runner/looks/certain-look.ts';
import { createLookSchedule } from '#runner/looks/look-schedule.ts';
import { goesOn, lanesOn, nameOf, orderOf, ruleOf, STOPS, type SuiteFacts, scheduleOf } from '#test/runner/look-run.ts';
import { always } from '#test/support/always.ts';
import { trialRecord } from '#test/support/results.ts';
import { type Looks, planLooks } from '#trials/trial/looks.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

const LOOKS: Looks = [2, 3, 5];

/** Plays a schedule on one lane. */
function played(facts: SuiteFacts, decide: DecideLook, fails: (name: string) => boolean = () => false) {
  const schedule = scheduleOf(facts, decide);
  const lanes = lanesOn(schedule, 1);
  for (lanes.fill(); lanes.running.length > 0; lanes.fill())
    lanes.end(0, lanes.running.some((plan) => fails(nameOf(plan))) ? 'failed' : 'passed');
  return { begun: lanes.begun, ...schedule.run() };
}

describe('a look', () => {
  test('runs a trial of every case, in the order of the suite, before the next of any', () => {
    const { begun, look } = played({ looks: LOOKS, own: [null, null] }, STOPS);
    expect(begun).toEqual(['c1#1', 'c2#1', 'c1#2', 'c2#2']);
    expect(look).toBe(2);
  });

  test('of all cases goes on with all, of some with those; the others keep what they have', () => {
    const all = played({ looks: LOOKS, own: [null, null] }, goesOn(LOOKS, 'all'));
    expect(all.begun.slice(4)).toEqual(['c1#3', 'c2#3', 'c1#4', 'c2#4', 'c1#5', 'c2#5']);
    const some = played({ looks: LOOKS, own: [null, null] }, goesOn(LOOKS, ['c2']));
    expect(some.begun.slice(4)).toEqual(['c2#3', 'c2#4', 'c2#5']);
    expect([...some.planned]).toEqual([
      ['c1', 2],
      ['c2', 5],
    ]);
  });

  test('that is the only one asks nobody, and so does one of no cases', () => {
    const refuses: DecideLook = () => {
      throw new Error('asked');
    };
    expect(played({ looks: [3], own: [null] }, refuses).begun).toEqual(['c1#1', 'c1#2', 'c1#3']);
    expect(played({ looks: LOOKS, own: [] }, refuses)).toEqual({
      begun: [],
      looks: LOOKS,
      look: 2,
      planned: new Map(),
    });
  });

  test('has all trials of a case with a number of its own at first, and no more of it later', () => {
    const { begun, planned } = played({ looks: LOOKS, own: [4, null] }, goesOn(LOOKS, 'all'));
    expect(begun).toEqual(['c1#1', 'c2#1', 'c1#2', 'c2#2', 'c1#3', 'c1#4', 'c2#3', 'c2#4', 'c2#5']);
    expect(planned.get('c1')).toBe(4);
  });

  test('of a re-run is the last one, for every case', () => {
    const { begun, planned, look } = played({ looks: LOOKS, own: [1, null], appended: true }, STOPS);
    expect(begun).toEqual(['c1#1', 'c2#1', 'c2#2', 'c2#3', 'c2#4', 'c2#5']);
    expect([planned.get('c1'), planned.get('c2'), look]).toEqual([1, 5, 5]);
  });

  test('is decided on what it reads: all of its trials, sorted, with what was planned', () => {
    const seen: unknown[] = [];
    const decide: DecideLook = (records, planned, look) => {
      seen.push([look, records.get('c1')?.map(({ index }) => index), planned.get('c1')]);
      return null;
    };
    const lanes = lanesOn(scheduleOf({ looks: LOOKS, own: [null] }, decide), 2);
    lanes.fill();
    lanes.end(1, 'passed');
    lanes.end(0, 'passed');
    lanes.fill();
    expect(seen).toEqual([[2, [1, 2], 2]]);
  });

  test.each([2, 1, 4])('at %d trials is none after the one at 2', (wrong) => {
    const lanes = lanesOn(
      scheduleOf({ looks: LOOKS, own: [null] }, () => ({ look: wrong, cases: 'all' })),
      1,
    );
    lanes.fill();
    lanes.end(0, 'passed');
    lanes.fill();
    lanes.end(0, 'passed');
    expect(() => lanes.fill()).toThrow(RangeError);
  });
});

describe('a never-fail case', () => {
  test('runs to the last look although the run is decided at the first', () => {
    const { begun, planned, look } = played({ looks: LOOKS, own: [null, null], never_fail: ['c1'] }, STOPS);
    expect(begun).toEqual(['c1#1', 'c2#1', 'c1#2', 'c2#2', 'c1#3', 'c1#4', 'c1#5']);
    expect([planned.get('c1'), planned.get('c2'), look]).toEqual([5, 2, 2]);
  });

  test('with a number of its own runs that often', () => {
    expect(played({ looks: LOOKS, own: [1], never_fail: ['c1'] }, STOPS).begun).toEqual(['c1#1']);
  });

  test('keeps free lanes busy at the end of a look, and does not hold the look up', () => {
    const schedule = scheduleOf({ looks: LOOKS, own: [null, null], never_fail: ['c1'] }, goesOn(LOOKS, ['c2']));
    const lanes = lanesOn(schedule, 5);
    lanes.fill();
    expect(lanes.begun).toEqual(['c1#1', 'c2#1', 'c1#2', 'c2#2', 'c1#3']);
    for (let i = 0; i < 4; i += 1) lanes.end(0, 'passed');
    lanes.fill();
    expect(lanes.begun.slice(5)).toEqual(['c2#3', 'c1#4', 'c1#5', 'c2#4']);
    expect(schedule.run().look).toBe(3);
  });
});

describe('while the last trial of a look is still running', () => {
  /** Three cases after two trials each, of which the first is slow. */
  function withSlowTrial(decide: DecideLook, failed: readonly string[] = []) {
    const schedule = scheduleOf({ looks: LOOKS, own: [null, null, null] }, decide);
    const lanes = lanesOn(schedule, 3);
    lanes.fill();
    while (lanes.begun.length < 6 || lanes.running.length > 1) {
      const next = lanes.running[1];
      lanes.end(1, next !== undefined && failed.includes(nameOf(next)) ? 'failed' : 'passed');
      if (lanes.begun.length < 6) lanes.fill();
    }
    return { schedule, lanes };
  }

  test('lanes go on when the next look comes whatever that trial gives', () => {
    const { schedule, lanes } = withSlowTrial(goesOn(LOOKS, 'all'));
    lanes.fill();
    expect(lanes.running.map(nameOf)).toEqual(['c1#1', 'c1#3', 'c2#3']);
    expect([schedule.run().look, schedule.run().planned.get('c1')]).toEqual([2, 2]);
    lanes.end(1, 'passed');
    lanes.fill();
    expect(lanes.running.map(nameOf)).toEqual(['c1#1', 'c2#3', 'c3#3']);
  });

  test.each([true, false])(
    'nobody is asked before it is worth the time, and the look ends as it would (%s)',
    (later) => {
      let worth = false;
      let asked = 0;
      const decide: DecideLook = (...args) => {
        asked += 1;
        return goesOn(LOOKS, 'all')(...args);
      };
      const order = { ...orderOf({ looks: LOOKS, own: [null, null] }, decide), mayAskAhead: () => worth };
      const lanes = lanesOn(createLookSchedule(order), 2);
      for (lanes.fill(); lanes.running.length > 1; lanes.fill()) lanes.end(1, 'passed');
      expect([asked, lanes.begun.length]).toEqual([0, 4]);
      worth = later;
      lanes.fill();
      expect(asked > 0).toBe(later);
      expect(lanes.begun.length > 4).toBe(later);
      lanes.end(0, 'passed');
      lanes.fill();
      expect(lanes.begun.slice(4, 6)).toEqual(['c1#3', 'c2#3']);
    },
  );

  test.each([
    ['only cases that go on in both ways do', 3],
    ['a set of cases that turns to all of them is certain of the set', 1],
  ])('%s', (_, loud) => {
    const { lanes } = withSlowTrial(ruleOf(LOOKS, 9, loud), ['c3#2']);
    lanes.fill();
    expect(lanes.begun.slice(6)).toEqual(['c3#3']);
  });

  test.each<[why: string, decide: DecideLook, failed: readonly string[]]>([
    ['the run ends in both ways', STOPS, []],
    ['the run ends if it passes', ruleOf(LOOKS, 9, 3), []],
    ['the run ends if it fails', ruleOf(LOOKS, 2, 3), ['c3#2']],
  ])('they wait when %s', (_, decide, failed) => {
    const { lanes } = withSlowTrial(decide, failed);
    lanes.fill();
    expect(lanes.running.map(nameOf)).toEqual(['c1#1']);
  });

  test('trials begun ahead are there when their look comes', () => {
    const { schedule, lanes } = withSlowTrial(goesOn(LOOKS, 'all'));
    lanes.fill();
    for (let i = 0; i < 3; i += 1) lanes.end(0, 'passed');
    lanes.fill();
    expect(lanes.begun.slice(6)).toEqual(['c1#3', 'c2#3', 'c3#3', 'c1#4', 'c2#4']);
    expect(schedule.run().look).toBe(3);
  });

  test('a case whose trials ahead turn out to be needless keeps what was planned', () => {
    // Goes on with c2 when the slow trial passed or failed, and with nobody when it is missing.
    const decide: DecideLook = (records, _, look) =>
      look === 2 && records.get('c1')?.[0]?.outcome !== 'error' ? { look: 3, cases: new Set(['c2']) } : null;
    const { schedule, lanes } = withSlowTrial(decide);
    lanes.fill();
    expect(lanes.running.map(nameOf)).toEqual(['c1#1', 'c2#3']);
    lanes.end(0, 'error');
    lanes.end(0, 'passed');
    lanes.fill();
    expect(lanes.running).toEqual([]);
    expect([schedule.run().planned.get('c2'), lanes.records.get('c2')?.length, schedule.total()]).toEqual([2, 3, 7]);
  });
});

/** A suite, a rule, what every trial gives, and the order in which trials end. */
const plays = fc
  .record({
    looks: fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 5 }))
      .map(([min, more]) => planLooks({ min, max: min + more })),
    own: fc.array(fc.option(fc.integer({ min: 1, max: 6 }), { freq: 4 }), { minLength: 1, maxLength: 5 }),
    never: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
    red: fc.integer({ min: 1, max: 12 }),
    loud: fc.integer({ min: 0, max: 3 }),
    concurrency: fc.integer({ min: 1, max: 8 }),
    outcomes: fc.array(fc.constantFrom<TrialRecord['outcome']>('passed', 'passed', 'passed', 'failed', 'error'), {
      minLength: 50,
      maxLength: 50,
    }),
    picks: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  })
  .map(({ never, ...play }) => ({ ...play, never_fail: never.map((position) => `c${position}`) }));

type Play = typeof plays extends fc.Arbitrary<infer Value> ? Value : never;

/** What a trial gives depends on which it is, not on when it runs. */
function outcomeOf({ outcomes }: Play, name: string): TrialRecord['outcome'] {
  const [id, index] = name.slice(1).split('#').map(Number);
  return outcomes[((id ?? 1) - 1) * 10 + (index ?? 1) - 1] ?? 'passed';
}

type Played = ReturnType<typeof start>;

function start(setup: Play, concurrency: number) {
  const decide = ruleOf(setup.looks, setup.red, setup.loud);
  const schedule = scheduleOf(setup, decide);
  return { decide, schedule, lanes: lanesOn(schedule, concurrency) };
}

/** Plays to the end. `onBegin` sees every trial that is handed out, `onFull` the lanes when no more is handed out. */
function play(
  setup: Play,
  concurrency: number,
  watch: { onBegin?(played: Played, plan: TrialPlan): void; onFull?(played: Played): void } = {},
): Played {
  const played = start(setup, concurrency);
  const { lanes } = played;
  const fill = () => lanes.fill((plan) => watch.onBegin?.(played, plan));
  let turn = 0;
  for (fill(); lanes.running.length > 0; fill()) {
    watch.onFull?.(played);
    const position = (setup.picks[turn % setup.picks.length] ?? 0) % lanes.running.length;
    const plan = lanes.running[position];
    lanes.end(position, plan === undefined ? 'passed' : outcomeOf(setup, nameOf(plan)));
    turn += 1;
  }
  return played;
}

/** The next look if all running trials pass, and if all fail. */
function bothWays({ decide, schedule, lanes }: Played): readonly (NextLook | null)[] {
  const { look, planned } = schedule.run();
  return (['passed', 'failed'] as const).map((outcome) => {
    const records = new Map(lanes.records);
    for (const { case: evalCase, index } of lanes.running)
      records.set(evalCase.id, [...(records.get(evalCase.id) ?? []), trialRecord({ index, outcome })]);
    return decide(records, planned, look);
  });
}

function extendedBy(next: NextLook | null, id: string): boolean {
  return next !== null && (next.cases === 'all' || next.cases.has(id));
}

describe('whatever the lanes, the outcomes and the order in which trials end', () => {
  test('every planned trial runs exactly once, and others only ahead, without a gap', () => {
    always(
      fc.property(plays, (setup) => {
        const { schedule, lanes } = play(setup, setup.concurrency, {
          onFull: ({ lanes: { running } }) => expect(running.length).toBeLessThanOrEqual(setup.concurrency),
        });
        expect(new Set(lanes.begun).size).toBe(lanes.begun.length);
        for (const [id, planned] of schedule.run().planned) {
          const indices = (lanes.records.get(id) ?? []).map(({ index }) => index).toSorted((a, b) => a - b);
          expect(indices.length).toBeGreaterThanOrEqual(planned);
          expect(indices).toEqual(indices.map((_, position) => position + 1));
        }
        expect(schedule.total()).toBe(lanes.begun.length);
      }),
    );
  });

  test('what is planned is what one lane alone would have planned', () => {
    always(
      fc.property(plays, (setup) => {
        const alone = play(setup, 1);
        expect(alone.schedule.total()).toBe([...alone.schedule.run().planned.values()].reduce((sum, n) => sum + n, 0));
        expect(play(setup, setup.concurrency).schedule.run()).toEqual(alone.schedule.run());
      }),
    );
  });

  test('trials of a later look are begun only when it comes if all running trials pass, and if all fail', () => {
    always(
      fc.property(plays, (setup) => {
        play(setup, setup.concurrency, {
          onBegin(played, { case: { id, trials }, index }) {
            const { look } = played.schedule.run();
            if (trials !== null || setup.never_fail.includes(id) || index <= look) return;
            for (const next of bothWays(played)) {
              expect(extendedBy(next, id)).toBe(true);
              expect(index).toBeLessThanOrEqual(next?.look ?? 0);
            }
          },
        });
      }),
    );
  });

  test('no lane is free while a trial of the next look is certain and not begun', () => {
    always(
      fc.property(plays, (setup) => {
        play(setup, setup.concurrency, {
          onFull(played) {
            const { lanes, schedule } = played;
            const { planned } = schedule.run();
            const isOpen = lanes.running.some(({ case: { id }, index }) => index <= (planned.get(id) ?? 0));
            if (lanes.running.length === setup.concurrency || !isOpen) return;
            const ways = bothWays(played);
            const certain = setup.own
              .map((own, position) => ({ own, id: `c${position + 1}` }))
              .filter(({ own, id }) => own === null && ways.every((next) => extendedBy(next, id)));
            for (const { id } of certain) expect(lanes.begun).toContain(`${id}#${ways[0]?.look}`);
          },
        });
      }),
    );
  });
});
