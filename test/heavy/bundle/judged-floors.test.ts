/** A written floor next to a judge's criteria: literal where the judge's answers count, open and never green where they don't. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { type JudgeAsked, judging } from '#test/support/scripted-judge.ts';
import { json } from '#test/support/scripted-suite.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';

const CASES = json({
  cases: [
    { id: 'polite', input: 'Hello', expect: { judge: [{ id: 'polite', ask: 'Is the answer polite?' }] } },
    { id: 'fact', input: 'How much?', expect: { response: { contains: ['42'] } } },
  ],
});

const answers = (fact: string) =>
  ['polite', 'fact']
    .flatMap((case_id) =>
      [1, 2, 3].map((trial) =>
        JSON.stringify({ case_id, trial, output: case_id === 'fact' ? fact : 'Go away.', tool_calls: [] }),
      ),
    )
    .join('\n');

const config = ({ base_urls }: Pick<ModelServer, 'base_urls'>, uncalibrated: string, gate: object) =>
  json({
    version: 1,
    agent: { recorded: 'trajectories.jsonl' },
    cases: ['cases.yml'],
    trials: 3,
    judge: { openai: { model: 'm', base_url: base_urls.openai }, uncalibrated },
    gate: { method: 'threshold', ...gate },
  });

describe('a written floor where a judge decides a case', () => {
  test.each([
    [
      'is red where its answers count as they are',
      'allow',
      'It is 42.',
      'fail',
      'pass rate 50 % is below its floor of 90 %',
    ],
    [
      'is open where nothing says what they are worth',
      'inconclusive',
      'It is 42.',
      'inconclusive',
      'pass rate 50 % is below its floor of 90 %, but a judge decided answers',
    ],
    ['is red by the other cases alone', 'inconclusive', 'No idea.', 'fail', 'pass rate 0 % is below its floor of 90 %'],
  ])('%s', async (_, uncalibrated, fact, verdict, words) => {
    await using models = await startModelServer(judging(() => ({ evidence: 'none', verdict: 'not_met' })));
    await using folder = await folderWith({
      'agent-eval.yml': config(models, uncalibrated, { pass_rate: { min: 0.9 }, case_pass_rate: { min: 0.8 } }),
      'cases.yml': CASES,
    });
    await writeFile(join(folder.path, 'trajectories.jsonl'), answers(fact));
    const env = { OPENAI_API_KEY: 'sk-0123456789abcdef' };
    const checked = await folder.cli(['validate'], { env });
    const run = await folder.cli(['run', '--json'], { env });
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ verdict });
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(run.stderr).not.toContain('✓ pass rate');
    const warned =
      'a missed floor is open, not red, as far as it rests on 1 of 2 cases with a judge that no labels confirm';
    expect(checked.stderr.includes(warned)).toBe(uncalibrated === 'inconclusive');
  });

  test('that must be proven and can not be is not sent to one that is only open', async () => {
    const gate = { pass_rate: { min: 0.9, min_mode: 'confident' } };
    const judge = { openai: { model: 'm' } };
    await using folder = await folderWith({
      'agent-eval.yml': json({
        version: 1,
        agent: { recorded: 'a.jsonl' },
        cases: ['cases.yml'],
        trials: 3,
        judge,
        gate,
      }),
      'cases.yml': CASES,
    });
    const refused = await folder.cli(['validate']);
    expect(refused.exitCode).toBe(2);
    const words = refused.stderr + refused.stdout;
    expect(words).toContain('it takes 35 trials: give each of the 2 cases 18, add cases, or lower the floor to 0.6');
    expect(words).not.toContain('min_mode: point');
  });
});

describe('a judged score', () => {
  const scored = json({
    cases: ['calm', 'cross'].map((id) => ({
      id,
      tags: [id],
      input: id,
      expect: { judge: [{ id: 'friendly', ask: 'Is the answer friendly?', min_score: 0.7 }] },
    })),
  });
  const LOW = 'inconclusive';

  test.each([
    ['reaches its threshold: all pass', 0.7, 'allow', { pass_rate: { min: 1 } }, 'pass', 'pass rate 100 %'],
    ['is below it: the case fails', 0.69, 'allow', { case_pass_rate: { min: 0.5 } }, 'fail', 'cross'],
    ['is below a floor of its tag', 0.6, 'allow', { tags: { cross: { pass_rate: { min: 0.5 } } } }, 'fail', 'cross'],
    ['may never fail: one case is red', 0.6, 'allow', { never_fail: ['cross'] }, 'fail', 'cross'],
    ['may never fail: its check is red', 0.6, 'allow', { never_fail: ['check:judge'] }, 'fail', 'cross'],
    ['that never fails stays green', 0.9, 'allow', { never_fail: ['check:judge'] }, 'pass', '100 %'],
    ['that no labels confirm never makes green', 0.9, LOW, { never_fail: ['check:judge'] }, LOW, 'judge'],
  ] as const)('%s', async (_, score, uncalibrated, gate, verdict, words) => {
    const decide = ({ blocks }: JudgeAsked) => ({
      evidence: 'none',
      score: blocks.some(({ text }) => text.includes('Go away')) ? score : 1,
    });
    await using models = await startModelServer(judging(decide));
    await using folder = await folderWith({
      'agent-eval.yml': config(models, uncalibrated, gate),
      'cases.yml': scored,
      'trajectories.jsonl': answers('Hello.').replaceAll('polite', 'cross').replaceAll('fact', 'calm'),
    });
    const env = { OPENAI_API_KEY: 'sk-0123456789abcdef' };
    const main = await folder.cli(['run', '--output', 'main'], { env });
    const run = await folder.cli(['run', '--json', '--baseline', 'main'], { env });
    expect(JSON.parse(run.stdout), main.stderr + run.stderr).toMatchObject({ verdict });
    expect(run.stderr).toContain(words);
  });
});
