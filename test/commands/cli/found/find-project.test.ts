import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { KNOWN_PACKAGES, type StarterLanguage } from '#commands/cli/found/dependencies.ts';
import { findProject } from '#commands/cli/found/find-project.ts';
import { starterFiles, upgradeWorkflow } from '#commands/cli/starter/starter-files.ts';
import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { keysOf } from '#common/keyed.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { expectSaid } from '#test/support/said.ts';
import { json } from '#test/support/scripted-suite.ts';
import { namedModels } from '../../../repository/support/model-ends.ts';

/** What `init` finds among files and writes for them. */
async function written(files: Readonly<Record<string, string>>) {
  await using folder = await folderWith(files);
  const project = await findProject(folder.path, null);
  const known = { ...project, cases: { globs: [], ids_clash: false } };
  const place = { branch: 'trunk', folder: 'bots' };
  const upgrade = upgradeWorkflow(place, { keys: ['OPENAI_API_KEY'], model: null }, known);
  const starters = [...starterFiles(project.language, place, known), upgrade];
  return { project, starters, models: starters.flatMap(({ path, text }) => namedModels(path, text)) };
}

test('the provider is that which the code calls, with its key, its model and an agent that calls no other', () =>
  expectSaid(new URL('golden/providers.txt', import.meta.url), async (text) => {
    const { project, starters, models } = await written(parse(text));
    const { provider, calls } = project;
    const config = starters.find(({ path }) => path === 'agent-eval.yml')?.text ?? '';
    const needs = /needs: \[(.*)\]/.exec(config)?.[1] ?? (config.includes('record:') ? 'no key' : 'not recorded');
    const agent = calls === null ? 'answers by itself' : `calls ${calls.framework ?? 'its SDK'}`;
    const named = [...new Set(models.map(({ id }) => id))].join(', ') || 'no model';
    return [`${provider?.name} (${provider?.by}), ${needs}, ${named}; the agent ${agent}`];
  }));

const PACKAGES = keysOf(KNOWN_PACKAGES).flatMap((language) =>
  Object.entries(KNOWN_PACKAGES[language]).flatMap(([name, { framework, models = {} }]) =>
    (['openai', 'anthropic'] as const).map((provider) => ({
      ...{ language, name, provider, framework },
      packages: [name, ...(models[provider] ?? [])],
    })),
  ),
);

test.each(PACKAGES)(
  'what init writes for $name of $language with a model of $provider names only models of the one list',
  async ({ language, packages, provider, framework }) => {
    const model = `DEFAULT_MODEL = "${EXAMPLE_MODELS[provider].id}"\n`;
    const { project, starters, models } = await written({
      ...manifest(language, packages),
      [SOURCES[language]]: model,
    });
    const listed = Object.values(EXAMPLE_MODELS).map(({ id }): string => id);
    expect(models.filter(({ id }) => !listed.includes(id))).toEqual([]);
    if (project.provider?.name === provider) expect(models.map(({ id }) => id)).toContain(EXAMPLE_MODELS[provider].id);
    expect(starters.filter(({ text }) => /__[A-Z]+__/.test(text))).toEqual([]);
    const agent = starters.find(({ path }) => path.includes('/agent.'))?.text ?? '';
    if (project.calls?.provider === 'anthropic') expect(agent).not.toMatch(/openai|gpt/i);
    // A framework that a starter is said to be built with has a template of its own.
    if (framework !== undefined && project.calls?.framework === framework)
      expect(agent).not.toMatch(/from openai import|from anthropic import|from '(?:openai|@anthropic-ai\/sdk)'/);
  },
);

const SOURCES = { python: 'app.py', node: 'app.js', go: 'app.go' };

function manifest(language: StarterLanguage, names: readonly string[]): Readonly<Record<string, string>> {
  if (language === 'python') return { 'requirements.txt': names.join('\n') };
  if (language === 'go') return { 'go.mod': names.map((name) => `require ${name} v1.0.0\n`).join('') };
  return { 'package.json': json({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) }) };
}
