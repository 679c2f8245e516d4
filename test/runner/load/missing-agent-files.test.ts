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
    'test -x .venv/bin/python || python3 -m venv .venv',
    '.venv/bin/pip install -q -r requirements.txt',
    'npm ci --ignore-scripts',
    'pnpm install --frozen-lockfile --ignore-scripts',
    'yarn install --immutable --mode=skip-build',
  ];
  for (const line of installs)
    expect(await linesOf(agent(line))).toEqual([expect.stringContaining('"dist/agent.js" does not exist; correct')]);
  for (const line of ['pip install x && make', 'npm ci', 'npm ci --ignore-scripts && npm run build'])
    expect(await linesOf(agent(line))).toEqual([expect.stringContaining('does not exist yet')]);
});

test('a program of the machine is a warning where `setup` installs into an environment of its own', async () => {
  const OWN = 'python3 -m venv .venv, .venv/bin/pip install x';
  const said = (agent: string) => linesOf(agent, { 'a.py': '' });
  const message = (program: string) =>
    expect.stringContaining(
      `"${program}" is the machine's own, without what \`setup\` installs into .venv; write .venv/bin/${program}`,
    );
  expect(await said(`{command: [python3, a.py], setup: [${OWN}]}`)).toEqual([message('python3')]);
  const server = 'url: "http://127.0.0.1:1/turn", ready_url: "http://127.0.0.1:1/health"';
  expect(await said(`{http: {${server}, start: [uvicorn, "a:app"]}, setup: [${OWN}]}`)).toEqual([message('uvicorn')]);
  for (const agent of [
    `{command: [.venv/bin/python, a.py], setup: [${OWN}]}`,
    `{command: [python3, a.py], setup: [python3 -m venv .venv, pip install x]}`,
    `{command: [python3, a.py], setup: [${OWN}], env: {PATH: ".venv/bin:/usr/bin"}}`,
    '{command: [python3, a.py], setup: [pip install x]}',
  ])
    expect(await said(agent), agent).toEqual([]);
});
