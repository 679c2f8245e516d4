/** Coding agents from npm, unmodified, edit files of a workspace with a scripted model behind the recorder. */
import { readFileSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseResults } from '#domain/baseline/results/parse-results.ts';
import { parseStoredTrajectory } from '#domain/trial/stored-trajectory.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { startModelServer } from '#test/support/model-server/model-server.ts';
import type { AnswerCall, ModelScript, ScriptRequest } from '#test/support/model-server/script.ts';
import { REAL_KEY } from '#test/support/model-suite.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';

const packages = await peer('Claude Code and Codex from npm', () => npmPackages('coding-agents'));

/** A real command-line program, and how its model changes a file with the tools that it offers. */
interface CodingAgent {
  readonly name: string;
  /** Arguments of node. */
  readonly command: readonly string[];
  readonly steps: (request: ScriptRequest) => readonly AnswerCall[];
  /** Name of the tool that changes the file. */
  readonly tool: string;
}

const AGENTS: readonly CodingAgent[] = [
  {
    name: 'Claude Code',
    command: ['agents/claude.mjs', '{input}'],
    // It writes only to files that it has read.
    steps: ({ body }) => {
      const [, folder = ''] = /working directory: ([^\s\\]+)/.exec(JSON.stringify(body)) ?? [];
      const file_path = `${folder}/src/add.mjs`;
      return [
        { name: 'Read', arguments: { file_path } },
        { name: 'Edit', arguments: { file_path, old_string: 'a - b', new_string: 'a + b' } },
      ];
    },
    tool: 'Edit',
  },
  {
    name: 'Codex',
    command: ['agents/codex.mjs', '{input}'],
    steps: () => [{ name: 'exec_command', arguments: { cmd: "sed -i 's/a - b/a + b/' src/add.mjs" } }],
    tool: 'exec_command',
  },
];

const DOCS = readFileSync(join(import.meta.dirname, '../../docs/workspaces.md'), 'utf8');

/** The programs that docs/workspaces.md shows, by their paths. */
const PROGRAMS = Object.fromEntries(
  [...DOCS.matchAll(/```js\n([\s\S]*?)\n```/g)].flatMap(([, text = '']) => {
    const path = /^\/\/ (agents\/\w+\.mjs)/.exec(text)?.[1];
    return path === undefined ? [] : [[path, text]];
  }),
);

/** One call after the other, and the end when all results are there. */
function scriptOf(agent: CodingAgent, seen: ScriptRequest[]): ModelScript {
  return (request) => {
    seen.push(request);
    if (request.tools.length === 0) return { text: 'A title' };
    const call = agent.steps(request)[request.messages.filter(({ role }) => role === 'tool').length];
    return call === undefined ? { text: 'Fixed: it adds now.' } : { calls: [call] };
  };
}

describe.each(AGENTS)('$name', (agent) => {
  test.skipIf(packages.missing)('edits a file of its copy, and is judged by files, tests and diff', async () => {
    const seen: ScriptRequest[] = [];
    await using models = await startModelServer({ script: scriptOf(agent, seen), keys: [REAL_KEY] });
    await using folder = await folderWith({
      ...PROGRAMS,
      'fixtures/shop/src/add.mjs': 'export const add = (a, b) => a - b;\n',
      'fixtures/shop/test/add.mjs': "import { add } from '../src/add.mjs';\nif (add(2, 3) !== 5) process.exit(1);\n",
      'agent-eval.yml': JSON.stringify({
        version: 1,
        agent: { command: [process.execPath, ...agent.command], record: true },
        cases: ['cases.json'],
        trials: 1,
        limits: { trial_timeout: '3m' },
      }),
      'cases.json': JSON.stringify({
        cases: [
          {
            id: 'adds',
            workspace: 'fixtures/shop',
            input: 'add(2, 3) is -1. Fix it.',
            expect: {
              response: { contains: ['it adds now'] },
              files: { 'src/add.mjs': { contains: ['a + b'] } },
              commands: [{ run: [process.execPath, 'test/add.mjs'], restore: ['test/**'] }],
              diff: { max_files: 1, only: ['src/**'] },
              tools: { calls: [{ name: agent.tool }] },
            },
          },
        ],
      }),
    });
    await symlink(packages.get(), join(folder.path, 'node_modules'));
    const { stdout, stderr } = await folder.cli(['run'], {
      env: {
        OPENAI_API_KEY: REAL_KEY,
        ANTHROPIC_API_KEY: REAL_KEY,
        OPENAI_BASE_URL: models.base_urls.openai,
        ANTHROPIC_BASE_URL: models.base_urls.anthropic,
      },
    });
    const parsed = parseResults(await readFile(join(folder.path, 'agent-eval-results/results.json'), 'utf8'));
    const [trial] = 'results' in parsed ? (parsed.results.cases[0]?.trials ?? []) : [];
    const told = JSON.stringify(
      [trial, seen.map(({ tools }) => tools.join()), seen.at(-1)?.messages.slice(-2), models.failures],
      null,
      1,
    );
    expect(trial?.outcome, `${stdout}${stderr}${told}`).toBe('passed');
    expect(trial?.usage.total_tokens).toBeGreaterThan(0);
    const lines = await readFile(join(folder.path, 'agent-eval-results/trajectories.jsonl'), 'utf8');
    const stored = parseStoredTrajectory(lines.split('\n')[0] ?? '');
    expect(stored?.trajectory.workspace?.patch).toContain('+export const add = (a, b) => a + b;');
    expect(lines).not.toContain(REAL_KEY);
  });
});
