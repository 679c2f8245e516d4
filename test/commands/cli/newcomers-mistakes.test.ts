import { test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { expectSaid } from '#test/support/said.ts';

const CONFIG = 'agent: {command: [node, agent.mjs]}\ncases: [evals/*]';
const CASES = '- {id: a, input: x, expect: {completes: true}}';

/** The lines that `validate` prints. */
async function problemsOf(config: string, cases: string): Promise<readonly string[]> {
  await using folder = await folderWith({
    'agent-eval.yml': `version: 1\n${config}\n`,
    'agent.mjs': "process.stdin.on('data', () => {});\n",
    'evals/a.yml': `cases:\n${cases}\n`,
    'docs/agent.mjs': '',
  });
  const files = workspaceFiles(folder.path, folder.path, 'agent-eval.yml');
  const loaded = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [] });
  return 'issues' in loaded ? loaded.issues.map(formatIssue) : [];
}

test('validate says of mistakes in a config what to write', () =>
  expectSaid(new URL('golden/newcomers-configs.txt', import.meta.url), (config) => problemsOf(config, CASES)));

test('validate says of every mistake in a case what to write, each at its own line', () =>
  expectSaid(new URL('golden/newcomers-cases.txt', import.meta.url), (cases) => problemsOf(CONFIG, cases)));
