import { expect, test } from 'vitest';
import { parseConfig } from '#domain/config/parse-config.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import { findProject } from '#entry/cli/found/find-project.ts';
import { findRunner } from '#entry/cli/found/find-runner.ts';
import { starterFiles } from '#entry/cli/starter/starter-files.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import type { WorkspaceFiles } from '#test/support/github/workspace.ts';

async function suiteOf(files: WorkspaceFiles) {
  await using folder = await folderWith(files);
  const project = await findProject(folder.path, null);
  const runner = await findRunner(folder.path, project.installer);
  if (runner === null) return null;
  const cases = { globs: [], ids_clash: false };
  const written = starterFiles(project.language, undefined, { ...project, cases, runner });
  const text = written.find(({ path }) => path === 'agent-eval.yml')?.text ?? '';
  const parsed = parseConfig(text, 'agent-eval.yml');
  if ('issues' in parsed) throw new Error(`${parsed.issues.map(formatIssue).join('\n')}\n${text}`);
  const { agent } = parsed.config;
  if (agent.kind !== 'suite') throw new Error('no suite was written');
  return { results: agent.results, run: agent.run.join(' '), tests: agent.tests, lacks: runner.lacks };
}

const NODE = (dependency: string) => ({
  'package.json': JSON.stringify({ devDependencies: { [dependency]: '1' } }),
  'package-lock.json': '{}',
});

test.each<[what: string, files: WorkspaceFiles, found: Awaited<ReturnType<typeof suiteOf>>]>([
  [
    'evals in Vitest',
    { ...NODE('vitest'), 'evals/refund.test.ts': '' },
    {
      results: 'vitest',
      run: 'npx vitest run evals --reporter=json --outputFile={results}',
      tests: ['evals/**'],
      lacks: null,
    },
  ],
  [
    'evals in evalite',
    { ...NODE('evalite'), 'src/refund.eval.ts': '' },
    { results: 'evalite', run: 'npx evalite run --outputPath {results}', tests: ['**/*.eval.*'], lacks: null },
  ],
  [
    'a config of promptfoo',
    { 'promptfooconfig.yaml': 'prompts: [x]' },
    {
      results: 'promptfoo',
      run: 'npx promptfoo eval --no-cache --no-progress-bar --output {results}',
      tests: ['promptfooconfig.yaml'],
      lacks: null,
    },
  ],
  [
    'evals in pytest',
    { 'requirements.txt': 'pytest\nopenai\n', 'evals/test_refund.py': '' },
    {
      results: 'pytest',
      run: 'python3 -m pytest evals --json-report --json-report-file={results}',
      tests: ['evals/**'],
      lacks: 'pytest-json-report',
    },
  ],
  [
    'an eval set of ADK',
    { 'requirements.txt': 'google-adk\n', 'shop/refunds.evalset.json': '{}' },
    {
      results: 'adk',
      run: 'adk eval shop shop/refunds.evalset.json',
      tests: ['**/*.evalset.json', '**/test_config.json'],
      lacks: null,
    },
  ],
  [
    'a task of Inspect',
    { 'requirements.txt': 'inspect-ai\n', 'evals/refund.py': '' },
    {
      results: 'inspect',
      run: 'inspect eval evals/refund.py --log-format json --log-dir {results}',
      tests: ['evals/**'],
      lacks: null,
    },
  ],
  ['tests that are no evals', { ...NODE('vitest'), 'src/refund.test.ts': '', 'tests/test_refund.py': '' }, null],
])('%s: what is written is a valid config that runs them', async (_, files, found) => {
  expect(await suiteOf(files)).toEqual(found);
});
