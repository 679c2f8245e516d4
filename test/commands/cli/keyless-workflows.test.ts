import { expect, test } from 'vitest';
import { keylessIssues } from '#commands/cli/validate/keyless-workflows.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { folderWith } from '#test/support/cli-folder.ts';

const BOTH = 'OPENAI_IDENTITY_PROVIDER_ID: a\n          OPENAI_SERVICE_ACCOUNT_ID: b';

/** What is said of a workflow with these permissions and variables. */
async function saidOf(permissions: string, env: string, uses = 'org/agent-eval-action@v1'): Promise<readonly string[]> {
  const text = `on: push\npermissions: ${permissions}\njobs:\n  eval:\n    steps:\n      - uses: ${uses}\n        env:\n          ${env}\n`;
  await using folder = await folderWith({ '.github/workflows/eval.yml': text });
  return (await keylessIssues(folder.path)).map(formatIssue);
}

test('a workflow whose ids and permission stand together is in order, and so is one with a key, or of another action', async () => {
  expect(await saidOf('{id-token: write}', BOTH)).toEqual([]);
  expect(await saidOf('write-all', BOTH)).toEqual([]);
  expect(await saidOf('{contents: read}', `${BOTH}\n          OPENAI_API_KEY: c`)).toEqual([]);
  expect(await saidOf('{contents: read}', 'ANTHROPIC_API_KEY: c')).toEqual([]);
  expect(await saidOf('{contents: read}', BOTH, 'other/action@v1')).toEqual([]);
});

test('a workflow that lacks the permission, or one of its ids, is told where and what to add', async () => {
  const [permission, ...more] = await saidOf('{contents: read}', BOTH);
  expect(permission).toMatch(
    /^\.github\/workflows\/eval\.yml:6:\d+: jobs\.eval\.steps\[0\]: id-token: write is empty or missing: add two lines to the workflow, "permissions:" and, indented below it, "id-token: write"/,
  );
  expect(more).toEqual([]);
  expect(await saidOf('{id-token: write}', 'ANTHROPIC_FEDERATION_RULE_ID: a')).toEqual([
    expect.stringContaining(
      'ANTHROPIC_ORGANIZATION_ID, ANTHROPIC_SERVICE_ACCOUNT_ID is empty or missing: run gh secret set ANTHROPIC_ORGANIZATION_ID',
    ),
  ]);
});
