import { describe, expect, test } from 'vitest';
import { circumstance, finding } from '#gate/decision/terms/finding.ts';
import type { Report } from '#report/report.ts';
import { type CaseFacts, caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import { reportOf, type Situation } from '../report-of.ts';
import { failing, MUG, MUG_EVIDENCE, SILENT, shopCase, shopHere, shopMain, WRONG_AMOUNT } from '../shop.ts';

type Counts = readonly [passed: number, failed: number, errors?: number];

/** The row of one case among nine that pass on both sides; `null`: not there. */
function rowOf(
  here: Counts | null,
  main: Counts | null | 'no baseline',
  more: Partial<Situation> = {},
  facts: CaseFacts = {},
  onMain: CaseFacts = {},
) {
  const others = Array.from({ length: 9 }, (_, index) => `other-${index}`);
  const suite = (counts: Counts | null, trials: number, own: CaseFacts) =>
    resultsFile([
      ...others.map((id) => caseRecord(id, { trials: outcomes(trials) })),
      ...(counts === null ? [] : [caseRecord('x', { ...own, trials: outcomes(...counts) })]),
    ]);
  const report = reportOf({
    candidate: suite(here, 5, facts),
    baseline: main === 'no baseline' ? 'none yet' : suite(main, 15, onMain),
    ...more,
  });
  return report.cases.find(({ id }) => id === 'x') ?? expect.fail('no row');
}

describe('where a case is listed', () => {
  test.each<[string, Counts | null, Counts | null | 'no baseline', string]>([
    ['always passed, always passes', [5, 0], [15, 0], 'stable'],
    ['passed mostly, always passes', [5, 0], [13, 2], 'flaky'],
    ['passed in half of the trials, always passes', [5, 0], [8, 8], 'flaky'],
    ['passed rarely, always passes', [5, 0], [6, 9], 'fixed'],
    ['never passed, always passes', [5, 0], [0, 15], 'fixed'],
    ['always passed, never passes: the gate calls it broken', [0, 5], [15, 0], 'broken'],
    ['always passed, passes mostly: chance', [4, 1], [15, 0], 'flaky'],
    ['always passed, passes rarely: beyond chance, below the boundary of the gate', [2, 3], [15, 0], 'broken'],
    ['passed half of the time, always passes: chance', [5, 0], [7, 8], 'flaky'],
    ['passed mostly, passes rarely', [2, 3], [14, 1], 'worse'],
    ['passed mostly, passes a little less', [3, 2], [10, 5], 'flaky'],
    ['passed rarely, passes more', [3, 2], [2, 13], 'flaky'],
    ['never passed, passes sometimes', [1, 4], [0, 15], 'flaky'],
    ['never passed, never passes', [0, 5], [0, 15], 'failing'],
    ['passed rarely, never passes', [0, 5], [2, 13], 'failing'],
    ['could not be judged here', [0, 0, 5], [15, 0], 'errors'],
    ['could not be judged at all', [0, 0, 5], [0, 0, 15], 'errors'],
    ['did not run here', [0, 0], [15, 0], 'not_run'],
    ['is not on main, passes', [5, 0], null, 'new'],
    ['is not on main, fails', [0, 5], null, 'new'],
    ['is not here', null, [15, 0], 'removed'],
    ['could not be judged on main', [5, 0], [0, 0, 15], 'not_comparable'],
    ['without baseline: passes', [5, 0], 'no baseline', 'stable'],
    ['without baseline: passes sometimes', [1, 4], 'no baseline', 'flaky'],
    ['without baseline: never passes', [0, 5], 'no baseline', 'failing'],
    ['without baseline: could not be judged', [0, 0, 5], 'no baseline', 'errors'],
    ['without baseline: did not run', [0, 0], 'no baseline', 'not_run'],
  ])('%s', (_, here, main, group) => expect(rowOf(here, main).group).toBe(group));

  test.each<[string, CaseFacts, string]>([
    ['other demands', { expect_hash: 'another' }, 'changed'],
    ['other graders', { grader_hash: 'another' }, 'changed'],
    ['another input', { input_hash: 'another' }, 'not_comparable'],
  ])('%s set it apart, whatever it does', (_, facts, group) => {
    expect(rowOf([5, 0], [15, 0], {}, facts)).toMatchObject({ group, reason: expect.any(String) });
    expect(rowOf([0, 5], [15, 0], {}, facts).group).toBe(group);
  });

  test.each<[string, Counts, Counts, string]>([
    ['passes as on main', [5, 0], [15, 0], 'changed'],
    ['passes more than on main', [5, 0], [13, 2], 'changed'],
    ['never passed by what is demanded now, always passes', [5, 0], [0, 15], 'fixed'],
    ['always met what is demanded now, never does', [0, 5], [15, 0], 'broken'],
    ['always met what is demanded now, mostly does', [4, 1], [15, 0], 'flaky'],
    ['meets it sometimes on both sides', [3, 2], [10, 5], 'flaky'],
    ['meets it on neither side', [0, 5], [0, 15], 'failing'],
    ['could not be judged here', [0, 0, 5], [15, 0], 'errors'],
    ['did not run here', [0, 0], [15, 0], 'not_run'],
    ['could not be judged on main', [5, 0], [0, 0, 15], 'not_comparable'],
  ])('main graded again: a case that %s keeps its group, and says so', (_, here, main, group) => {
    const again = rowOf(here, main, {}, {}, { regrading: { problem: null, grader_hash: null } });
    expect(again).toMatchObject({ group, regraded: true });
    const unmarked = group === 'changed' ? expect.stringMatching(/^(?:stable|flaky)$/) : group;
    expect(rowOf(here, main)).toMatchObject({ group: unmarked, regraded: false });
  });

  test('a case that main could not be graded again for stays set apart, with the reason', () => {
    const row = rowOf(
      [0, 5],
      [15, 0],
      {},
      { expect_hash: 'another' },
      { regrading: { problem: 'nothing is stored', grader_hash: null } },
    );
    expect(row).toMatchObject({
      group: 'changed',
      regraded: false,
      reason: 'its expectations changed, and nothing is stored',
    });
  });

  test('under other conditions every case is described by what it did here', () => {
    const agent = (key: string) => ({
      kind: 'command',
      key,
      conditions: {},
      models: [],
      treatment_hash: '',
      treatment: {},
    });
    const report = reportOf({
      candidate: shopHere({ results: { agent: agent('a') }, cases: { 'order/coupon': [failing(SILENT)] } }),
      baseline: shopMain({ results: { agent: agent('b') } }),
    });
    expect(new Set(report.cases.map(({ group }) => group))).toEqual(new Set(['failing', 'stable']));
  });

  test.each([
    ['never_fail', { gate: { never_fail: ['x'] } }, [4, 1], 'guarded'],
    ['a floor of every case', { gate: { case_pass_rate: { min: 0.9 } } }, [4, 1], 'broken'],
  ] as const)('%s blames a case that chance would excuse', (_, more, here, group) => {
    expect(rowOf(here, [15, 0], more).group).toBe(group);
    expect(rowOf([5, 0], [15, 0], more).group).toBe('stable');
    expect(rowOf(here, 'no baseline', more).group).toBe(group);
  });

  test('a new case can be broken too: by a rule that needs no baseline', () => {
    expect(rowOf([4, 1], null, { gate: { never_fail: ['x'] } }).group).toBe('guarded');
  });

  test('where the verdict is not red nothing is called broken', () => {
    const stopped = circumstance(
      finding(
        { outcome: 'error', gate: 'suite', code: 'agent_unavailable' },
        { kind: 'account', text: 'it broke off' },
      ),
    );
    expect(rowOf([0, 5], [15, 0], { circumstance: stopped }).group).toBe('worse');
  });

  test('method threshold has no p, and a case is worse beyond chance or where the mean is red all the same', () => {
    const gate = { method: 'threshold', pass_rate: { max_drop: 0.02 } };
    expect(rowOf([4, 1], [15, 0], { gate: { ...gate, pass_rate: { max_drop: 0.5 } } }).group).toBe('flaky');
    expect(rowOf([1, 4], [15, 0], { gate: { ...gate, pass_rate: { max_drop: 0.5 } } }).group).toBe('worse');
    const red = rowOf([4, 1], [15, 0], { gate: { ...gate, pass_rate: { max_drop: 0 } } });
    expect(red).toMatchObject({ group: 'affected', p: null });
  });
});

describe('rows', () => {
  test('come by group, the least explained by chance first, then by id', () => {
    const cases = {
      'order/coupon': Array.from({ length: 5 }, (_, i) => (i < 2 ? failing(SILENT) : {})),
      'order/address': [failing(SILENT), {}, {}, {}, {}],
      'order/cancel': [failing(SILENT), {}, {}, {}, {}],
      [MUG.id]: Array.from({ length: 5 }, () => failing(SILENT)),
    };
    const report = reportOf({
      candidate: shopHere({ cases, without: ['order/delivery'] }),
      baseline: shopMain({ trials: 15 }),
    });
    const told = report.cases.filter(({ group }) => group !== 'stable').map(({ id, group }) => `${group} ${id}`);
    expect(told).toEqual([
      `broken ${MUG.id}`,
      'affected order/coupon',
      'affected order/address',
      'affected order/cancel',
      'removed order/delivery',
    ]);
  });

  test('join failures by check and code, errors by class, the most frequent first', () => {
    const crash = { outcome: 'failed', failure: { kind: 'crash', message: 'exit code 1' } } as const;
    const limit = { outcome: 'error', error: { class: 'rate_limit', message: '429' } } as const;
    const network = { outcome: 'error', error: { class: 'network', message: 'reset' } } as const;
    const trials = [
      failing(SILENT),
      failing(WRONG_AMOUNT),
      failing({ ...WRONG_AMOUNT, fact: saying('another', 'wrong_value') }),
      crash,
      limit,
      network,
      network,
    ];
    const report = reportOf({ candidate: shopHere({ cases: { [MUG.id]: trials } }), baseline: 'none' });
    expect(report.cases.find(({ id }) => id === MUG.id)).toMatchObject({
      candidate: { passed: 0, scored: 4, errors: 3 },
      failures: [
        { check: 'tools.args', fact: WRONG_AMOUNT.fact, trials: 2 },
        { check: 'response.contains', trials: 1 },
        { check: 'agent', fact: saying('exit code 1', 'crash'), trials: 1 },
      ],
      errors: [
        { class: 'network', trials: 2 },
        { class: 'rate_limit', trials: 1 },
      ],
    });
  });

  test.each([
    [1, null],
    [2, 'Event loop is closed'],
  ])('tell a cause where half of the failed trials name one (%s of 4)', (naming, cause) => {
    const of = outcomes(1, 4).map((trial, at) =>
      at > 0 && at <= naming ? { ...trial, cause: 'Event loop is closed' } : trial,
    );
    const report = reportOf({ candidate: resultsFile([caseRecord('x', { trials: of })]), baseline: 'none yet' });
    expect(report.cases[0]?.cause).toBe(cause);
  });

  test('say what a renamed case was called', () => {
    const hashes = { input_hash: 'input of order/coupon', expect_hash: 'expectation of order/coupon' };
    const candidate = shopHere({ without: ['order/coupon'], more: [shopCase('order/voucher', 20, hashes)] });
    const report = reportOf({ candidate, baseline: shopMain() });
    expect(report.cases.find(({ id }) => id === 'order/voucher')).toMatchObject({
      renamed_from: 'order/coupon',
      group: 'stable',
    });
  });

  test('bring what is expected, and the trial to look at', () => {
    const facts = { cases: [MUG], evidence: new Map([[MUG.id, MUG_EVIDENCE]]) };
    const report: Report = reportOf({ candidate: shopHere(), baseline: 'none', facts });
    expect(report.cases.find(({ id }) => id === MUG.id)).toMatchObject({
      expected: [
        { turn: null, calls: ['lookup_order {"order_id":"A89268"}'] },
        { turn: null, calls: ['issue_refund {"order_id":"A89268","amount":about 19.99}'] },
      ],
      evidence: MUG_EVIDENCE,
    });
    expect(report.cases.find(({ id }) => id === 'refund-lookup')).toMatchObject({ expected: null, evidence: null });
  });
});
