import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findProject } from '#commands/cli/found/find-project.ts';
import { findRunner } from '#commands/cli/found/find-runner.ts';
import { starterFiles } from '#commands/cli/starter/starter-files.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { expectSaid } from '#test/support/said.ts';

test('the runner of evals that a repository has is found, and a valid config is written that runs one round of it', () =>
  expectSaid(new URL('golden/runners.txt', import.meta.url), async (text) => {
    await using folder = await folderWith(parse(text));
    const runner = await findRunner(folder.path);
    if (runner === null) return ['none'];
    const project = await findProject(folder.path, runner.language);
    const cases = { globs: [], ids_clash: false };
    const files = starterFiles(project.language, { branch: 'main', folder: '' }, { ...project, cases, runner });
    expect(files.map(({ path }) => path)).toEqual(['.github/workflows/agent-eval.yml', 'agent-eval.yml']);
    const parsed = parseConfig(files[1]?.text ?? '', 'agent-eval.yml');
    mustBeRead(parsed);
    const { agent } = parsed.config;
    if (agent.kind !== 'suite') throw new Error(`an agent of the kind ${agent.kind} was written`);
    const { kind: _, run, ...rest } = agent;
    const said = Object.entries(rest).filter(([, value]) => value !== null && JSON.stringify(value).length > 2);
    return [run.join(' '), ...said.map(([key, value]) => `${key}: ${JSON.stringify(value)}`)];
  }));
