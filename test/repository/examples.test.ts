import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { EXAMPLES } from '../../scripts/run-examples.ts';

const root = resolve(import.meta.dirname, '../..');
const examples = join(root, 'examples');
const folders = readdirSync(examples, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const read = (folder: string, file: string) => readFileSync(join(examples, folder, file), 'utf8');
async function load(folder: string) {
  const files = workspaceFiles(root, join(examples, folder), 'agent-eval.yml');
  const loaded = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [] });
  mustBeRead(loaded);
  return loaded.suite;
}

test('every example is run by npm run examples', () => {
  expect(EXAMPLES.map(({ folder }) => folder).sort()).toEqual([...folders].sort());
});

test('the overview names every example', () => {
  const overview = readFileSync(join(examples, 'README.md'), 'utf8');
  for (const folder of folders) expect(overview).toContain(`[${folder}](${folder})`);
});

describe.each(folders)('examples/%s', (folder) => {
  test('has a workflow, a config, cases, an agent or its trajectories, and a README', () => {
    const names = readdirSync(join(examples, folder));
    expect(names).toEqual(expect.arrayContaining(['workflow.yml', 'agent-eval.yml', 'evals', 'README.md']));
    expect(names.filter((name) => /^(agent\.(py|ts)|trajectories\.jsonl|tools\.yml)$/.test(name))).toHaveLength(1);
  });

  test('config and cases are read without an error or a warning, and every case file is used', async () => {
    const { cases, warnings, unprovable } = await load(folder);
    expect(cases.length).toBeGreaterThanOrEqual(8);
    expect([warnings, unprovable]).toEqual([[], []]);
    const used = new Set(cases.map(({ source }) => source.file));
    const files = readdirSync(join(examples, folder, 'evals')).map((name) => `evals/${name}`);
    expect([...used].sort()).toEqual(files.sort());
  });

  test('the config stays short enough to read at a glance', () => {
    expect(read(folder, 'agent-eval.yml').trimEnd().split('\n').length).toBeLessThanOrEqual(25);
  });

  test('asks for the very packages that it is run with', () => {
    const lines = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);
    const dependencies = (path: string) =>
      existsSync(path) ? Object.entries<string>(JSON.parse(readFileSync(path, 'utf8')).dependencies) : [];
    const [own, installed] = [join(examples, folder), join(root, 'test/heavy/packages')];
    expect(lines(join(installed, 'frameworks.txt'))).toEqual(
      expect.arrayContaining(lines(join(own, 'requirements.txt'))),
    );
    expect(dependencies(join(installed, 'sdks/package.json'))).toEqual(
      expect.arrayContaining(dependencies(join(own, 'package.json'))),
    );
  });

  test('the workflow asks for no more than the Action needs and says why', () => {
    const text = read(folder, 'workflow.yml');
    const workflow = parse(text);
    const needed = { contents: 'read', actions: 'read', 'pull-requests': 'write' };
    const jobs = Object.values<{ permissions?: object }>(workflow.jobs);
    // Where jobs need different rights, each has its own.
    const asked = [workflow.permissions, ...jobs.map((job) => job.permissions ?? {})];
    expect(Object.assign({}, ...asked)).toEqual(needed);
    for (const rights of asked) expect(needed).toMatchObject(rights);
    for (const line of text.split('\n').filter((row) => /^ +[a-z-]+: (?:read|write)\b/.test(row)))
      expect(line).toMatch(/: \w+ # \w/);
    expect(workflow.concurrency.group).toContain('github.event.pull_request.number');
  });

  test('the workflow sets only inputs that the Action has', () => {
    const inputs = Object.keys(parse(readFileSync(join(root, 'action.yml'), 'utf8')).inputs);
    const steps: readonly { uses?: string; with?: object }[] = Object.values<{ steps: [] }>(
      parse(read(folder, 'workflow.yml')).jobs,
    ).flatMap((job) => job.steps);
    const own = steps.filter(({ uses }) => uses === 'org/agent-eval-action@v1');
    expect(own.length).toBeGreaterThan(0);
    expect(inputs).toEqual(expect.arrayContaining(own.flatMap((step) => Object.keys(step.with ?? {}))));
  });

  test('the README names the edit that breaks the example and the case it breaks', async () => {
    const example = EXAMPLES.find((known) => known.folder === folder);
    if (example === undefined) throw new Error(`${folder} is not run`);
    const { edit, breaks } = example;
    const readme = read(folder, 'README.md').replace(/\s+/g, ' ');
    for (const part of [edit.file, edit.search, edit.replacement, breaks]) expect(readme).toContain(`\`${part}\``);
    expect(existsSync(join(examples, folder, edit.file))).toBe(true);
    expect(read(folder, edit.file)).toContain(edit.search);
    expect((await load(folder)).cases.map(({ id }) => id)).toContain(breaks);
  });
});
