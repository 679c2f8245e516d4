/** One row of the metrics says one thing in every output, and beyond its limit it never has a tick. */
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { json } from '#test/support/scripted-suite.ts';

const suite = (file: string) =>
  json({
    version: 1,
    agent: { recorded: file },
    cases: ['cases.yml'],
    trials: 3,
    gate: { pass_rate: { max_drop: 1 }, tool_recall: { max_drop: 0.02 } },
  });

const answers = (call: boolean) =>
  ['a']
    .flatMap((case_id) =>
      [1, 2, 3].map((trial) =>
        JSON.stringify({ case_id, trial, output: 'done', tool_calls: call ? [{ name: 'pay', arguments: {} }] : [] }),
      ),
    )
    .join('\n');

test('tool recall that falls from 100 % to 0 % has no tick, in the terminal or on the page', async () => {
  await using folder = await folderWith({
    'agent-eval.yml': suite('main.jsonl'),
    'cases.yml': json({ cases: ['a'].map((id) => ({ id, input: id, expect: { tools: ['pay'] } })) }),
    'main.jsonl': answers(true),
    'here.jsonl': answers(false),
  });
  await folder.cli(['run', '--output', 'main']);
  await folder.write({ 'agent-eval.yml': suite('here.jsonl') });
  const run = await folder.cli(['run', '--baseline', 'main']);
  const [line = run.stderr] = run.stdout.split('\n').filter((text) => text.includes('tool recall'));
  expect(line.replaceAll(/ +/g, ' ')).toMatch(
    /^ tool recall main 100 % here 0 % −100 points p = \S+ chance explains it$/,
  );
  const page = await folder.read('agent-eval-results/report.html');
  expect(page).toMatch(
    />tool recall<\/th>(?:(?!<\/tr>).)*<td class="state chance" data-head="rule">chance explains it/,
  );
});
