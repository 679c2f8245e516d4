import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findCases } from '#commands/cli/found/find-cases.ts';
import { findProject } from '#commands/cli/found/find-project.ts';
import { foundWords } from '#commands/cli/found/words.ts';
import { starterFiles } from '#commands/cli/starter/starter-files.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { json } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const read = (folder: Folder, path: string) => folder.read(path);

test.each(['module', undefined])(
  'init in a TypeScript project of the type %s without tsx writes a worker that imports its sources as the compiler does',
  async (type) => {
    await using folder = await folderWith({
      'package.json': json({ type, devDependencies: { typescript: '^6.0.0' } }),
      'tsconfig.json': '{}',
      'src/answer.ts':
        "import { say } from './say';\nimport { there } from './deep';\nexport const answer = (name: string): string => say(name) + there;\n",
      'src/say.ts':
        "import { HELLO } from './hello.js';\nexport const say = (name: string): string => `${HELLO} ${name}`;\n",
      'src/hello.ts': "export const HELLO: string = 'hello';\n",
      'src/deep/index.ts': "export const there: string = ', Paris';\n",
    });
    const init = await folder.cli(['init']);
    expect(init.stdout).toContain('TypeScript (tsconfig.json): evals/imports.mjs lets the starter agent import it');
    const config = await read(folder, 'agent-eval.yml');
    expect(parse(config).agent.command).toEqual(['node', '--import', './evals/imports.mjs', 'evals/agent.mjs']);

    const agent = await read(folder, 'evals/agent.mjs');
    const own = agent.replace(
      /async function answer[\s\S]*?\n\}/,
      'const answer = ({ input }) => ({ output: own(input), tool_calls: [] });',
    );
    const cases = { cases: [{ id: 'a', input: 'you', expect: { response: { equals: 'hello you, Paris' } } }] };
    await folder.write({
      'evals/agent.mjs': `import { answer as own } from '../src/answer';\n${own}`,
      'evals/first.yml': json(cases),
    });
    const run = await folder.cli(['run', '--trials', '1']);
    expect(run.stderr + run.stdout).toContain('1/1 trial · 1 passed');
  },
);

/** What `init` finds among files and writes for them. */
async function starterFor(files: WorkspaceFiles) {
  await using folder = await folderWith(files);
  const project = await findProject(folder.path, null, undefined);
  const more = { cases: await findCases(folder.path), runner: null };
  const starters = starterFiles(project.language, undefined, { ...project, ...more });
  const textOf = (path: string) => starters.find((file) => file.path === path)?.text ?? '';
  return { found: foundWords(project, more, null).join('\n'), textOf };
}

describe('init in a project with several providers', () => {
  const packages = (dependencies: object) => ({ 'package.json': json({ type: 'module', dependencies }) });
  test.each([
    ['4', { ai: '^4.3.0' }, ['parameters: jsonSchema', 'maxSteps: 8', 'system: prompt'], /StepCount|stepCountIs/],
    ['5', { ai: '~5.0.1' }, ['inputSchema: jsonSchema', 'stopWhen: stepCountIs(8)', 'system: prompt'], /isStepCount/],
  ])('writes a worker for version %s of ai', async (_, ai, there, gone) => {
    const agent = (await starterFor(packages({ '@ai-sdk/openai': '*', ...ai }))).textOf('evals/agent.mjs');
    for (const words of there) expect(agent).toContain(words);
    expect(agent).not.toMatch(gone);
  });

  test('sees the MCP servers of a client', async () => {
    const servers = { mcpServers: { shop: { command: 'node', args: ['shop.mjs'] } } };
    const { found, textOf } = await starterFor({ ...packages({ openai: '7' }), '.mcp.json': json(servers) });
    expect(found).toContain('MCP servers (shop in .mcp.json): uncomment mcp in agent-eval.yml');
    expect(parse(textOf('agent-eval.yml').replace('# mcp:', 'mcp:')).agent.mcp).toBe('.mcp.json');
  });
});
