import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { shellLine } from '#common/shell.ts';
import { agentSpent, judgeSpent, paidWords } from '#report/amount-of-work.ts';
import { evidenceOf } from '#report/evidence.ts';
import { rerunCommand } from '#report/rows/build-report.ts';
import { expectedCalls, stepText } from '#report/rows/expected-calls.ts';
import { callDifference } from '#report/terminal/call-difference.ts';
import { trialRecord } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import type { CheckFact } from '#trials/facts/check-fact.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import { validCase } from '../cases/suite/read-case.ts';
import { aTrial } from '../trials/trial/build-trial.ts';
import { reportOf } from './report-of.ts';
import { MUG, shopHere, shopMain } from './shop.ts';

describe('what ran', () => {
  test('is summed up over all trials, errors apart', () => {
    const cases = {
      [MUG.id]: [{ outcome: 'error' }, { total_tokens: 10, cost_usd: 0.5 }, { total_tokens: null }] as const,
    };
    const { run } = reportOf({ candidate: shopHere({ cases, each: () => ({ total_tokens: 100 }) }), baseline: 'none' });
    expect(run).toMatchObject({
      cases: 20,
      trials_per_case: { least: 3, most: 5 },
      scored_trials: 97,
      error_trials: 1,
      total_tokens: 9510,
      cost_usd: 0.5,
    });
  });

  test('is paid for by side, and the sides sum up to what is said first', () => {
    const side = (trials: number, calls: number, cost_usd: number | null = null) => ({
      ...{ trials, calls, cost_usd },
      tokens: calls * 10,
    });
    const words = (change: ReturnType<typeof side>, main: typeof change) => paidWords({ paid: { change, main } })[0];
    expect(words(side(78, 273), side(60, 143, 0.5))).toBe(
      '416 model calls with 4,160 tokens were paid for: 273 in 78 trials of this change, 143 in 60 trials ($0.50) of the base commit',
    );
    expect(words(side(30, 0), side(10, 0))).toBe('40 trials were paid for: 30 of this change, 10 of the base commit');
    expect(words(side(30, 90), side(0, 0))).toBe('90 model calls with 900 tokens were paid for: 90 in 30 trials');
    expect(paidWords({})).toEqual([]);
  });

  test('has no total where nothing was reported', () => {
    const { run } = reportOf({ candidate: shopHere({ each: () => ({ total_tokens: null }) }), baseline: 'none' });
    expect(run).toMatchObject({ trials_per_case: { least: 5, most: 5 }, total_tokens: null, cost_usd: null });
  });

  test('names the cases without a price next to the sum, and an unknown cost of the judge is never $0', () => {
    const priced = { [MUG.id]: [{ total_tokens: 10, cost_usd: 0.5 }] as const };
    const partly = shopHere({ cases: priced, each: () => ({ total_tokens: 100 }) });
    const { run } = reportOf({ candidate: partly, baseline: 'none' });
    expect(agentSpent(run)).toEqual(['$0.50 spent (without 19 of 20 cases, whose price is not fully known)']);
    const free = { [MUG.id]: [{ total_tokens: 0, cost_usd: 0 }] as const };
    const nothing = shopHere({ cases: free, each: () => ({ total_tokens: 100 }) });
    expect(agentSpent(reportOf({ candidate: nothing, baseline: 'none' }).run)).toEqual([]);
    const usage = { input_tokens: 5, output_tokens: 5, total_tokens: 10 };
    const [cached, asked] = [
      { ...usage, total_tokens: 0, cost_usd: 0 },
      { ...usage, cost_usd: null },
    ];
    const judge = { identity: 'j', model: 'm', votes: 1, models: [] };
    const [first, ...others] = shopHere().cases;
    const judgeSaid = (usual: typeof asked | typeof cached, firstUsage: typeof cached) => {
      const judged = first?.trials.map((trial, at) => ({ ...trial, judge_usage: at === 0 ? firstUsage : usual })) ?? [];
      const cases = first === undefined ? [] : [{ ...first, trials: judged }, ...others];
      return judgeSpent(reportOf({ candidate: { ...shopHere(), judge, cases }, baseline: 'none' }).run).join();
    };
    expect(judgeSaid(asked, cached)).toBe('40 tokens by the judge');
    expect(judgeSaid(asked, { ...usage, cost_usd: 0.5 }), 'a part is no sum').toBe('50 tokens by the judge');
    expect(judgeSaid(cached, cached), 'a judge that was not asked').toBe('');
  });

  test('is reported with the baseline it was compared with', () => {
    const { baseline } = reportOf({ candidate: shopHere(), baseline: shopMain({ trials: 15 }) });
    expect(baseline).toMatchObject({
      kind: 'found',
      runs: 1,
      trials_per_case: { least: 15, most: 15 },
      created_at: '2026-03-02T08:00:00.000Z',
    });
    expect(reportOf({ candidate: shopHere(), baseline: 'no run yet' }).baseline).toEqual({
      kind: 'none',
      reason: 'no run yet',
    });
  });
});

describe('the command that runs a suite again', () => {
  const lineOf = (path: string) => shellLine(rerunCommand(path, ['npx', 'github:acme/eval#v1']));

  test.each([
    ['agent-eval.yml', 'run'],
    ['evals/shop.yml', 'run --config evals/shop.yml'],
    ['my evals/shop.yml', "run --config 'my evals/shop.yml'"],
  ])('of %j is %j', (path, command) => expect(lineOf(path)).toBe(`npx github:acme/eval#v1 ${command}`));

  test.each([
    "it's.yml",
    '$(touch x);`id`&&"a"|b>c.yml',
    '@acme/team @x.yml',
    '~/a*b?.yml',
    '-x.yml',
    'a\\b.yml',
    '!a #b.yml',
    'ü.yml',
    '',
  ])('gives the shell the path %j and nothing else', (path) => {
    const [, config = ''] = /--config (.*)$/.exec(lineOf(path)) ?? [];
    const printed = execFileSync('sh', ['-c', `printf '%s|' ${config}`], { encoding: 'utf8' });
    expect(printed).toBe(`${path}|`);
  });

  test('mentions nobody', () => expect(lineOf('evals of @acme/team.yml')).not.toMatch(/@\w/));
});

describe('the calls that a case expects', () => {
  const calls = (text: string) => expectedCalls(validCase(text));
  const step = (turn: number | null, ...calls: readonly string[]) => ({ turn, calls });

  test.each([
    ['id: a\ninput: x\nexpect: {tools: [lookup, refund]}', [step(null, 'lookup'), step(null, 'refund')]],
    [
      'id: a\ninput: x\nexpect: {tools: {calls: [{name: a, args: {n: {$gte: 1}}}, {parallel: [b, c]}]}}',
      [step(null, 'a {"n":at least 1}'), step(null, 'b', 'c')],
    ],
    [
      'id: a\nturns: [{input: x, expect: {tools: [a]}}, {input: y, expect: {tools: [b]}}]',
      [step(1, 'a'), step(2, 'b')],
    ],
    ['id: a\ninput: x\nexpect: {no_tools: true}', []],
    ['id: a\ninput: x\nexpect: {completes: true}', null],
    ['id: a\ninput: x\nexpect: {tools: {forbidden: [delete_*]}}', null],
  ])('%j', (text, expected) => expect(calls(text)).toEqual(expected));

  test('name their turn where a case has several, and say which are requested at once', () => {
    expect([stepText(step(2, 'b', 'c'), true), stepText(step(1, 'a'), false)]).toEqual(['turn 2: at once: b + c', 'a']);
  });
});

describe('the trial that is shown', () => {
  const call: ToolCall = { name: 'a', arguments: { n: 1 }, status: 'ok', result: null, step: null };
  const evidence = (...turns: Parameters<typeof aTrial>[0]) =>
    evidenceOf(aTrial(turns, { index: 2 }), trialRecord({ index: 2 }));

  test('has the calls of all turns and the last answer', () => {
    const failed = { ...call, name: 'b', status: 'error' as const };
    const turns = [{ output: 'first', tool_calls: [call] }, { output: 'last', tool_calls: [failed] }, { output: null }];
    expect(evidence(...turns)).toEqual({
      trial: 2,
      calls: [
        { turn: 1, name: 'a', arguments: '{"n":1}', status: 'ok' },
        { turn: 2, name: 'b', arguments: '{"n":1}', status: 'error' },
      ],
      paired: [],
      more_calls: 0,
      turn: null,
      output: 'last',
    });
  });

  test('has the answer of the turn that fails, and the calls around it', () => {
    const turns = Array.from({ length: 20 }, (_, at) => ({ output: `answer ${at + 1}`, tool_calls: [call, call] }));
    const check = { id: 't13.response.contains', name: 'response.contains', turn: 13, passed: false } as const;
    const checks = [{ ...check, score: 0, fact: saying('missing') }];
    const shown = evidenceOf(aTrial(turns, { index: 2 }), trialRecord({ index: 2, checks }));
    expect(shown).toMatchObject({ turn: 13, output: 'answer 13' });
    const whole = shown.calls.filter((each) => each.arguments !== null).map(({ turn }) => turn);
    expect(whole).toContain(13);
  });

  test('is small: what is left out is counted or marked', () => {
    const many = Array.from({ length: 130 }, () => ({
      ...call,
      name: 'n'.repeat(500),
      arguments: { text: 'x'.repeat(5000) },
    }));
    const small = evidence({ output: 'y'.repeat(100_000), tool_calls: many });
    expect(small).toMatchObject({ more_calls: 30, output: `${'y'.repeat(1500)}…` });
    expect(small.calls).toHaveLength(100);
    expect(small.calls[0]?.name).toBe(`${'n'.repeat(200)}…`);
    expect(small.calls[0]?.arguments).toHaveLength(601);
    expect(small.calls.filter((each) => each.arguments !== null)).toHaveLength(20);
    expect(JSON.stringify(small).length).toBeLessThan(50_000);
  });

  test('of many calls names the missing one between those that were made, and none of these as missing', () => {
    const made = Array.from({ length: 60 }, (_, at) => ({ ...call, name: `step_${at}` })).toSpliced(40, 1);
    const missing = { turn: null, passed: false, score: 0.9, id: 'tools', name: 'tools.present' } as const;
    const pairs = made.map((_, at): [number, number] => [at < 40 ? at : at + 1, at]);
    const fact: CheckFact = {
      kind: 'calls_made',
      made: 59,
      of: 60,
      share: 0.98,
      pairs,
      missing: ['step_40'],
      called: [],
      code: null,
      wrong: { expected: 40, made: null },
    };
    const trial = aTrial([{ output: 'y', tool_calls: made }], { index: 2 });
    const shown = evidenceOf(trial, trialRecord({ index: 2, checks: [{ ...missing, fact }] }));
    const [row] = reportOf({ candidate: shopHere(), baseline: 'none' }).cases;
    if (row === undefined) throw new Error('the report has a case');
    const expected = Array.from({ length: 60 }, (_, at) => ({ turn: null, calls: [`step_${at}`] }));
    const lines = callDifference(
      { ...row, expected, evidence: shown },
      { colours: false, columns: null },
      (text) => text,
    );
    expect(lines.filter((line) => line.includes('(no call)'))).toEqual([
      expect.stringMatching(/▸ 41 step_40 +\(no call\)/),
    ]);
    expect(lines.join('\n')).toMatch(/… 36 calls before\n.*37 step_36 .*step_36 \{"n":1\}/);
    expect(lines.at(-1)).toMatch(/… 16 calls after/);
    expect(lines).toHaveLength(11);
  });
});
