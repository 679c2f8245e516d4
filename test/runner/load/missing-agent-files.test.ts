import { expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { filesOf } from '../in-memory.ts';

const ADD = 'correct the path (it starts at the folder of the config) or add the file';
const MEND = `${ADD}, or create it in \`agent.setup\``;

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

test.each([
  ['{command: [python3, agent.py, "{input}"]}', '2:28: agent.command[1]: "agent.py"'],
  ['{command: [node, --import, tsx, src/agent.ts]}', '2:40: agent.command[3]: "src/agent.ts"'],
  ['{command: [npx, tsx, agent.ts]}', '2:29: agent.command[2]: "agent.ts"'],
  ['{command: [uv, run, agent.py]}', '2:28: agent.command[2]: "agent.py"'],
  ['{command: [yarn, node, evals/agent.mjs]}', '2:31: agent.command[2]: "evals/agent.mjs"'],
  ['{command: [./run.sh, x]}', '2:19: agent.command[0]: "run.sh"'],
  ['{http: {url: "http://127.0.0.1:1", start: [bash, serve.sh]}}', '2:57: agent.http.start[1]: "serve.sh"'],
  ['{recorded: runs.jsonl}', '2:19: agent.recorded: "runs.jsonl"'],
])(
  'a file that the agent %s is started with, or is, and that is not there is an error where it is named',
  async (agent, line) => {
    expect(await linesOf(agent)).toEqual([
      `agent-eval.yml:${line} does not exist; ${agent.startsWith('{recorded') ? ADD : MEND}`,
    ]);
    const file = /"([^"]+)"$/.exec(line)?.[1] ?? '';
    expect(await linesOf(agent, { [file]: '' })).toEqual([]);
  },
);

test.each([
  '{command: [agent]}',
  '{command: [agent, missing.py]}',
  '{command: [docker, run, image, python, agent.py]}',
  '{command: [python3, -m, agent]}',
  '{command: [python3, -c, "import x; x.py"]}',
  '{command: [/usr/bin/python3, /opt/agent.py]}',
  '{command: [npx, agent.js]}',
  '{command: [.venv/bin/agent]}',
  '{command: [npx, "node_modules/agent/cli.js"]}',
  '{command: [yarn, workspace, bot, node, agent.js]}',
  '{command: [uv, run, --directory, sub, agent.py]}',
  '{command: [node, "https://host.example/agent.js"]}',
])('what %s starts with is not for us to know', async (agent) => {
  expect(await linesOf(agent)).toEqual([]);
});

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
