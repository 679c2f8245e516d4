import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createModuleTool, type ModuleTool } from '#runner/agents/model/module-tool.ts';
import { newFolder } from '#test/support/new-folder.ts';

const where = { tool: 't', case_id: 'c', trial: 1, turn: 2, context: { a: 1 } };

let folder = '';
let tool: ModuleTool | null = null;

beforeAll(() => {
  folder = newFolder('module-tool');
});
afterEach(async () => {
  await tool?.close();
  tool = null;
});

function moduleOf(source: string, patienceMs?: number): ModuleTool {
  const file = `mock-${Math.abs(hash(source))}.mjs`;
  writeFileSync(join(folder, file), source);
  tool = createModuleTool(file, { cwd: folder, environment: { PATH: process.env['PATH'] ?? '' } }, patienceMs);
  return tool;
}

function hash(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7);
}

describe('a module that mocks a tool', () => {
  it('gets the arguments and their trial, and keeps its state between calls', async () => {
    const module = moduleOf('let n = 0; export default async (args, call) => { n += 1; return { n, args, call }; };');
    await module.load();
    expect(await module.call({ x: 'ü\u2028' }, where)).toEqual({
      status: 'ok',
      content: JSON.stringify({ n: 1, args: { x: 'ü\u2028' }, call: where }),
      result: { n: 1, args: { x: 'ü\u2028' }, call: where },
    });
    expect(await module.call({}, where)).toMatchObject({ result: { n: 2 } });
  });

  it('answers many calls at once, in any order', async () => {
    const module = moduleOf('export default ({ n }) => new Promise((resolve) => setTimeout(resolve, 30 - n, n * 2));');
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => module.call({ n }, where)));
    expect(answers.map(({ result }) => result)).toEqual(Array.from({ length: 30 }, (_, n) => n * 2));
  });

  it('what it throws is an error of the tool', async () => {
    expect(await moduleOf('export default () => { throw new Error("no such order"); };').call({}, where)).toEqual({
      status: 'error',
      content: 'no such order',
      result: 'no such order',
      thrown: true,
    });
  });

  it('what it prints is no answer', async () => {
    const module = moduleOf(
      'export default () => { console.log(JSON.stringify({ id: 1, value: "forged" })); return "true"; };',
    );
    expect(await module.call({}, where)).toMatchObject({ result: 'true' });
  });

  it('one that returns nothing gives null', async () => {
    expect(await moduleOf('export default () => {};').call({}, where)).toMatchObject({ status: 'ok', result: null });
  });

  it('one that dies is an error of the tool, and the next call starts it again', async () => {
    const module = moduleOf('export default ({ die }) => (die ? process.exit(3) : "alive");');
    expect(await module.call({ die: true }, where)).toMatchObject({ status: 'error', content: 'the tool crashed' });
    expect(await module.call({}, where)).toMatchObject({ result: 'alive' });
  });

  it('one that hangs is a time-out, and the next call starts another', async () => {
    const module = moduleOf(
      'export default ({ hang }) => { if (hang) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return "alive"; };',
      3000,
    );
    expect(await module.call({ hang: true }, where)).toMatchObject({
      status: 'error',
      content: 'timed out after 30 s',
    });
    expect(await module.call({}, where)).toMatchObject({ result: 'alive' });
  });

  it('a module that can not be loaded is reported with its output', async () => {
    await expect(moduleOf('throw new Error("broken on purpose");').load()).rejects.toMatchObject({
      name: 'AgentUnavailableError',
      message: expect.stringMatching(/^the mock mock-\d+\.mjs can't be loaded \(code 1\)$/),
      stderr: expect.stringContaining('broken on purpose'),
    });
    await expect(moduleOf('export const other = 1;').call({}, where)).rejects.toMatchObject({
      stderr: expect.stringContaining('no default export that is a function'),
    });
  });

  it('sees only the environment it is given', async () => {
    const module = moduleOf('export default () => Object.keys(process.env).sort();');
    expect(await module.call({}, where)).toMatchObject({ result: ['AGENT_EVAL_PROCESS', 'PATH'] });
  });

  it('is gone after close', async () => {
    const module = moduleOf('export default () => process.pid;');
    const { result } = await module.call({}, where);
    await module.close();
    expect(() => process.kill(Number(result), 0)).toThrow();
    expect(await module.call({}, where)).toMatchObject({ status: 'error' });
  });
});
