import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '#test/support/run-cli.ts';
import { thresholdAlarms } from '../../bench/false-alarms.ts';
import { withActionTables } from '../../scripts/readme-tables.ts';
import { EXIT } from '../../src/cli/exit.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const action = readFileSync(join(root, 'action.yml'), 'utf8');

describe('the tables of inputs and outputs', () => {
  test('are what npm run readme writes from action.yml', () => {
    expect(readme).toBe(withActionTables(readme, action));
  });

  test('are written anew when action.yml changes, and nothing else is', () => {
    const changed = withActionTables(readme, action.replace('default: agent-eval.yml', 'default: other.yml'));
    const difference = changed.split('\n').filter((line) => !readme.split('\n').includes(line));
    expect(difference).toEqual([expect.stringMatching(/^\| `config` \| `other\.yml` \| /)]);
  });

  test('are refused without their marks', () => {
    expect(() => withActionTables(readme.replace('<!-- inputs:end -->', ''), action)).toThrow(/inputs:end/);
  });
});

describe('the table of terminal commands', () => {
  const rows = [...readme.matchAll(/^\| `(run|compare|validate|init|demo)( [^`]*)?` \|/gm)];

  test('names every command', async () => {
    const { stdout } = await runCli(tmpdir(), ['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name]) => name);
    expect(rows.map(([, name]) => name)).toEqual(commands);
  });

  test.each(rows.map(([, name = '', options = '']) => ({ name, options })))(
    'names exactly the options of $name',
    async ({ name, options }) => {
      const { stdout } = await runCli(tmpdir(), [name, '--help']);
      const known = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag);
      const named = [...options.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
      expect([...named, '--help'].sort()).toEqual(known.sort());
    },
  );
});

test('the exit codes are those of the terminal command, and of signals', () => {
  const [, sentence = ''] = /^Exit codes: ([^.]*)\./m.exec(readme) ?? [];
  const codes = [...sentence.matchAll(/\b\d+\b/g)].map(([code]) => Number(code));
  expect(codes).toEqual([...Object.values(EXIT), 130, 143]);
});

test('the false-alarm rates of plain thresholds are those that the named command prints', () => {
  const [none, two] = thresholdAlarms(100_000).map(({ rate }) => `${Math.round(100 * rate)} %`);
  expect(readme).toContain(`fell by more than 2 points" is red on ${two} of pull requests that change nothing`);
  expect(readme).toContain(`| ${two} (2-point margin) to ${none} (no margin) |`);
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts['false-alarms']).toBe(
    'node bench/false-alarms.ts',
  );
});
