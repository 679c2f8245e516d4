import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { nearestNames } from '#report/nearest-names.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { type ShownCase, type ShownTrial, showCase } from '#report/terminal/show-case.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { saying } from '#test/support/worded.ts';
import type { ToolCall, Trajectory } from '#trials/trial/trajectory.ts';
import { anyReport } from '../arbitrary-report.ts';
import { HOSTILE } from '../hostile-texts.ts';

const call = (name: string, args: Record<string, string | number> = {}): ToolCall => ({
  name,
  arguments: args,
  status: 'ok',
  result: 'done',
  step: null,
});

function trajectory(calls: readonly ToolCall[], output: string, input = 'hello'): Trajectory {
  const rest = { plan: null, metadata: null, state: null, retrieved: null, usage: null, steps: null, latency_ms: null };
  return { turns: [{ turn: 1, input, output, tool_calls: calls, ...rest }], log: '', stderr: '' };
}

function trial(outcome: ShownTrial['record']['outcome'], made: Trajectory | null, reason = 'wrong'): ShownTrial {
  const check = { id: 'tools.args', name: 'tools.args', turn: null, score: 0, fact: saying(reason, 'wrong_value') };
  return {
    title: 'trial 1',
    record: { outcome, failure: null, error: null, checks: [{ ...check, passed: outcome === 'passed' }] },
    line: made && { id: 'refund#1', state: 'complete', end: { kind: 'completed' }, trajectory: made },
  };
}

function shownCase(main: Trajectory | null, here: Trajectory, facts: Partial<ShownCase> = {}): ShownCase {
  const match = main && trial('passed', main);
  const outcomes: Pick<ShownCase, 'here' | 'main'> = { here: ['failed', 'passed', 'error'], main: main && ['passed'] };
  return {
    id: 'refund',
    name: null,
    source: null,
    aside: null,
    branch: 'main',
    ...outcomes,
    trial: trial('failed', here),
    match,
    notes: [],
    ...facts,
  };
}

const WIDE = { colours: false, columns: 100 };

describe('a case beside main', () => {
  test('every kind of difference has its sign, the first is marked, and equal calls in a row are folded', () => {
    const same = Array.from({ length: 8 }, (_, index) => call('look', { page: index }));
    const main = trajectory(
      [...same, call('refund', { amount: 1 }), call('only_main'), { ...call('same'), result: 'a' }],
      'yes',
    );
    const here = trajectory(
      [...same, call('refund', { amount: 2 }), { ...call('same'), result: 'b' }, call('only_here')],
      'no',
    );
    const lines = showCase(shownCase(main, here), WIDE).split('\n');
    expect(lines.filter((line) => line.includes('look {'))).toHaveLength(4);
    expect(lines).toContain('    … 4 equal calls');
    const signs = lines.map((line) => /^([▸ ] [≠−+~]) /.exec(line)?.[1]).filter((sign) => sign !== undefined);
    expect(signs).toEqual(['▸ ≠', '  −', '  ~', '  +']);
    expect(lines.join('\n')).toMatch(/answers\n {4}yes +no$/m);
  });

  test('turns that are the same on both sides are folded, but for one that fails', () => {
    const talk = (answers: readonly string[]): Trajectory => {
      const turns = answers.flatMap((answer, index) =>
        trajectory([call('look')], answer, `question ${index + 1}`).turns.map((turn) => ({ ...turn, turn: index + 1 })),
      );
      return { ...trajectory([], ''), turns };
    };
    const view = shownCase(talk(['a', 'b', 'c', 'd', 'e']), talk(['a', 'b', 'x', 'd', 'e']));
    const fold = (text: string) => text.split('\n').filter((line) => /^(?:= turns|turn) /.test(line));
    expect(fold(showCase(view, WIDE))).toEqual([
      '= turns 1 to 2, the same on both sides',
      'turn 3  question 3',
      '= turns 4 to 5, the same on both sides',
    ]);
    const checks = view.trial.record.checks.map((check) => ({ ...check, turn: 2 }));
    const failing = { ...view, trial: { ...view.trial, record: { ...view.trial.record, checks } } };
    expect(fold(showCase(failing, WIDE)).slice(0, 3)).toEqual([
      'turn 1  question 1',
      'turn 2  question 2',
      'turn 3  question 3',
    ]);
  });

  test('long answers that differ at their end are shown there', () => {
    const page = 'All about returns. '.repeat(90);
    const text = showCase(shownCase(trajectory([], `${page}RES-1`), trajectory([], `${page}none`)), WIDE);
    expect(text).not.toContain('the same answer');
    expect(text).toMatch(/RES-1.*none/s);
  });

  test('equal trials say that their answers are the same', () => {
    const same = trajectory([call('look')], 'yes');
    const text = showCase(shownCase(same, same), WIDE);
    expect(text).toContain('the same answer\n    yes');
    expect(text).not.toContain('▸');
  });

  test('a trial that is not evaluated, and one that fails a check without a verdict, are not called failed', () => {
    const text = showCase(shownCase(null, trajectory([], '')), WIDE);
    expect(text).toMatch(/^here {2}○●! {2}1\/2 passed, 1 not evaluated$/m);
    expect(text).toMatch(/answer\n {4}\(empty\)$/m);
  });

  test('many trials are dots by the ten, in lines of the terminal', () => {
    const here = Array.from({ length: 35 }, () => 'passed' as const);
    const text = showCase({ ...shownCase(null, trajectory([], 'x')), here }, { colours: false, columns: 30 });
    expect(text).toContain('here  ●●●●●●●●●● ●●●●●●●●●●\n      ●●●●●●●●●● ●●●●●\n      35/35 passed');
  });

  test.each(Object.entries(HOSTILE))('nothing acts, and nothing is wider than the terminal: %s', (_, text) => {
    const main = trajectory([call(text, { [text]: text })], text, text);
    const here = trajectory([call('other', { [text]: 1 }), call(text)], `${text}!`, text);
    const facts = { id: text, name: text, source: text, notes: [text], trial: trial('failed', here, text) };
    for (const colours of [false, true])
      for (const columns of [24, 40, 80, 200]) {
        const printed = showCase(shownCase(main, here, facts), { colours, columns });
        expect(printed).toMatch(/^(?:\u001b\[\d{1,2}m|[^\p{C}]|\n)*$/u);
        for (const line of printed.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      }
  });
});

test('no line of a report is wider than the terminal', () => {
  always(
    fc.property(anyReport, fc.integer({ min: 40, max: 160 }), (report, columns) => {
      const printed = renderTerminal(report, { colours: true, columns });
      for (const line of printed.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
    }),
    { numRuns: tries(60) },
  );
});

describe('names that are most like a mistyped one', () => {
  const known = ['refund/cracked-mug', 'refund/late', 'greeting', 'order/status'];
  test.each([
    ['refund', ['refund/cracked-mug', 'refund/late']],
    ['REFUND/LATE', ['refund/late']],
    ['greting', ['greeting']],
    ['ordr/statsu', ['order/status']],
    ['xxxxxxxxxxxxxxxx', []],
    ['', []],
  ])('%s', (typed, names) => expect(nearestNames(typed, known)).toEqual(names));
});
