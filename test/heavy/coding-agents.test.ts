/** Coding agents from npm, unmodified, edit files of a workspace with a scripted model behind the recorder. */
import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { REAL_KEY } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { AnswerCall, ModelScript, ScriptRequest } from '#test/testing/providers/script.ts';
import { parseStoredTrajectory } from '#trials/trial/stored-trajectory.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';

const packages = await peer('Claude Code and Codex from npm', () => npmPackages('coding-agents'));

/** A real command-line program, and how its model changes a file with the tools that it offers. */
interface CodingAgent {
  readonly name: string;
  /** Of the example. */
  readonly config: string;
  readonly steps: (request: ScriptRequest) => readonly AnswerCall[];
  /** Name of the tool that changes the file. */
  readonly tool: string;
}

const CASE = 'tax-is-in-whole-cents';
const NAIVE = 'price * 0.19';

/** It rounds only if it was shown that it has a skill for money. */
function repaired(body: unknown): string {
  const isTold = JSON.stringify(body).includes('How this project counts money');
  return isTold ? 'Math.round(price * 119) / 100' : 'price * 1.19';
}

const AGENTS: readonly CodingAgent[] = [
  {
    name: 'Claude Code',
    config: 'claude.yml',
    // It writes only to files that it has read.
    steps: ({ body }) => {
      const [, folder = ''] = /working directory: ([^\s\\]+)/.exec(JSON.stringify(body)) ?? [];
      const file_path = `${folder}/src/tax.mjs`;
      return [
        { name: 'Read', arguments: { file_path } },
        { name: 'Edit', arguments: { file_path, old_string: NAIVE, new_string: repaired(body) } },
      ];
    },
    tool: 'Edit',
  },
  {
    name: 'Codex',
    config: 'codex.yml',
    steps: ({ body }) => [
      { name: 'exec_command', arguments: { cmd: `sed -i 's|price . 0.19|${repaired(body)}|' src/tax.mjs` } },
    ],
    tool: 'exec_command',
  },
];

const EXAMPLE = join(import.meta.dirname, '../../examples/coding-agents');

/** One call after the other, and the end when all results are there. */
function scriptOf(agent: CodingAgent, seen: ScriptRequest[]): ModelScript {
  return (request) => {
    seen.push(request);
    if (request.tools.length === 0) return { text: 'A title' };
    const call = agent.steps(request)[request.messages.filter(({ role }) => role === 'tool').length];
    return call === undefined ? { text: 'Repaired.' } : { calls: [call] };
  };
}

describe.each(AGENTS)('$name', (agent) => {
  test.skipIf(packages.missing)('edits a file of its copy, and is judged by files, tests and diff', async () => {
    const seen: ScriptRequest[] = [];
    await using models = await startModelServer(scriptOf(agent, seen), { keys: [REAL_KEY] });
    await using folder = await folderWith({});
    await cp(EXAMPLE, folder.path, { recursive: true });
    await symlink(packages.get(), join(folder.path, 'agents/node_modules'));
    const config = await readFile(join(folder.path, agent.config), 'utf8');
    // They are installed.
    await folder.write({ [agent.config]: config.replace(/^ *setup: .*\n/m, '') });
    const { stdout, stderr } = await folder.cli(['run', '--config', agent.config, '--cases', CASE, '--trials', '1'], {
      env: {
        OPENAI_API_KEY: REAL_KEY,
        ANTHROPIC_API_KEY: REAL_KEY,
        OPENAI_BASE_URL: models.base_urls.openai,
        ANTHROPIC_BASE_URL: models.base_urls.anthropic,
      },
    });
    const [trial] = (await folder.results()).cases[0]?.trials ?? [];
    const told = JSON.stringify(
      [trial, seen.map(({ tools }) => tools.join()), seen.at(-1)?.messages.slice(-2), models.failures],
      null,
      1,
    );
    expect(trial?.outcome, `${stdout}${stderr}${told}`).toBe('passed');
    expect(trial?.usage.total_tokens).toBeGreaterThan(0);
    const lines = await folder.read('agent-eval-results/trajectories.jsonl');
    const stored = parseStoredTrajectory(lines.split('\n')[0] ?? '');
    expect(stored?.trajectory.workspace?.patch).toContain(
      '+export const withTax = (price) => Math.round(price * 119) / 100;',
    );
    expect(stored?.trajectory.workspace?.changed).toBe(1);
    expect(stored?.trajectory.turns.flatMap(({ tool_calls }) => (tool_calls ?? []).map(({ name }) => name))).toContain(
      agent.tool,
    );
    expect(lines).not.toContain(REAL_KEY);
  });
});
