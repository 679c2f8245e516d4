import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { readInputs } from '#commands/action/session/inputs.ts';
import { addFlags } from '#commands/cli/add-flags.ts';
import { RUN, type RunOptions } from '#commands/options/flags.ts';
import { camel, defaultsOf } from '#commands/options/option.ts';
import { OPTIONS } from '#commands/options/options.ts';

function readFlags(...args: readonly string[]): { readonly options: RunOptions } | { readonly problem: string } {
  let problem = '';
  const command = addFlags(new Command('run'), RUN)
    .exitOverride()
    .configureOutput({
      writeErr(text) {
        problem += text;
      },
    });
  try {
    return { options: command.parse(args, { from: 'user' }).opts<RunOptions>() };
  } catch (error) {
    if (error instanceof CommanderError) return { problem: problem.trim() };
    throw error;
  }
}

function readInput(name: string, value: string): ReturnType<typeof readInputs> {
  return readInputs({ 'INPUT_GITHUB-TOKEN': 't', [`INPUT_${name.toUpperCase()}`]: value });
}

describe('an option that is an input and a flag', () => {
  test.each([
    ['trials', '51'],
    ['trials', '10-3'],
    ['fail-on', 'red'],
    ['on-missing-secrets', 'warn'],
    ['max-cost-usd', '0'],
    ['max-cost-usd', '$2'],
    ['max-tokens', '1e1'],
    ['max-duration', '20'],
    ['max-duration', '25h'],
    ['max-trials', '-1'],
    ['allowed-hosts', 'https://a'],
    ['allowed-hosts', `${'a'.repeat(200)}/`],
    ['replay', 'on'],
    ['pass-env', 'A=B'],
    ['pass-env', 'ACTIONS_RUNTIME_TOKEN'],
    ['trajectories', 'some'],
  ])('%s refuses %s in one sentence, but for the place', (name, value) => {
    const input = readInput(name, value);
    const sentence = 'problems' in input ? input.problems.join('\n').replace(`input ${name} `, '') : '';
    expect(sentence).toMatch(/^(?:is|has) .*; (?:expected|remove) /);
    expect(readFlags(`--${name}=${value}`)).toEqual({ problem: `error: --${name} ${sentence}` });
  });

  test.each([
    ['trials', '3-10'],
    ['cases', ' a,b,\n,c,a '],
    ['fail-on', 'never'],
    ['max-cost-usd', '0.25'],
    ['max-duration', '1.5m'],
    ['allowed-hosts', 'LLM.example.com, 10.0.0.7:8080'],
    ['pass-env', 'OPENAI_API_KEY, MODEL'],
  ])('%s reads %j as the same value', (name, value) => {
    const input = readInput(name, value);
    const read =
      'inputs' in input ? new Map<string, unknown>(Object.entries(input.inputs)).get(camel(name)) : undefined;
    expect(read).not.toBeUndefined();
    expect(readFlags(`--${name}`, value)).toHaveProperty(['options', camel(name)], read);
  });
});

describe('the flags of run', () => {
  test('are their defaults where none is written', () => {
    expect(readFlags()).toEqual({ options: defaultsOf(RUN) });
    expect(defaultsOf(RUN)).toMatchObject({
      config: 'agent-eval.yml',
      output: 'agent-eval-results',
      confirm: null,
      trajectories: 'all',
      baseline: null,
      trials: null,
      cases: [],
      onMissingSecrets: null,
      resume: false,
    });
  });

  test('refuse an empty value: a variable that is not set lifts no cap', () => {
    expect(readFlags('--max-cost-usd', '')).toEqual({
      problem: expect.stringMatching(/^error: --max-cost-usd is ""; expected a number above 0/),
    });
  });

  test('take several baselines, and none beside --against', () => {
    const flags = readFlags('--baseline', 'a.json', 'b.json');
    expect(flags).toHaveProperty('options.baseline', ['a.json', 'b.json']);
    expect(readFlags('--baseline', 'a.json', '--against', 'main')).toEqual({
      problem: expect.stringContaining("'--against <branch>' cannot be used with option '--baseline <runs...>'"),
    });
  });
});

test('every row of the table is taken up by somebody: none is accepted and without effect', () => {
  const entry = join(import.meta.dirname, '../../../src/commands');
  const users = ['action', 'cli', 'compose'].flatMap((room) =>
    readdirSync(join(entry, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(entry, room, name)),
  );
  const words = new Set(users.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));
  const names = [...Object.keys(OPTIONS), ...Object.keys(RUN)].map(camel);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});
