import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

const DIMENSIONS = join(import.meta.dirname, '../../../examples/three-dimensions/published');

function files(gate = '') {
  return {
    'agent-eval.yml': `version: 1\nagent: {recorded: trials.jsonl}\ncases: [cases.json]\ntrials: 1\n${gate}`,
    'cases.json': readFileSync(join(DIMENSIONS, 'cases.json'), 'utf8'),
    'trials.jsonl': readFileSync(join(DIMENSIONS, 'trials.jsonl'), 'utf8'),
  };
}

test('a run says, stores and comments its figures by dimension, input and output apart', async () => {
  await using folder = await folderWith(files());
  const { stdout, stderr } = await folder.cli(['run', '--json', '--verbose']);
  const { comparison } = JSON.parse(stdout);
  const { tags, suite } = comparison.figures.candidate;
  expect(tags.efficiency, stderr).toMatchObject({
    mean_input_tokens: expect.closeTo(36.67, 2),
    mean_output_tokens: expect.closeTo(14.67, 2),
  });
  expect(stderr).toMatch(/cases that pass every trial +here 11 of 13/);
  expect(stderr).toMatch(/output tokens per trial +here \d/);
  const stored = await folder.read('agent-eval-results/results.json');
  expect(JSON.parse(stored).figures).toEqual({ suite, tags });
  const comment = await folder.read('agent-eval-results/comment.md');
  expect(comment).toMatch(/efficiency<\/code> \| 3 \|.* 2\.3 \| 51 \| 3\.8.s \|/);
  expect(comment).toMatch(/\| tool precision \| 89\.6.% \|/);
});

test('a limit of a figure is red beyond it and holds within it', async () => {
  await using slow = await folderWith(files('gate: {tags: {efficiency: {metrics: {mean_latency_ms: {max: 3000}}}}}\n'));
  const red = await slow.cli(['run']);
  expect([red.exitCode, red.stdout]).toEqual([
    1,
    expect.stringContaining('mean latency 3.8 s is above its limit of 3 s'),
  ]);
  for (const [min, exit] of [
    [0.9, 1],
    [0.89, 0],
  ]) {
    await using folder = await folderWith(files(`gate: {metrics: {tool_precision: {min: ${min}}, steps: {max: 3}}}\n`));
    const { exitCode, stdout } = await folder.cli(['run']);
    expect(exitCode, stdout).toBe(exit);
    expect(stdout.includes('tool precision 89.6 % is below its floor of 90 %')).toBe(exit === 1);
  }
});

test('how far trials call the same tools is told by case and as a figure of the suite, and is a rule only where `behaviour` asks for one', async () => {
  const called = [['photo', 'refund'], ['photo', 'refund'], ['photo', 'refund'], ['refund'], ['refund', 'photo']];
  const one = { id: 'refund', input: 'Refund my mug.', expect: { response: { contains: ['done'] } } };
  const suite = (behaviour: string, calls: readonly (readonly string[] | null)[] = called) => ({
    'agent-eval.yml': `version: 1\nagent: {recorded: trials.jsonl}\ncases: [cases.json]\ntrials: 5\n${behaviour}`,
    'cases.json': JSON.stringify({ cases: [one, { ...one, id: 'hello', expect: { no_tools: true } }] }),
    'trials.jsonl': calls
      .flatMap((names, at) => [
        { case_id: 'refund', output: 'done', tool_calls: names?.map((name) => ({ name, arguments: { at } })) ?? null },
        { case_id: 'hello', output: 'hello', tool_calls: [] },
      ])
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  });
  await using told = await folderWith(suite(''));
  const run = await told.cli(['run', '--verbose']);
  expect(run).toExit(0);
  expect(run.stdout).toMatch(/refund +here 5\/5 +calls the same tools in 3 of 5 trials/);
  expect(run.stdout).toMatch(/ consistency +here 80.%/);
  const comment = await told.read('agent-eval-results/comment.md');
  expect(comment).toContain('| <code>refund</code> | stable, calls the same tools in 3 of 5 trials | 5/5 |');
  expect(comment).toMatch(/\| consistency \| 80.% \|/);
  for (const [behaviour, exit] of [
    ['consistency: {min: 0.81}', 1],
    ['consistency: {min: 0.8}', 0],
    ['calls: report, consistency: {min: 0.81, min_mode: confident}', 3],
  ] as const) {
    await using asked = await folderWith(suite(`behaviour: {${behaviour}}\n`));
    const { exitCode, stdout } = await asked.cli(['run']);
    expect(exitCode, stdout).toBe(exit);
    expect(stdout.includes('consistency 80 % is below its floor of 81 %')).toBe(
      behaviour !== 'consistency: {min: 0.8}',
    );
  }
  await using untold = await folderWith(suite('behaviour: {consistency: {min: 0.1}}\n', [null, ...called.slice(1)]));
  const open = await untold.cli(['run']);
  expect(open.stdout).toContain('not all trials of refund tell their tool calls');
});
