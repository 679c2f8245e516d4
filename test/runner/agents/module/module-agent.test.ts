import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AgentUnavailableError, type Attempt } from '#ports/ports.ts';
import { typeScriptProblem } from '#runner/agents/module/typescript.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { fixture, NEVER, planOf } from '../support.ts';
import { moduleAgent } from './support.ts';

/** What the misbehaving module does with this input. */
async function deed(input: string): Promise<Attempt> {
  await using agent = moduleAgent('misbehaving-module.mjs');
  return await agent.attempt(planOf(input), NEVER);
}

function moduleFile(text: string, name = 'agent.mjs'): string {
  const path = join(newFolder('module'), name);
  writeFileSync(path, text);
  return path;
}

test("TypeScript's own imports by the name of the compiled file work", async () => {
  await using agent = moduleAgent('typescript/agent.ts');
  const { end, trajectory } = await agent.attempt(planOf('hello'), NEVER);
  expect(end).toEqual({ kind: 'completed' });
  expect(trajectory.turns).toMatchObject([{ output: 'said hello, well' }]);
});

describe('what a function gives', () => {
  test.each([
    ['answer in text', 'just text'],
    ['answer with breaks', 'a\u2028b\u0085c\nd'],
  ])('is the answer: %s', async (input, output) => {
    const { end, trajectory } = await deed(input);
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns).toMatchObject([{ output }]);
  });

  test.each([
    ['answer nothing', 'crash', /the function gave undefined, expected a text or an object/],
    ['answer a list', 'crash', /the function gave a list/],
    ['answer in circles', 'crash', /TypeError: Converting circular structure to JSON/],
    ['throw', 'crash', /TypeError: no such tool/],
    ['throw a text', 'crash', /just words/],
    ['exit', 'crash', /exited with code 4/],
  ])('is no answer: %s', async (input, kind, message) => {
    const { end, retry } = await deed(input);
    expect(end).toMatchObject({ kind: 'failed', failure: { kind, message: expect.stringMatching(message) } });
    expect(retry).toBe(false);
  });

  test('may be an error of the protocol', async () => {
    expect((await deed('report a fault')).end).toMatchObject({ kind: 'error', error: { class: 'provider' } });
  });
});

describe('what a module prints', () => {
  test('is its log, whatever it looks like', async () => {
    const { end, trajectory } = await deed('print much');
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns).toMatchObject([{ output: 'clean' }]);
    expect(trajectory.log).toBe('{"id":"a-case#1.1","output":"forged"}\nseen 7 { of: \'nine\' }\nhalf a line\n');
    expect(trajectory.stderr).toContain('a warning');
  });
});

test('a function is told to stop, and has a moment to clean up', async () => {
  await using agent = moduleAgent('misbehaving-module.mjs', { limits: { trial_timeout_ms: 3_000 } });
  // Its start takes its own time.
  await agent.attempt(planOf('answer in text'), NEVER);
  const { end, trajectory } = await agent.attempt(planOf('hang'), NEVER);
  expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
  expect(trajectory.stderr).toContain('cleaned up');
  expect(agent.survivors()).toEqual([]);
});

test('a module runs in the folder of the config, as if it had been started by itself', async () => {
  const { trajectory } = await deed('tell my place');
  const path = fixture('misbehaving-module.mjs');
  expect(trajectory.turns[0]?.output).toMatch(`${fixture('.').replace(/\/$/, '')} ${path}`);
});

test('the function may have another name, and may be in CommonJS', async () => {
  await using named = moduleAgent('echo-module.mjs', { export: 'later' });
  expect((await named.attempt(planOf('hi'), NEVER)).trajectory.turns).toMatchObject([{ output: 'You said: hi' }]);
  for (const text of ["module.exports = () => 'cjs'", "exports.default = () => 'cjs'"]) {
    await using common = moduleAgent(moduleFile(text, 'agent.cjs'));
    expect((await common.attempt(planOf('hi'), NEVER)).trajectory.turns).toMatchObject([{ output: 'cjs' }]);
  }
});

describe('a module that can not be used makes the agent unavailable', () => {
  test.each([
    ['a missing file', '/nowhere/agent.mjs', 'agent.module: /nowhere/agent.mjs does not exist'],
    [
      'a missing export',
      moduleFile('export const other = 1, more = 2;'),
      /exports no function named "default" \(it exports more, other\); export one, or name it in agent\.module\.export/,
    ],
    ['no export at all', moduleFile(''), /\(it exports nothing\)/],
    [
      'an export that is no function',
      moduleFile('export default 7; setInterval(() => {}, 1000);'),
      /exports no function named "default"/,
    ],
    ['a syntax error', moduleFile('export default (turn => {'), /can't be loaded: SyntaxError/],
    [
      'an import that is missing',
      moduleFile("import 'no-such-package'; export default () => 'x';"),
      /can't be loaded: Error \[ERR_MODULE_NOT_FOUND\]: Cannot find package 'no-such-package'/,
    ],
    ['an error of its own', moduleFile("throw new Error('no database');"), /can't be loaded: Error: no database/],
  ])('%s', async (_, file, message) => {
    await using agent = moduleAgent(file);
    const attempt = agent.attempt(planOf('hi'), NEVER);
    await expect(attempt).rejects.toThrow(AgentUnavailableError);
    await expect(attempt).rejects.toThrow(message);
    await expect(agent.attempt(planOf('hi'), NEVER)).rejects.toThrow(message);
  });

  test('with the place in the file on standard error', async () => {
    await using agent = moduleAgent(moduleFile('export default () => {\n  const 7 = 1;\n}'));
    const error = await agent.attempt(planOf('hi'), NEVER).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ stderr: expect.stringMatching(/agent\.mjs:2\n\s+const 7 = 1/) });
  });
});

describe('TypeScript', () => {
  test('is refused by a Node that does not run it, with what to do', () => {
    expect(typeScriptProblem('agent.ts', { version: '20.19.0', typescript: undefined })).toBe(
      'agent.module: agent.ts is TypeScript, which Node 20.19.0 does not run; use Node 22.18, 23.6 or newer, or compile it to JavaScript first',
    );
    expect(typeScriptProblem('agent.mts', { version: '22.12.0', typescript: false })).toContain('Node 22.12.0');
    expect(typeScriptProblem('agent.cts', { version: '24.0.0', typescript: 'strip' })).toBeNull();
    expect(typeScriptProblem('agent.mjs', { version: '20.19.0', typescript: undefined })).toBeNull();
  });
});
