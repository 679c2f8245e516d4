import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readInputs } from '#commands/action/session/inputs.ts';
import { INPUTS } from '#commands/options/inputs.ts';
import { TOOL } from '#common/tool.ts';
import { OUTPUT_NAMES } from '#github/log/outputs.ts';
import { workflowProblems } from '#test/support/workflow-validator.ts';
import { inputVariable } from '#test/testing/github/runner/action-metadata.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const text = read('action.yml');
const action = parse(text);

describe("GitHub's language service", () => {
  test('finds nothing to object to in action.yml', async () => {
    expect(await workflowProblems(text, 'action.yml')).toEqual([]);
  });

  test.each([
    ['an unknown key', text.replace('\nauthor:', '\nautor:')],
    ['a runtime that does not exist', text.replace('using: node24', 'using: node99')],
    ['a colour that does not exist', text.replace('color: purple', 'color: beige')],
  ])('would object to %s', async (_, broken) => {
    expect(broken).not.toBe(text);
    expect(await workflowProblems(broken, 'action.yml')).not.toEqual([]);
  });
});

describe('the inputs of action.yml', () => {
  test('are those that are read: no more, no fewer', () => {
    const asked = new Set<string | symbol>();
    readInputs(
      new Proxy<Record<string, string>>(
        {},
        {
          get(_, name) {
            asked.add(name);
            return undefined;
          },
        },
      ),
    );
    expect([...asked].sort()).toEqual(Object.keys(action.inputs).map(inputVariable).sort());
  });

  const defaults = Object.fromEntries(
    Object.entries<{ default: string }>(action.inputs).map(([name, input]) => [name, input.default]),
  );
  const readWith = (inputs: Readonly<Record<string, string>>) =>
    readInputs(Object.fromEntries(Object.entries(inputs).map(([name, value]) => [inputVariable(name), value])));
  /** Values of every kind: each input takes at least one that is not its default. */
  const values = ['true', 'false', '7', '20m', '2/4', 'nightly.yml', 'none', 'llm.example.com', 'some-text'];

  test.each(Object.entries(INPUTS))('%s changes what is read', (name, { kind }) => {
    const changed = [...values, ...(kind.choices ?? [])].filter((value) => value !== defaults[name]);
    const answers = changed.map((value) => readWith({ ...defaults, [name]: value }));
    const taken = answers.filter((answer) => 'inputs' in answer);
    expect(taken).not.toEqual([]);
    for (const answer of taken) expect(answer).not.toEqual(readWith(defaults));
  });
});

test('the outputs of action.yml are those that are written, in their order', () => {
  expect(Object.keys(action.outputs)).toEqual([...OUTPUT_NAMES]);
});

test('the program of action.yml exists and runs on Node 24', () => {
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' });
  expect(read(action.runs.main)).not.toBe('');
  expect(JSON.parse(read('dist/package.json'))).toEqual({ type: 'module' });
});

test('package, lock file and tool carry one version, and the package names a program that exists', () => {
  const manifest = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  expect(TOOL).toEqual({ name: manifest.name, version: manifest.version });
  expect([lock.version, lock.packages[''].version]).toEqual([manifest.version, manifest.version]);
  expect(read(manifest.bin['agent-eval'])).toMatch(/^#!\/usr\/bin\/env node\n/);
});
