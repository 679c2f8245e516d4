import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, NO_BOUNDS, reasonOf } from '../decide-on.ts';

describe('tool recall', () => {
  const ALL = () => ({ tool_recall: 1 });
  const lost = measured(20, 5, (_, trial) => ({ tool_recall: trial < 2 ? 0.5 : 1 }), ALL);

  test('a loss beyond chance and tolerance is red', () => {
    const decision = decideOn(lost);
    expect(decision.verdict).toBe('fail');
    expect(decision.title).toBe('tool recall fell 20 points (100 % → 80 %)');
    expect(reasonOf(decision, 'recall_drop').message).toMatch(
      /^tool recall fell 20 points \(100 % → 80 %\), 95 % CI \[−[\d.]+, −[\d.]+\], p [=<] [\d.]+, boundary 0\.0063; 2 points are tolerated$/,
    );
    expect(decision.decision.tool_recall).toMatchObject({
      cases: 20,
      baseline: 1,
      candidate: expect.closeTo(0.8, 12),
      change: expect.closeTo(0.2, 12),
      failed: true,
    });
  });

  test('a loss equal to the tolerated one is tolerated', () => {
    expect(decideOn(lost, { tool_recall: { ...NO_BOUNDS, max_drop: 0.2 } }).verdict).not.toBe('fail');
    expect(decideOn(lost, { tool_recall: { ...NO_BOUNDS, max_drop: 0.199 } }).verdict).toBe('fail');
  });

  test('a loss that chance explains is not red', () => {
    const recall = (shift: number) => (i: number, trial: number) => ({
      tool_recall: (i + trial + shift) % 3 === 0 ? 0.5 : 1,
    });
    expect(decideOn(measured(20, 5, recall(0), recall(1))).verdict).not.toBe('fail');
  });

  test('a case without expected calls is left out', () => {
    const only = (i: number) => (i < 3 ? { tool_recall: 0.5 } : {});
    expect(decideOn(measured(20, 5, only, only)).decision.tool_recall?.cases).toBe(3);
  });

  test('recall that never varies has no interval and no p below 1', () => {
    const always = () => ({ tool_recall: 1 });
    expect(decideOn(measured(20, 5, always, always)).decision.tool_recall).toMatchObject({
      p: 1,
      ci95: null,
    });
  });

  test('without a value on main the gate does not exist', () => {
    const none = () => ({ tool_recall: 0 });
    expect(decideOn(measured(20, 5, none, () => ({})))).toMatchObject({
      verdict: 'pass',
      decision: { tool_recall: null },
    });
  });
});

describe('values that only main has', () => {
  const all = () => ({ total_tokens: 100, tool_recall: 1 });

  test.each([
    ['total_tokens', { tool_recall: 1 }, 'tokens'],
    ['tool_recall', { total_tokens: 100 }, 'tool recall'],
  ])('a gate on %s that the candidate gives nothing for can not pass', (gate, facts, words) => {
    const decision = decideOn(measured(20, 5, () => facts, all));
    expect(decision.verdict).toBe('inconclusive');
    expect(reasonOf(decision, 'values_missing')).toMatchObject({ gate, outcome: 'inconclusive' });
    expect(decision.title).toContain(`${words} can't be judged: 20 of 20 cases with values on main have none here`);
  });

  test('a few cases without values are told and left out', () => {
    const decision = decideOn(measured(20, 5, (i) => (i < 2 ? { tool_recall: 1 } : all()), all));
    expect(decision.verdict).toBe('pass');
    expect(reasonOf(decision, 'values_missing')).toMatchObject({ outcome: 'note', cases: ['case-00', 'case-01'] });
  });

  test('more than a tenth of the cases without values is too much to pass', () => {
    const decision = decideOn(measured(20, 5, (i) => (i < 3 ? { tool_recall: 1 } : all()), all));
    expect(codes(decision)[0]).toBe('inconclusive values_missing');
  });

  test('tokens that only some trials of a case report are noted and not gated', () => {
    const inPart = (i: number, t: number) =>
      i < 2 && t === 0 ? { tool_recall: 1 } : { total_tokens: i < 2 ? 900 : 100, tool_recall: 1 };
    const decision = decideOn(measured(20, 5, inPart, all));
    expect(decision.verdict).toBe('pass');
    expect(decision.decision.total_tokens).toMatchObject({ cases: 18, total: { rise: 0 } });
    expect(reasonOf(decision, 'values_missing')).toMatchObject({
      outcome: 'note',
      cases: ['case-00', 'case-01'],
      message:
        'tokens was judged without 2 of 20 cases with values on main that have them here in only some trials (case-00, case-01)',
    });
    const everywhere = decideOn(measured(20, 5, (_, t) => inPart(0, t), all));
    expect(codes(everywhere)[0]).toBe('inconclusive values_missing');
    const onMain = decideOn(measured(20, 5, all, inPart));
    expect(onMain.decision.total_tokens).toMatchObject({ cases: 18, total: { rise: 0 } });
    expect(reasonOf(onMain, 'values_missing')).toMatchObject({ outcome: 'note', cases: ['case-00', 'case-01'] });
  });

  test('a case is left out for a call that its own client cancelled, and the others decide while most are left', () => {
    const cancelled = { tool_recall: 1, cancelled_call: { turn: 1, step: 2, model: 'small' } };
    const cutIn = (cases: number) => (i: number, t: number) => (i < cases && t === 0 ? cancelled : all());
    const decision = decideOn(measured(20, 5, cutIn(6), all));
    expect(decision.verdict).toBe('pass');
    expect(decision.decision.total_tokens).toMatchObject({ cases: 14, total: { rise: 0 } });
    expect(reasonOf(decision, 'values_missing')).toMatchObject({
      outcome: 'note',
      message: expect.stringContaining(
        "the agent's own client cancelled model call 2 of turn 1 (small), in trial 1 of case-00, ",
      ),
    });
    expect(codes(decideOn(measured(20, 5, cutIn(10), all)))[0]).toBe('inconclusive values_missing');
    const whole = decideOn(measured(20, 5, (i) => (i < 6 ? cancelled : all()), all));
    expect(codes(whole)[0]).toBe('inconclusive values_missing');
  });

  test('a trial that broke off reports what it can: the others of its case are compared', () => {
    const broken = { tool_recall: 1, completed: false };
    const decision = decideOn(measured(20, 5, (_, t) => (t === 0 ? broken : all()), all));
    expect(decision.decision.total_tokens).toMatchObject({ cases: 20 });
    expect(codes(decision)).not.toContain('note values_missing');
  });

  test('a red test stays red when another gate lacks values', () => {
    const none = () => ({ tool_recall: 0 });
    const decision = decideOn(measured(20, 5, none, (_, t) => ({ total_tokens: 100, tool_recall: t === 0 ? 0.9 : 1 })));
    expect(decision.verdict).toBe('fail');
    expect(codes(decision)).toContain('inconclusive values_missing');
  });
});

function measured(
  cases: number,
  trials: number,
  here: (i: number, trial: number) => TrialFacts,
  main: (i: number, trial: number) => TrialFacts,
): { readonly candidate: ResultsFile; readonly baseline: ResultsFile } {
  const side = (facts: (i: number, trial: number) => TrialFacts) =>
    resultsFile(
      Array.from({ length: cases }, (_, i) => {
        const each = Array.from({ length: trials }, (_unused, trial) => facts(i, trial));
        return caseRecord(`case-${String(i).padStart(2, '0')}`, { trials: trialRecords(each) });
      }),
    );
  return { candidate: side(here), baseline: side(main) };
}
