import { expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { expectSaid } from '#test/support/said.ts';
import { filesOf } from '../in-memory.ts';

async function linesOf(agent: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const loaded = await loadSuite(
    filesOf({
      'agent-eval.yml': `version: 1\nagent: ${agent}\ncases: [c.yml]\n`,
      'c.yml': 'cases:\n- {id: a, input: x, expect: {completes: true}}\n',
      ...files,
    }),
    'agent-eval.yml',
    { ids: [], tags: [] },
  );
  return ('issues' in loaded ? loaded.issues : loaded.suite.warnings).map(formatIssue);
}

test('a missing file of an agent is reported at the place that names it, unless setup may create it', () =>
  expectSaid(new URL('golden/missing-agent-files.txt', import.meta.url), async (agent) => {
    const lines = await linesOf(agent);
    const [, file] = /"([^"]+)" does not exist/.exec(lines.join()) ?? [];
    const mended = file === undefined ? [] : await linesOf(agent, { [file]: '' });
    return lines.length === 0 ? ['nothing'] : [...lines, ...mended];
  }));

test('what `setup` may still make is a warning; lines that install packages make nothing', async () => {
  const agent = (setup: string) => `{command: [node, dist/agent.js], setup: [${setup}]}`;
  expect(await linesOf(agent('npm run build'))).toEqual([
    'agent-eval.yml:2:25: agent.command[1]: "dist/agent.js" does not exist yet; `setup` has to create it',
  ]);
  const installs = [
    'pip install -r requirements.txt',
    'python3 -m pip install x',
    'uv sync',
    'sudo apt-get install -y jq',
    'npm ci --ignore-scripts',
    'pnpm install --frozen-lockfile --ignore-scripts',
    'yarn install --immutable --mode=skip-build',
  ];
  for (const line of installs)
    expect(await linesOf(agent(line))).toEqual([expect.stringContaining('"dist/agent.js" does not exist; correct')]);
  for (const line of ['pip install x && make', 'npm ci', 'npm ci --ignore-scripts && npm run build'])
    expect(await linesOf(agent(line))).toEqual([expect.stringContaining('does not exist yet')]);
});
