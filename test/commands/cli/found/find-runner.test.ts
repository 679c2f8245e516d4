import { expect, test } from 'vitest';
import { findProject } from '#commands/cli/found/find-project.ts';
import { findRunner } from '#commands/cli/found/find-runner.ts';
import { starterFiles } from '#commands/cli/starter/starter-files.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const packages = (...names: readonly string[]) =>
  JSON.stringify({ devDependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) });

/** Repositories as teams have them, and the line that runs one round of their evals. */
/** The runner gets a dummy key. */
const RECORDED = { tool_calls: 'auto', ignore_tools: [] };

test.each<[name: string, files: WorkspaceFiles, run: string, suite: Readonly<Record<string, unknown>>]>([
  [
    'Vitest with a folder of evals',
    {
      'package.json': packages('vitest', 'openai'),
      'evals/refund.test.ts': '',
      'src/a.test.ts': '',
      'vitest.config.ts': '',
    },
    'npx vitest run evals --reporter=json --outputFile={results}',
    { results: 'vitest', tests: ['evals/**', 'vitest.config.ts'], needs: ['OPENAI_API_KEY'], record: RECORDED },
  ],
  [
    'Vitest with a config of its own for evals',
    { 'package.json': packages('vitest'), 'lib/a.eval.ts': '', 'lib/b/c.eval.ts': '', 'vitest.evals.config.ts': '' },
    'npx vitest run --config vitest.evals.config.ts --reporter=json --outputFile={results}',
    {
      results: 'vitest',
      tests: ['lib/a.eval.ts', 'lib/b/c.eval.ts', 'vitest.evals.config.ts'],
      setup: ['npm install --ignore-scripts'],
    },
  ],
  [
    'evalite, which needs a score',
    { 'package.json': packages('vitest', 'evalite'), 'evals/a.eval.ts': '' },
    'npx evalite run --outputPath {results}',
    { results: 'evalite', min_score: 0.8 },
  ],
  [
    'pytest in an environment of uv',
    { 'pyproject.toml': '[project]\nname = "x"\n', 'uv.lock': '', 'tests/evals/test_a.py': '', 'tests/test_b.py': '' },
    'uv run pytest tests/evals --json-report --json-report-file={results}',
    { results: 'pytest', setup: ['uv sync --frozen', 'uv pip install pytest-json-report'] },
  ],
  [
    'DeepEval, by pytest',
    {
      'requirements.txt': 'deepeval\n',
      'tests/test_bot.py': 'from deepeval import assert_test\n',
      'tests/test_b.py': '',
    },
    'pytest tests --json-report --json-report-file={results}',
    { results: 'pytest', tests: ['tests/test_bot.py'] },
  ],
  [
    'promptfoo, without its cache',
    { 'promptfooconfig.yaml': 'prompts: [a]\n' },
    'npx promptfoo eval -c promptfooconfig.yaml --no-cache --output {results}',
    { results: 'promptfoo', tests: ['promptfooconfig.yaml'] },
  ],
  [
    'Inspect',
    { 'requirements.txt': 'inspect_ai\n', 'task.py': '@task\ndef refund(): ...\n', 'other.py': '' },
    'inspect eval task.py --log-format json --log-dir {results}',
    { results: 'inspect', tests: ['task.py'] },
  ],
  [
    'ADK, which writes where it likes',
    { 'desk/refunds.evalset.json': '{}', 'desk/test_config.json': '{}' },
    'adk eval desk desk/refunds.evalset.json',
    { results: 'adk', file: 'desk/.adk/eval_history', tests: ['desk/refunds.evalset.json', 'desk/test_config.json'] },
  ],
])('%s is found, and its config is valid', async (_, files, run, suite) => {
  await using folder = await folderWith(files);
  const runner = await findRunner(folder.path);
  const project = await findProject(folder.path, runner?.language ?? null);
  const cases = { globs: [], ids_clash: false };
  const written = starterFiles(project.language, { branch: 'main', folder: '' }, { ...project, cases, runner });
  expect(written.map(({ path }) => path)).toEqual(['.github/workflows/agent-eval.yml', 'agent-eval.yml']);
  const parsed = parseConfig(written[1]?.text ?? '', 'agent-eval.yml');
  if ('issues' in parsed) throw new Error(JSON.stringify(parsed.issues));
  const { agent } = parsed.config;
  expect(agent.kind === 'suite' && agent.run.join(' ')).toBe(run);
  expect(agent).toMatchObject(suite);
});

test('unit tests are no evals, and evals of a runner that the project does not name are none', async () => {
  await using folder = await folderWith({
    'package.json': packages('jest'),
    'evals/a.test.ts': '',
    'src/a.test.ts': '',
    'tests/test_a.py': 'import pytest\n',
  });
  expect(await findRunner(folder.path)).toBeNull();
});
