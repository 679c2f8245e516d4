import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '#domain/baseline/comparison/compare.ts';
import type { CaseRecord, ResultsFile } from '#domain/baseline/results/results-file.ts';
import { collectEvidence } from '#domain/gate/collect-evidence.ts';
import { verdictOf } from '#domain/gate/conclude.ts';
import { confirmFailures } from '#domain/gate/confirmation/confirm-failures.ts';
import { type Confirmation, spreadStandsIn } from '#domain/gate/confirmation/confirmation.ts';
import { confirmationNeeded } from '#domain/gate/confirmation/confirmation-needed.ts';
import { planConfirmation } from '#domain/gate/confirmation/plan-confirmation.ts';
import { withConfirmation } from '#domain/gate/confirmation/with-confirmation.ts';
import { type Finding, finding } from '#domain/gate/finding.ts';
import { lookRunOf } from '#domain/gate/looks/look-run.ts';
import { testLooks } from '#domain/gate/looks/test-looks.ts';
import { planGates } from '#domain/gate/plan.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { testGates } from '#domain/gate/test-gates.ts';
import { caseRecord, outcomes, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { NO_BOUNDS, POLICY } from '../decide-on.ts';
import { decide, messageOf as wordsOf } from '../in-words.ts';

const SHA = '1a2b3c4d'.repeat(5);

/** [candidate, stored, today], each [passed, failed, errors]; null: main did not run it. */
type Outcomes = readonly [passed: number, failed?: number, errors?: number];
type Row = readonly [here: Outcomes, stored: Outcomes, today: Outcomes | null];

interface Sides {
  readonly candidate: ResultsFile;
  readonly stored: ResultsFile;
  readonly today: ResultsFile;
}

function sides(rows: readonly Row[], facts: (i: number) => Partial<CaseRecord> = () => ({})): Sides {
  const id = (i: number) => `case-${String(i).padStart(3, '0')}`;
  const file = (of: (row: Row) => Outcomes | null, run: Partial<ResultsFile> = {}) =>
    resultsFile(
      rows.flatMap((row, i) => {
        const counts = of(row);
        return counts === null ? [] : [caseRecord(id(i), { ...facts(i), trials: outcomes(...counts) })];
      }),
      run,
    );
  return {
    candidate: file(([here]) => here),
    stored: file(([, stored]) => stored),
    today: freshRun(file(([, , today]) => today)),
  };
}

function freshRun(file: ResultsFile): ResultsFile {
  return { ...file, commit: { ...file.commit, sha: SHA }, run: { ...file.run, side: 'confirm' } };
}

/** The same with values of a metric: one list of trials per side, the same in every case but for a factor of its own. */
function metricSides(count: number, here: TrialFacts[], stored: TrialFacts[], today: TrialFacts[], lacking = 0): Sides {
  const scaled = (facts: TrialFacts[], i: number) =>
    trialRecords(
      facts.map(({ total_tokens: tokens, ...rest }) => ({
        ...rest,
        ...(tokens == null ? {} : { total_tokens: tokens * (1 + (i % 3) / 50) }),
      })),
    );
  const file = (of: (i: number) => TrialFacts[], from = 0) =>
    resultsFile(
      Array.from({ length: count - from }, (_, i) =>
        caseRecord(`case-${i}`, { tags: ['slow'], trials: scaled(of(i), i) }),
      ),
    );
  return {
    candidate: file(() => here),
    stored: file(() => stored.map((facts, j) => ({ ...facts, ...jittered(facts, j) }))),
    today: freshRun(file((i) => today.map((facts, j) => ({ ...facts, ...jittered(facts, i + j) })), lacking)),
  };
}

function jittered({ total_tokens: tokens }: TrialFacts, i: number): TrialFacts {
  return tokens == null ? {} : { total_tokens: tokens + (i % 4) };
}

function copies<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item);
}

function reading({ candidate, stored }: Sides, policy: Partial<Policy> = {}) {
  const whole = { ...POLICY, ...policy };
  const evidence = collectEvidence(compare(candidate, [stored]), candidate);
  const run = lookRunOf(candidate);
  const plan = planGates(evidence.paired, whole, { looks: run.looks, reckons_with_spread: false });
  return { evidence, gates: testGates(evidence, testLooks(evidence.paired, plan, run), plan, whole) };
}

function planned(given: Sides, policy: Partial<Policy> = {}) {
  const { gates, evidence } = reading(given, policy);
  const plan = planConfirmation(gates, evidence);
  return plan && { base: Object.fromEntries(plan.base), top_up: Object.fromEntries(plan.top_up) };
}

function confirm(given: Sides, policy: Partial<Policy> = {}, toppedUp: ResultsFile = given.candidate) {
  const { gates, evidence } = reading(given, policy);
  const asked: Confirmation = { kind: 'done', results: given.today, required: false };
  const confirmation = confirmFailures(gates, evidence, toppedUp, compare(given.candidate, [given.stored]), asked);
  const findings = withConfirmation(gates.findings, gates.cases, asked, confirmation);
  return { confirmation, findings, verdict: verdictOf(findings), before: verdictOf(gates.findings) };
}

/** `outcome code` of the findings that a confirmation is about. */
function told(findings: readonly Finding[]): string[] {
  const about = ['suite_drop', 'case_broken', 'recall_drop', 'increase', 'floor', 'confirmed', 'unconfirmed'];
  return findings
    .filter(({ code }) => [...about, 'stale_baseline', 'not_confirmed'].includes(code))
    .map(({ outcome, code }) => `${outcome} ${code}`);
}

function messageOf(findings: readonly Finding[], code: string): string {
  return wordsOf(findings.find((found) => found.code === code)) ?? '';
}

const SUITE_ONLY: Partial<Policy> = { tool_recall: null, total_tokens: null, cost_usd: null };

/** Every case lost a little, so that the suite is red and no single case is. */
const DROPPED = (today: Outcomes | null): Row[] => copies(30, [[3, 2], [14, 1], today] as const);

describe('what has to be run', () => {
  test('a suite that fell asks for 10 trials of every comparable case and tops nothing up', () => {
    const rows: Row[] = [...DROPPED(null), [[5], [0], null]];
    const plan = planned(sides(rows), SUITE_ONLY);
    expect(Object.values(plan?.base ?? {})).toEqual(copies(30, 10));
    expect(plan?.base).not.toHaveProperty('case-030');
    expect(plan?.top_up).toEqual({});
  });

  test.each([
    ['fewer trials than 10', [0, 5] as const, { 'case-000': 10 }],
    ['trials that ended in errors, which are not replaced', [0, 8, 2] as const, {}],
    ['10 trials', [0, 10] as const, {}],
    ['more than 10 trials', [0, 12] as const, {}],
  ])('a broken case that has %s', (_, here, top_up) => {
    const rows: Row[] = [[here, [25], null], ...copies(9, [[5], [25], null] as const)];
    const plan = planned(sides(rows), { ...SUITE_ONLY, pass_rate: { ...NO_BOUNDS, max_drop: null } });
    expect(plan).toEqual({ base: { 'case-000': 10 }, top_up });
  });

  test('a broken case that names its own number of trials is topped up too', () => {
    const rows: Row[] = [[[0, 4], [25], null], ...copies(9, [[5], [25], null] as const)];
    const given = sides(rows, (i) => ({ fixed_trials: i === 0 }));
    const plan = planned(given, { ...SUITE_ONLY, pass_rate: { ...NO_BOUNDS, max_drop: null } });
    expect(plan?.top_up).toEqual({ 'case-000': 10 });
  });

  test('a rise of tokens asks only for the cases that have counts on both sides', () => {
    const given = metricSides(8, copies(5, { total_tokens: 200 }), copies(15, { total_tokens: 100 }), []);
    const silent = caseRecord('case-9', { trials: outcomes(5) });
    const plan = planned({
      ...given,
      candidate: { ...given.candidate, cases: [...given.candidate.cases, silent] },
      stored: { ...given.stored, cases: [...given.stored.cases, silent] },
    });
    expect(Object.keys(plan?.base ?? {})).toEqual(Array.from({ length: 8 }, (_, i) => `case-${i}`));
  });

  test('a tag that fell asks only for its cases', () => {
    const rows: Row[] = [...DROPPED(null).slice(0, 10), ...copies(10, [[5], [15], null] as const)];
    const given = sides(rows, (i) => ({ tags: i < 10 ? ['refund'] : [] }));
    const plan = planned(given, { ...SUITE_ONLY, pass_rate: NO_BOUNDS, tags: { refund: tagRule() } });
    expect(Object.keys(plan?.base ?? {})).toHaveLength(10);
  });

  test('cases are listed by their ids, whichever test asks for them', () => {
    const rows: Row[] = [...DROPPED(null).slice(0, 10), ...copies(9, [[5], [15], null] as const), [[0, 5], [25], null]];
    const given = sides(rows, (i) => ({ tags: i < 10 ? ['refund'] : [] }));
    const plan = planned(given, { ...SUITE_ONLY, pass_rate: NO_BOUNDS, tags: { refund: tagRule() } });
    const ids = Object.keys(plan?.base ?? {});
    expect(ids).toHaveLength(11);
    expect(ids).toEqual(ids.toSorted());
    expect(ids.at(-1)).toBe('case-019');
  });

  test('nothing is run for floors alone, nor where nothing is red', () => {
    const bad: Row[] = copies(10, [[1, 4], [3, 12], null] as const);
    expect(planned(sides(bad), { pass_rate: { ...NO_BOUNDS, min: 0.9 } })).toBeNull();
    expect(planned(sides(copies(10, [[5], [15], null] as const)))).toBeNull();
  });
});

function tagRule(): Policy['tags'][string] {
  const off = { tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };
  return { ...off, pass_rate: { ...NO_BOUNDS, max_drop: 0.02 } };
}

describe('a failed test is kept only if fresh trials of main show it again', () => {
  const recalls = (full: number, half: number): TrialFacts[] => [
    ...copies(full, { tool_recall: 1 }),
    ...copies(half, { tool_recall: 0.5 }),
  ];
  const tokens = (count: number, amount: number): TrialFacts[] => copies(count, { total_tokens: amount });
  const refund = (i: number) => ({ tags: i < 30 ? ['refund'] : [] });
  const tagOnly: Partial<Policy> = { ...SUITE_ONLY, pass_rate: NO_BOUNDS, tags: { refund: tagRule() } };
  const broken = (today: Outcomes | null): Row[] => [[[0, 10], [25], today], ...copies(9, [[10], [25], null] as const)];
  const plain: Partial<Policy> = {
    ...SUITE_ONLY,
    method: 'threshold',
    pass_rate: { ...NO_BOUNDS, max_drop: 0.02, rule_out: null },
  };
  const plainTokens: Partial<Policy> = { ...plain, total_tokens: { max_increase: 0.1 } };

  test.each<[what: string, gate: string, Sides, Partial<Policy>, 'kept' | 'taken back', back?: string]>([
    ['suite', 'pass_rate', sides(DROPPED([9, 1])), SUITE_ONLY, 'kept'],
    ['suite', 'pass_rate', sides(DROPPED([6, 4])), SUITE_ONLY, 'taken back'],
    ['tag', 'pass_rate', sides(DROPPED([9, 1]), refund), tagOnly, 'kept'],
    ['tag', 'pass_rate', sides(DROPPED([6, 4]), refund), tagOnly, 'taken back'],
    ['case', 'case', sides(broken([10])), SUITE_ONLY, 'kept'],
    ['case', 'case', sides(broken([1, 9])), SUITE_ONLY, 'taken back'],
    ['recall', 'tool_recall', metricSides(10, recalls(2, 3), recalls(15, 0), recalls(10, 0)), {}, 'kept'],
    ['recall', 'tool_recall', metricSides(10, recalls(2, 3), recalls(15, 0), recalls(4, 6)), {}, 'taken back'],
    ['tokens', 'total_tokens', metricSides(8, tokens(5, 200), tokens(15, 100), tokens(10, 110)), {}, 'kept'],
    ['tokens', 'total_tokens', metricSides(8, tokens(5, 200), tokens(15, 100), tokens(10, 205)), {}, 'taken back'],
    ['plain drop', 'pass_rate', sides(DROPPED([9, 1])), plain, 'kept'],
    ['plain drop', 'pass_rate', sides(DROPPED([6, 4])), plain, 'taken back'],
    [
      'plain rise',
      'total_tokens',
      metricSides(3, tokens(1, 200), tokens(1, 100), tokens(10, 110)),
      plainTokens,
      'kept',
    ],
    [
      'plain rise',
      'total_tokens',
      metricSides(3, tokens(1, 200), tokens(1, 100), tokens(10, 190)),
      plainTokens,
      'taken back',
      // Three cases are too few for a test of main itself.
      'not_confirmed',
    ],
  ])('%s (%s): %#', (_, gate, given, policy, expected, back = 'stale_baseline') => {
    const { confirmation, before, verdict, findings } = confirm(given, policy);
    expect(before).toBe('fail');
    expect(confirmation?.sha).toBe(SHA);
    expect(confirmation?.tests.map((each) => [each.gate, each.kept])).toContainEqual([gate, expected === 'kept']);
    expect(confirmation?.kept).toBe(verdict === 'fail');
    expect(told(findings)).toContain(expected === 'kept' ? 'note confirmed' : `inconclusive ${back}`);
    expect(verdict).toBe(expected === 'kept' ? 'fail' : 'inconclusive');
  });

  test('a case is told with how far it fell from the stored runs and from main today', () => {
    const rows: Row[] = [[[1, 9], [25], [9, 1]], ...copies(9, [[10], [25], null] as const)];
    const [only] = confirm(sides(rows), SUITE_ONLY).confirmation?.tests.filter(({ gate }) => gate === 'case') ?? [];
    expect(only).toMatchObject({
      change_from_stored: expect.closeTo(0.9, 12),
      change_from_today: expect.closeTo(0.8, 12),
      sides: { stored: { value: 1, trials: 25 }, today: { value: 0.9, trials: 10 }, here: { value: 0.1, trials: 10 } },
    });
  });

  test('a p equal to the limit of .05 keeps the failure', () => {
    // 0 of 3 here against 3 of 3 today: 1 of 20 arrangements.
    const kept = confirm(sides([[[0, 3], [25], [3]], ...copies(9, [[5], [25], null] as const)]), SUITE_ONLY);
    const [only] = kept.confirmation?.tests.filter(({ gate }) => gate === 'case') ?? [];
    expect(only?.p).toBeCloseTo(0.05, 12);
    expect(only?.kept).toBe(true);
  });
});

describe('drift', () => {
  test('an unchanged pull request after main got worse ends inconclusive, and the words say whose fault it is', () => {
    const { findings, verdict } = confirm(sides(DROPPED([6, 4])), SUITE_ONLY);
    expect(verdict).toBe('inconclusive');
    expect(messageOf(findings, 'stale_baseline')).toBe(
      'main is also worse today; the stored baseline is stale: pass rate 93.3 % in the stored runs, 60 % on main today, 60 % here (300 fresh trials of main at 1a2b3c4; against the stored runs p < 0.001)',
    );
  });

  test('a real drop on main as it was is kept, and the words say with how many trials', () => {
    const { findings } = confirm(sides(DROPPED([9, 1])), SUITE_ONLY);
    expect(messageOf(findings, 'suite_drop')).toContain('a real drop');
    expect(messageOf(findings, 'confirmed')).toMatch(
      /^confirmed by 300 fresh trials of main at 1a2b3c4: pass rate 90 % on main today, 60 % here, p /,
    );
  });

  test('a main that is a little worse than its stored runs is not blamed either, and its rates are told', () => {
    const rows = copies(8, [
      [3, 2],
      [13, 2],
      [7, 3],
    ] as const);
    const { findings, verdict } = confirm(sides(rows), SUITE_ONLY);
    expect(verdict).toBe('inconclusive');
    expect(told(findings)).toEqual(['inconclusive not_confirmed']);
    expect(messageOf(findings, 'not_confirmed')).toMatch(
      /^not shown to be this change: fresh trials of main do no better beyond chance \(pass rate 70 %; stored 86.7 %; here 60 %\): 80 fresh trials of main at 1a2b3c4; p = /,
    );
  });

  test('main that is not shown to be worse than it was is not blamed, although the failure is taken back', () => {
    const rows = Array.from({ length: 10 }, (_, i): Row => [[47, 3], [50], i < 8 ? [10] : [9, 1]]);
    const policy: Partial<Policy> = { ...SUITE_ONLY, method: 'threshold', pass_rate: { ...NO_BOUNDS, max_drop: 0.05 } };
    const { findings, verdict } = confirm(sides(rows), policy);
    expect(verdict).toBe('inconclusive');
    expect(messageOf(findings, 'not_confirmed')).toBe(
      'not shown to be this change: fresh trials of main do no better by more than is tolerated (pass rate 98 %; stored 100 %; here 94 %): 100 fresh trials of main at 1a2b3c4',
    );
  });
});

describe('a suite that fell at an early look', () => {
  const given = (late: TrialFacts): Sides => {
    const files = sides(copies(30, [[1, 2], [25], [9, 1]] as const), (i) => ({ never_fail: i === 0 }));
    const [first, ...others] = files.candidate.cases;
    const trials = trialRecords([...copies(3, { outcome: 'failed' } as const), ...copies(7, late)]);
    const cases = first === undefined ? [] : [{ ...first, planned_trials: 10, trials }, ...others];
    const candidate: ResultsFile = {
      ...files.candidate,
      cases,
      looks: [3, 5, 10],
      stop: { look: 3, reason: 'decided' },
    };
    return { ...files, candidate };
  };

  test('is repeated with the trials of that look, although a case with zero tolerance had more', () => {
    const [passed, failed] = [{}, { outcome: 'failed' } as const].map((late) =>
      confirm(given(late), SUITE_ONLY).confirmation?.tests.find(({ gate }) => gate === 'pass_rate'),
    );
    expect(passed).toMatchObject({ kept: true, sides: { here: { trials: 90 } } });
    expect(passed).toEqual(failed);
  });
});

describe('several failures at once', () => {
  const rows: Row[] = [
    [[0, 5], [25], [10]],
    [[0, 5], [25], [0, 10]],
    ...copies(18, [
      [3, 2],
      [22, 3],
      [6, 4],
    ] as const),
  ];
  const topped: ResultsFile = {
    ...sides(rows).candidate,
    cases: sides(rows).candidate.cases.map((item, i) => (i < 2 ? { ...item, trials: outcomes(0, 10) } : item)),
  };

  test('only the broken cases that are kept stay listed; the suite that main lost as well is a note', () => {
    const { findings, verdict, confirmation } = confirm(sides(rows), SUITE_ONLY, topped);
    expect(verdict).toBe('fail');
    expect(told(findings)).toEqual([
      'note stale_baseline',
      'fail case_broken',
      'note confirmed',
      'note stale_baseline',
    ]);
    const broken = findings.find(({ code }) => code === 'case_broken');
    expect(broken?.cases).toEqual(['case-000']);
    expect(wordsOf(broken)).not.toContain('case-001');
    expect(messageOf(findings, 'confirmed')).toMatch(/case case-000 passed 10\/10 on main today and 0\/10 here, p /);
    expect(confirmation?.tests.filter(({ kept }) => kept).map(({ cases }) => cases)).toEqual([['case-000']]);
    expect(confirmation?.kept).toBe(true);
  });

  test('a floor that is broken stays red, whatever becomes of the rest', () => {
    const policy: Partial<Policy> = {
      ...SUITE_ONLY,
      pass_rate: { ...NO_BOUNDS, max_drop: 0.02, rule_out: 'auto', min: 0.9 },
    };
    const { findings, verdict } = confirm(sides(DROPPED([6, 4])), policy);
    expect(verdict).toBe('fail');
    expect(told(findings)).toEqual(['note stale_baseline', 'fail floor']);
  });

  test('the candidate of a broken case counts with its top-ups, in no other test', () => {
    const recovered = { ...topped, cases: topped.cases.map((item) => ({ ...item, trials: outcomes(0, 5) })) };
    const lucky = {
      ...topped,
      cases: topped.cases.map((item, i) =>
        i < 2
          ? {
              ...item,
              trials: trialRecords([...copies(5, { outcome: 'failed' } as const), ...copies(5, {})]),
            }
          : item,
      ),
    };
    const suiteP = (file: ResultsFile) =>
      confirm(sides(rows), SUITE_ONLY, file).confirmation?.tests.find(({ gate }) => gate === 'pass_rate')?.p;
    const caseP = (file: ResultsFile) =>
      confirm(sides(rows), SUITE_ONLY, file).confirmation?.tests.find(({ gate }) => gate === 'case')?.p;
    expect(suiteP(lucky)).toBe(suiteP(recovered));
    expect(caseP(lucky)).toBeGreaterThan(caseP(topped) ?? 1);
  });
});

describe('fresh trials that are missing', () => {
  test('errors of main are missing, not failed: those that were judged decide', () => {
    const { verdict, confirmation } = confirm(sides(DROPPED([8, 1, 1])), SUITE_ONLY);
    expect(verdict).toBe('fail');
    expect(confirmation?.tests[0]?.sides?.today.trials).toBe(270);
  });

  test.each<[string, Sides, string]>([
    ['no trial of main was judged', sides(DROPPED([0, 0, 10])), 'no fresh trial of main could be compared'],
    ['main ran nothing', sides(DROPPED(null)), 'no fresh trial of main could be compared'],
    ['what is missing could have kept it red', sides(DROPPED([1, 1, 8])), 'too many of the fresh trials are missing'],
  ])('%s: the failure stands, marked as not confirmed', (_, given, reason) => {
    const { findings, verdict, confirmation } = confirm(given, SUITE_ONLY);
    expect(verdict).toBe('fail');
    expect(told(findings)).toEqual(['fail suite_drop', 'note unconfirmed']);
    expect(messageOf(findings, 'unconfirmed')).toContain(`${reason}; the failure stands`);
    expect(confirmation?.tests[0]).toMatchObject({ kept: false, p: null, unconfirmed: reason });
    expect(confirmation?.kept).toBe(true);
  });

  test('a drop that main has too is taken back although some of its trials are missing', () => {
    const { verdict } = confirm(sides(DROPPED([5, 4, 1])), SUITE_ONLY);
    expect(verdict).toBe('inconclusive');
  });

  test('a case whose fresh trials are all missing is left out', () => {
    const rows = DROPPED([6, 4]).map(([here, stored, today], i): Row => [here, stored, i === 0 ? null : today]);
    const { confirmation, verdict } = confirm(sides(rows), SUITE_ONLY);
    expect(confirmation?.tests[0]?.sides?.today.trials).toBe(290);
    expect(verdict).toBe('inconclusive');
  });

  test.each([
    [2, 'total_tokens', 'too many of the fresh trials are missing'],
    [3, 'total_tokens', 'a test needs 6 cases with values on both sides, but there are 5'],
  ])('a rise of tokens is not taken back when %d of 8 cases have no fresh count', (lacking, gate, reason) => {
    const tokens = (count: number, amount: number): TrialFacts[] => copies(count, { total_tokens: amount });
    const given = metricSides(8, tokens(5, 200), tokens(15, 100), tokens(10, 205), lacking);
    const { confirmation, verdict } = confirm(given);
    expect(confirmation?.tests).toMatchObject([{ gate, kept: false, unconfirmed: reason }]);
    expect(verdict).toBe('fail');
  });

  test('a loss of recall is not taken back when the missing values of main could have kept it', () => {
    const some = (full: number, half: number, none = 0): TrialFacts[] => [
      ...copies(full, { tool_recall: 1 }),
      ...copies(half, { tool_recall: 0.5 }),
      ...copies(none, { tool_recall: null }),
    ];
    const { confirmation } = confirm(metricSides(10, some(2, 3), some(15, 0), some(1, 1, 8)));
    expect(confirmation?.tests).toMatchObject([
      { gate: 'tool_recall', kept: false, unconfirmed: 'too many of the fresh trials are missing' },
    ]);
  });

  test('a broken case is not taken back because its top-ups never ran', () => {
    const rows: Row[] = [[[1, 2], [25], [7, 3]], ...copies(9, [[3], [25], null] as const)];
    const given = sides(rows);
    const { confirmation } = confirm({ ...given, candidate: { ...given.candidate, looks: [3] } }, SUITE_ONLY);
    const [only] = confirmation?.tests.filter(({ gate }) => gate === 'case') ?? [];
    expect(only).toMatchObject({ kept: false, unconfirmed: 'too many of the fresh trials are missing' });
  });

  test('a fresh run under other conditions confirms nothing and takes nothing back', () => {
    const given = sides(DROPPED([6, 4]));
    const other = { ...given.today, agent: { ...given.today.agent, key: 'others' } };
    expect(confirm({ ...given, today: other }, SUITE_ONLY).verdict).toBe('fail');
  });

  test('nothing is told of a repetition where no test was red', () => {
    const green = sides(copies(10, [[5], [15], [10]] as const));
    expect(confirm(green, SUITE_ONLY).confirmation).toBeNull();
  });
});

describe('main that could not be run', () => {
  const { gates } = reading(sides(DROPPED(null)), SUITE_ONLY);
  const findingsAfter = (confirmation: Confirmation, others: readonly Finding[] = []) =>
    withConfirmation([...gates.findings, ...others], gates.cases, confirmation, null);

  test.each<[Confirmation['kind'], Confirmation]>([
    ['off', { kind: 'off' }],
    ['pending', { kind: 'pending' }],
  ])('%s: findings stay as they are', (_, confirmation) => expect(findingsAfter(confirmation)).toEqual(gates.findings));

  test('the failure stands, marked with the reason', () => {
    const findings = findingsAfter({ kind: 'unavailable', reason: 'its setup failed', required: false });
    expect(told(findings)).toEqual(['fail suite_drop', 'note unconfirmed']);
    expect(messageOf(findings, 'unconfirmed')).toBe(
      'not confirmed by fresh trials of main: its setup failed; the failure stands',
    );
  });

  test('the failure stands, with the reason, where the change could have reached the trials', () => {
    const reason = 'main\'s side could not be kept apart: "git" was put on PATH';
    const findings = findingsAfter({ kind: 'void', reason });
    expect(told(findings)).toEqual(['fail suite_drop', 'note unconfirmed']);
    expect(messageOf(findings, 'unconfirmed')).toBe(
      `not confirmed by fresh trials of main: ${reason}; the failure stands`,
    );
    expect(
      spreadStandsIn({ kind: 'void', reason }),
      'the spread between stored runs does not talk it down either',
    ).toBe(false);
  });

  test('where a confirmation is required the verdict is open', () => {
    const findings = findingsAfter({ kind: 'unavailable', reason: 'its setup failed', required: true });
    expect(verdictOf(findings)).toBe('inconclusive');
    expect(told(findings)).toEqual(['inconclusive unconfirmed']);
    expect(messageOf(findings, 'unconfirmed')).toMatch(/^can't tell: pass rate fell .* confirm it: its setup failed$/);
  });

  test('zero tolerance needs no confirmation', () => {
    const never = finding(
      { outcome: 'fail', gate: 'never_fail', code: 'never_fail' },
      { kind: 'case', name: 'a', failed: 1, scored: 5, main: null },
    );
    const findings = findingsAfter({ kind: 'unavailable', reason: 'its setup failed', required: true }, [never]);
    expect(verdictOf(findings)).toBe('fail');
    expect(told(findings)).toEqual(['note unconfirmed']);
  });

  test('where nothing is red there is nothing to mark', () => {
    const green = reading(sides(copies(10, [[5], [15], null] as const)), SUITE_ONLY).gates;
    const confirmation: Confirmation = { kind: 'unavailable', reason: 'its setup failed', required: false };
    expect(withConfirmation(green.findings, green.cases, confirmation, null)).toEqual(green.findings);
  });
});

describe('the whole decision', () => {
  const ask = ({ candidate, stored, today }: Sides, policy: Partial<Policy> = SUITE_ONLY) =>
    decide(compare(candidate, [stored]), { ...POLICY, ...policy }, candidate, {
      confirmation: { kind: 'done', results: today, required: false },
    });

  test('an unchanged pull request on a main that drifted is open, with the stale baseline as its title', () => {
    const { verdict, title, decision } = ask(sides(DROPPED([6, 4])));
    expect(verdict).toBe('inconclusive');
    expect(title).toBe(
      'main is also worse today; the stored baseline is stale: pass rate 93.3 % in the stored runs, 60 % on main today, 60 % here',
    );
    expect(decision.confirmation).toMatchObject({ sha: SHA, kept: false });
  });

  test('a real regression stays red, and its title does not change', () => {
    const given = sides(DROPPED([9, 1]));
    const alone = decide(compare(given.candidate, [given.stored]), { ...POLICY, ...SUITE_ONLY }, given.candidate);
    const { verdict, title, decision } = ask(given);
    expect([verdict, title]).toEqual(['fail', alone.title]);
    expect(decision.confirmation).toMatchObject({ sha: SHA, kept: true });
    expect(alone.decision.confirmation).toBeNull();
  });

  test('an agent that never answers is red whatever main does', () => {
    const given = sides(DROPPED([0, 10]));
    const dead = given.candidate.cases.map((item) => ({
      ...item,
      trials: item.trials.map((trial) => ({ ...trial, outcome: 'failed' as const, completed: false })),
    }));
    expect(ask({ ...given, candidate: { ...given.candidate, cases: dead } }).verdict).toBe('fail');
  });

  test('what is needed is planned from the files, and nothing for a green run', () => {
    const needed = ({ candidate, stored }: Sides) =>
      confirmationNeeded(compare(candidate, [stored]), { ...POLICY, ...SUITE_ONLY }, candidate, false);
    expect(needed(sides(DROPPED(null)))?.base.size).toBe(30);
    expect(needed(sides(copies(20, [[5], [15], null] as const)))).toBeNull();
  });
});

describe('whatever fresh trials say', () => {
  const counts = fc.tuple(fc.nat(10), fc.nat(10), fc.nat(10)).map(([a, b, c]): Outcomes => [a, b, c]);
  const row = fc.tuple(
    fc.tuple(fc.nat(2), fc.integer({ min: 3, max: 8 })).map(([a, b]): Outcomes => [a, b]),
    fc.nat(2).map((failed): Outcomes => [15 - failed, failed]),
    fc.option(counts),
  );
  const rows = fc.array(row, { minLength: 1, maxLength: 8 });

  test('a failure never becomes a pass', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { before, verdict } = confirm(sides(given), SUITE_ONLY);
        if (before === 'fail') expect(verdict).not.toBe('pass');
        else expect(verdict).toBe(before);
      }),
      { numRuns: tries(100) },
    );
  });

  test('the order of cases and trials in the files changes no byte', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (given, turn) => {
        const files = sides(given);
        const turned = <Item>(items: readonly Item[]): Item[] => {
          const at = items.length === 0 ? 0 : turn % items.length;
          return [...items.slice(at), ...items.slice(0, at)].reverse();
        };
        const shuffled = (file: ResultsFile): ResultsFile => ({
          ...file,
          cases: turned(file.cases).map((item) => ({ ...item, trials: turned(item.trials) })),
        });
        const { candidate, stored, today } = files;
        const other = { candidate: shuffled(candidate), stored: shuffled(stored), today: shuffled(today) };
        expect(JSON.stringify(confirm(other, SUITE_ONLY))).toBe(JSON.stringify(confirm(files, SUITE_ONLY)));
      }),
      { numRuns: tries(100) },
    );
  });
});
