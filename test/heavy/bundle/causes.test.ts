import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.js');

const AGENT = `import json, traceback
try:
    refnd(1)
except Exception as error:
    traceback.print_exc()
    told = "Error: " + repr(error)
print(json.dumps({"output": "I could not do it", "tool_calls": [{"name": "refund", "arguments": {}, "result": told}]}))
`;

test('an exception inside a tool comes before its consequences, once, in terminal and comment; pass^4 is shown and stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'causes-'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('agent.py', AGENT);
  const agent = { command: ['python3', 'agent.py', '{input}'], mode: 'one-shot' };
  write('agent-eval.yml', JSON.stringify({ version: 1, agent, cases: ['c.yml'], trials: 4 }));
  const cases = ['one', 'two'].map((id) => ({ id, input: 'a', expect: { response: { contains: ['x'] } } }));
  write('c.yml', JSON.stringify({ cases }));
  const stdout = await new Promise<string>((done) =>
    execFile(process.execPath, [CLI, 'run'], { cwd: folder }, (_, text) => done(text)),
  );
  const line = /NameError\("name 'refnd' is not defined"\)/;
  expect(stdout).toMatch(new RegExp(`cause +tool refund: Error: ${line.source}\\n +8 trials of 2 cases: one, two`));
  expect(stdout.search(line)).toBeLessThan(stdout.indexOf('pass rate'));
  expect(stdout).toMatch(/pass\^4 +here 0 %/);
  const comment = readFileSync(join(folder, 'agent-eval-results/comment.md'), 'utf8');
  expect(comment).toContain('**2 cases**<br>');
  expect(comment.indexOf('NameError')).toBeLessThan(comment.indexOf('| pass rate |'));
  const { pass_k } = JSON.parse(readFileSync(join(folder, 'agent-eval-results/results.json'), 'utf8'));
  expect(pass_k.at(-1)).toEqual({ k: 4, pass_hat_k: 0, pass_at_k: 0, cases: 2 });
});

const TOGETHER = `import { createInterface } from 'node:readline';
console.log(JSON.stringify({ type: 'ready', protocol: 1, concurrency: 2 }));
const waiting = [];
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type !== 'turn') continue;
  waiting.push(turn);
  if (waiting.length < 2) continue;
  if (waiting.some(({ input }) => input === 'loud')) {
    console.error(new TypeError('the loud one broke').stack);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const { id } of waiting.splice(0)) console.log(JSON.stringify({ id, output: 'no' }));
}
`;

test('what a process prints while it has several trials is the cause of none of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'causes-'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('agent.mjs', TOGETHER);
  const agent = { command: [process.execPath, 'agent.mjs'] };
  const config = { version: 1, agent, cases: ['c.yml'], trials: 1, concurrency: 2 };
  write('agent-eval.yml', JSON.stringify(config));
  const cases = ['loud', 'quiet'].map((id) => ({ id, input: id, expect: { response: { contains: ['x'] } } }));
  write('c.yml', JSON.stringify({ cases }));
  await new Promise<void>((done) => execFile(process.execPath, [CLI, 'run'], { cwd: folder }, () => done()));
  const results = JSON.parse(readFileSync(join(folder, 'agent-eval-results/results.json'), 'utf8'));
  const causes = results.cases.map((one: { trials: { cause?: string }[] }) => one.trials[0]?.cause ?? null);
  expect(causes).toEqual([null, null]);
  expect(readFileSync(join(folder, 'agent-eval-results/trajectories.jsonl'), 'utf8')).toContain('the loud one broke');
});
