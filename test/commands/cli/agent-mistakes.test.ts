import { expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import { program } from '#test/support/program.ts';
import { json } from '#test/support/scripted-suite.ts';
import { checkWords } from '#trials/facts/check-words.ts';

/** Makes the mistake which its input names. */
const AGENT = program('mistaken-worker.mjs');
const ANSWERS = program('mistaken-answers.mjs');

const config = (agent: object) => ({
  'agent-eval.yml': json({ version: 1, agent, cases: ['cases.yml'], trials: 1, concurrency: 3 }),
});
const cases = (ids: readonly string[]) => ({
  'cases.yml': json({
    cases: ids.map((input) => ({ id: input.replaceAll(' ', '-'), input, expect: { tools: ['look_up'] } })),
  }),
});

async function reasons(folder: Folder): Promise<readonly (string | undefined)[]> {
  const text = await folder.read('agent-eval-results/results.json');
  const { cases: judged }: ResultsFile = JSON.parse(text);
  return judged.map(
    ({ trials: [trial] }) => trial?.failure?.message ?? (trial?.checks[0] && checkWords(trial.checks[0].fact)),
  );
}

test('what keeps an answer from being one is named with the way to mend it, case by case', async () => {
  const mistakes = ['no output', 'past the recorder', 'text on its line'];
  const agent = { command: [process.execPath, 'agent.mjs'], record: true };
  await using folder = await folderWith({
    ...config(agent),
    ...cases(mistakes),
    'agent.mjs': AGENT,
    'answers.mjs': ANSWERS,
  });
  const run = await folder.cli(['run'], { env: { ...FAST_TIMERS, OPENAI_API_KEY: 'sk-any-key-of-a-workflow' } });
  expect(await reasons(folder), run.stderr).toEqual([
    expect.stringMatching(/no "output".*it has "answer": rename "answer" to "output"/),
    expect.stringMatching(/^tools\.present: no model call came through the recorder/),
    expect.stringMatching(/there is other text before the JSON on the same line: "DEBUG: asking the model"/),
  ]);
});

test.each([
  [
    'whose key is missing',
    'The OPENAI_API_KEY environment variable is missing',
    false,
    /write `record: true` under agent/,
  ],
  [
    'with the dummy key',
    'AuthenticationError: 401 Incorrect API key provided',
    true,
    /`record: \{preload: true\}` sends the calls/,
  ],
])(
  'a worker whose call of its model fails, one %s, gets the hint of record and preload',
  async (_, message, record, hint) => {
    await using folder = await folderWith({
      ...config({ command: [process.execPath, 'agent.mjs'], record }),
      ...cases(['one', 'two']),
      'agent.mjs': `process.stdin.once('data', () => { console.error(${JSON.stringify(message)}); process.exit(1); });\n`,
    });
    const run = await folder.cli(['run'], { env: { ...FAST_TIMERS, OPENAI_API_KEY: 'sk-any-key-of-a-workflow' } });
    for (const reason of await reasons(folder)) expect(reason, run.stderr).toMatch(hint);
  },
);

test('an answer in a JSON list is named as that, with its id and without', async () => {
  await using folder = await folderWith({
    'agent-eval.yml': json({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs'] },
      cases: ['cases.yml'],
      trials: 1,
      limits: { trial_timeout: '3s' },
    }),
    ...cases(['list with its answer', 'list of messages']),
    'agent.mjs': AGENT,
    'answers.mjs': ANSWERS,
  });
  const run = await folder.cli(['run']);
  expect(await reasons(folder), run.stderr).toEqual([
    expect.stringMatching(/the answer is in a JSON list; print its object alone on the line, without \[ and \]/),
    expect.stringMatching(/It printed a JSON list, but an answer is one object on a line, with the "id" of the turn/),
  ]);
});

test.each(['answers.js', 'deep'])(
  'a module in TypeScript imports its own files as its compiler does: ./%s',
  async (path) => {
    await using folder = await folderWith({
      ...config({ module: './agent.ts' }),
      ...cases(['no output']),
      'agent.ts': `import { answers } from './${path}';\nexport default ({ input }: { input: string }): object => answers[input] ?? {};\n`,
      'answers.ts': ANSWERS.replace('answers =', 'answers: Record<string, object> ='),
      'deep/index.ts': "export { answers } from '../answers';\n",
    });
    const run = await folder.cli(['run'], { env: FAST_TIMERS });
    expect(await reasons(folder), run.stderr).toEqual([expect.stringContaining('rename "answer" to "output"')]);
  },
);
