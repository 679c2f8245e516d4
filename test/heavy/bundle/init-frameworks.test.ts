/** What `init` writes into projects with an agent framework, played with the real one. */
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { folderWith } from '#test/support/cli-folder.ts';
import { REAL_KEY } from '#test/support/model-suite.ts';
import { json } from '#test/support/scripted-suite.ts';
import { sample } from '#test/support/tries.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { npmPackages } from '../support/npm-packages.ts';
import { peer } from '../support/peer.ts';
import { pythonEnvironment } from '../support/python-environment.ts';
import { mustRun } from '../support/run-program.ts';
import { weather } from '../support/weather-model.ts';

const python = await peer('agent frameworks from PyPI', async () => ({
  frameworks: await pythonEnvironment('frameworks'),
  starters: await pythonEnvironment('starters'),
}));
const node = await peer('agent frameworks from npm', () => npmPackages('starters'));

const STARTERS = [
  ['python', 'LangGraph', 'openai', ['langgraph', 'langchain-openai'], 'frameworks'],
  ['python', 'LangGraph', 'anthropic', ['langgraph', 'langchain-anthropic'], 'frameworks'],
  ['python', 'LangChain', 'openai', ['langchain', 'langchain-openai'], 'frameworks'],
  ['python', 'LangChain', 'anthropic', ['langchain>=1', 'langchain-anthropic'], 'frameworks'],
  ['python', 'OpenAI Agents SDK', 'openai', ['openai-agents'], 'starters'],
  ['python', 'Pydantic AI', 'openai', ['pydantic-ai'], 'starters'],
  ['python', 'Pydantic AI', 'anthropic', ['pydantic-ai-slim[anthropic]'], 'starters'],
  ['node', 'LangGraph', 'openai', ['@langchain/langgraph', '@langchain/openai'], 'starters'],
  ['node', 'LangGraph', 'anthropic', ['@langchain/langgraph', '@langchain/anthropic'], 'starters'],
  ['node', 'OpenAI Agents SDK', 'openai', ['@openai/agents'], 'starters'],
  ['node', 'Vercel AI SDK', 'openai', ['ai', '@ai-sdk/openai'], 'starters'],
  ['node', 'Vercel AI SDK', 'anthropic', ['ai', '@ai-sdk/anthropic'], 'starters'],
] as const;

describe.skipIf(python.missing || node.missing)('init in a project with a framework', () => {
  test.each(sample(STARTERS, 7))(
    '%s, %s on %s: the agent that is written runs as it is, and every call is recorded',
    async (language, framework, provider, packages, environment) => {
      await using server = await startModelServer(weather, { keys: [REAL_KEY] });
      await using folder = await folderWith(manifest(language, packages));
      const init = await folder.cli(['init']);
      expect(init).toExit(0);
      expect(init.stdout).toMatch(new RegExp(`found ${framework} .*: the starter agent is built with it`));
      expect(init.stdout).toContain('the starter agent calls it, and its calls are recorded');
      const text = await folder.read('agent-eval.yml');
      const key = `${provider.toUpperCase()}_API_KEY`;
      expect(parse(text)).toMatchObject({ agent: { record: true, needs: [key] } });

      // Packages are where the test has them. One agent is enough: to import a framework takes longer than to answer.
      await folder.write({
        'agent-eval.yml': `${text.replace(/setup: \[.*\]/, 'setup: [echo installed]')}concurrency: 1\n`,
      });
      const pass = language === 'python' ? ['--pass-env', 'PYTHONPATH'] : [];
      if (language === 'node') await symlink(node.get(), join(folder.path, 'node_modules'), 'dir');
      const env = {
        ...(language === 'python' && python.get()[environment].env),
        [`${provider.toUpperCase()}_BASE_URL`]: server.base_urls[provider],
        [key]: REAL_KEY,
      };
      const run = await folder.cli(['run', '--trials', '2', ...pass], { env });
      expect(run).toExit(0);
      expect(run.stdout, run.stdout + run.stderr).toMatch(/pass rate +here 100 %/);
      expect(server.requests.length).toBeGreaterThan(5);
      expect(server.failures).toEqual([]);
    },
  );

  test.each(['openai', 'anthropic'])(
    'python, CrewAI on %s: the agent that is written is sound Python',
    async (model) => {
      await using folder = await folderWith(manifest('python', ['crewai', ...(model === 'openai' ? [] : [model])]));
      const init = await folder.cli(['init']);
      expect(init.stdout).toContain('found CrewAI (crewai in requirements.txt): the starter agent is built with it');
      const agent = join(folder.path, 'evals/agent.py');
      expect(await readFile(agent, 'utf8')).toContain(`LLM(model="${model}/`);
      await mustRun(['python3', '-m', 'py_compile', agent]);
    },
  );
});

function manifest(language: 'python' | 'node', packages: readonly string[]): Readonly<Record<string, string>> {
  return language === 'python'
    ? { 'requirements.txt': `${packages.join('\n')}\n` }
    : {
        'package.json': json({ type: 'module', dependencies: Object.fromEntries(packages.map((name) => [name, '*'])) }),
      };
}
