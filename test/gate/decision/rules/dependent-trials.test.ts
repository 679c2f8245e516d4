import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { orderFinding } from '#statistics/counts/order-finding.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, reasonOf } from '../decide-on.ts';

/** A run of some cases, round by round in a process that several share; `passes` gets the case, the trial and its place. */
function shared(
  cases: number,
  trials: number,
  passes: (at: { readonly of: number; readonly trial: number; readonly place: number }) => boolean,
  facts: TrialFacts = {},
): ResultsFile {
  const ids = Array.from({ length: cases }, (_, of) => of);
  return resultsFile(
    ids.map((of) =>
      caseRecord(`c${of}`, {
        trials: trialRecords(
          Array.from({ length: trials }, (_, trial): TrialFacts => {
            const place = trial * cases + of;
            return { outcome: passes({ of, trial, place }) ? 'passed' : 'failed', place_in_process: place, ...facts };
          }),
        ),
      }),
    ),
  );
}

const books = ({ trial }: { readonly trial: number }) => trial === 0;
const onBothSides = (passes: Parameters<typeof shared>[2], facts: TrialFacts = {}) => ({
  candidate: shared(6, 3, passes, facts),
  baseline: shared(6, 5, passes, facts),
});

describe('trials that depend on those before them in their process', () => {
  test('leave the verdict open, first of all reasons, and name the mend', () => {
    const decision = decideOn(onBothSides(books));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toMatch(
      /^can't tell: trials depend on earlier trials in the same process; set agent\.isolate/,
    );
    expect(reasonOf(decision, 'dependent_trials').message).toMatch(
      /100 % of the first trials of a case pass, and 0 % of its last ones \(p < 0\.001\).*isolate: true.*isolate: reset/,
    );
    expect(codes(decision)).not.toContain('inconclusive drop_open');
  });

  test('of a runner are rounds, whose mend is another', () => {
    const { candidate, baseline } = onBothSides(books);
    const decision = decideOn({ candidate: { ...candidate, agent: { ...candidate.agent, kind: 'suite' } }, baseline });
    expect(decision.title).toMatch(
      /^can't tell: rounds depend on earlier rounds; let `suite\.run` begin without what they left/,
    );
    expect(reasonOf(decision, 'dependent_trials').message).not.toMatch('isolate');
  });

  test('are seen where they get worse bit by bit, and where they get better', () => {
    for (const passes of [
      ({ place, of }: { readonly place: number; readonly of: number }) => place < 9 + (of % 4) * 2,
      ({ place, of }: { readonly place: number; readonly of: number }) => place >= 4 + (of % 4) * 2,
    ])
      expect(decideOn(onBothSides(passes)).verdict).toBe('inconclusive');
  });

  test('take a failure back that they may have made: the same agent, whose memory filled up sooner', () => {
    const sides = {
      candidate: shared(20, 5, ({ trial }) => trial < 2),
      baseline: shared(20, 5, ({ trial }) => trial < 4),
    };
    const decision = decideOn(sides);
    expect(decision.verdict).toBe('inconclusive');
    expect(codes(decision)).toContain('note suite_drop');
  });

  test('take none back where only the change keeps state: it may have broken its agent so', () => {
    const sides = { candidate: shared(20, 5, books), baseline: shared(20, 5, () => true) };
    const decision = decideOn(sides);
    expect(decision.verdict).toBe('fail');
    expect(reasonOf(decision, 'dependent_trials').outcome).toBe('inconclusive');
    expect(reasonOf(decision, 'dependent_trials').message, 'with the shares of the change alone').toMatch(
      /100 % of the first trials of a case pass, and 0 % of its last ones /,
    );
  });

  test('are found in a change that began to keep state, however many trials without a trend main has', () => {
    const here = Array.from({ length: 8 }, () => [true, false, false]);
    const main = Array.from({ length: 200 }, (_, at) => [true, false, true].map((passed) => passed === (at % 2 === 0)));
    expect(orderFinding(here, main)).toStrictEqual({
      kind: 'state',
      p: expect.closeTo(4 / 3 ** 8, 10),
      in_main: false,
    });
    expect(orderFinding(here.slice(3), main), 'five cases of three trials are too few').toBeNull();
  });

  test('leave a floor open too, as the share that passes depends on how many trials ran, but no zero tolerance', () => {
    const bounds = { min: 0.9, max_drop: 0.02, rule_out: 'auto', min_mode: 'point' } as const;
    expect(decideOn(onBothSides(books), { pass_rate: bounds }).verdict).toBe('inconclusive');
    expect(decideOn(onBothSides(books), { never_fail: ['c1'] }).verdict).toBe('fail');
  });
});

/** Nobody was given several trials: each has a process of its own, or a server. */
function apart(results: ResultsFile): ResultsFile {
  const cases = results.cases.map((item) => ({
    ...item,
    trials: item.trials.map(({ place_in_process: _, ...trial }) => trial),
  }));
  return { ...results, cases };
}

describe('trials that depend on what earlier ones left outside of their process', () => {
  const sides = (here: ResultsFile, main = shared(6, 5, books)) => ({ candidate: apart(here), baseline: apart(main) });

  test('leave the verdict open, and name the mend', () => {
    const decision = decideOn(sides(shared(6, 3, books)));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toMatch(/^can't tell: trials depend on earlier trials of the run; keep nothing/);
    expect(reasonOf(decision, 'dependent_trials').message).toMatch(/a file, a database, a server.*`workspace`/);
    const [isolated, main] = [shared(6, 3, books), shared(6, 5, books)];
    const conditions = { isolate: true };
    const own = { ...isolated, agent: { ...isolated.agent, conditions } };
    expect(codes(decideOn({ candidate: own, baseline: { ...main, agent: own.agent } }))).toContain(
      'inconclusive dependent_trials',
    );
  });

  test.each<[string, Parameters<typeof sides>]>([
    ['on one side alone, as in an outage', [shared(20, 3, books), shared(20, 5, () => true)]],
    ['on the other alone', [shared(20, 3, () => true), shared(20, 5, books)]],
  ])('are not seen %s', (_, [here, main]) => {
    expect(codes(decideOn(sides(here, main))).join()).not.toMatch('dependent_trials');
  });

  test('are not looked for in recorded rows, which somebody has put in order', () => {
    const { candidate, baseline } = sides(shared(6, 3, books));
    const recorded = (results: ResultsFile) => ({ ...results, agent: { ...results.agent, kind: 'recorded' } });
    const decision = decideOn({ candidate: recorded(candidate), baseline: recorded(baseline) });
    expect(codes(decision).join()).not.toMatch('dependent_trials');
  });

  /** A run whose trials all pass and take these tokens, a little more or less by case. */
  const taking = (...amounts: readonly number[]) =>
    apart(
      resultsFile(
        Array.from({ length: 12 }, (_, of) =>
          caseRecord(`c${of}`, {
            trials: trialRecords(
              amounts.map((amount): TrialFacts => ({ outcome: 'passed', total_tokens: amount + of })),
            ),
          }),
        ),
      ),
    );

  test('show it by tokens that grow on both sides, as a kept conversation makes them', () => {
    const decision = decideOn({ candidate: taking(100, 200, 300), baseline: taking(100, 200, 300, 400, 500) });
    expect(decision.verdict).toBe('inconclusive');
    expect(reasonOf(decision, 'dependent_trials').message).toMatch(
      /the first trials of a case take 106 tokens, and its last ones 406/,
    );
  });

  test.each<[string, ResultsFile, ResultsFile]>([
    ['grow here alone', taking(100, 200, 300), taking(100, 100, 100, 100, 100)],
    ['grow on main alone', taking(100, 100, 100), taking(100, 200, 300, 400, 500)],
    ['fall', taking(300, 200, 100), taking(500, 400, 300, 200, 100)],
    ['are many in a cold start', taking(300, 100, 100), taking(300, 100, 100, 100, 100)],
    ['grow by less than decides anything', taking(100, 101, 103), taking(100, 101, 102, 103, 104)],
  ])('show nothing by tokens that %s', (_, candidate, baseline) => {
    expect(codes(decideOn({ candidate, baseline })).join()).not.toMatch('dependent_trials');
  });
});

describe('trials that do not depend on one another', () => {
  test('fail in the first rounds of an outage, which the recorder saw, without an order', () => {
    const candidate = shared(12, 5, ({ trial }) => trial > 1);
    const baseline = shared(12, 5, () => true);
    expect(codes(decideOn({ candidate, baseline }))).toContain('inconclusive dependent_trials');
    const outage = {
      ...candidate,
      cases: candidate.cases.map((item) => ({
        ...item,
        trials: item.trials.map((trial) => ({ ...trial, ...(trial.index < 3 && { unanswered_calls: 1 }) })),
      })),
    };
    expect(codes(decideOn({ candidate: outage, baseline })).join()).not.toMatch('dependent_trials');
  });

  test('stay a failure where the change is broken from its first trial on', () => {
    const sides = { candidate: shared(20, 5, () => false), baseline: shared(20, 5, () => true) };
    expect(decideOn(sides).verdict).toBe('fail');
  });

  test('of a case that went on to a second look because it failed at the first show no trend', () => {
    const first = [false, true, false].map((passed) => ({ outcome: passed ? 'passed' : 'failed', look: 1 }) as const);
    const later = [true, true, true, true, true, true, true].map(() => ({ outcome: 'passed', look: 2 }) as const);
    const trials = trialRecords([...first, ...later].map((facts, place) => ({ ...facts, place_in_process: place })));
    const candidate = resultsFile(Array.from({ length: 12 }, (_, i) => caseRecord(`c${i}`, { trials })));
    expect(codes(decideOn({ candidate, baseline: shared(12, 5, () => true) })).join()).not.toMatch('dependent_trials');
  });
});
