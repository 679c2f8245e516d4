import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { tries } from '#test/support/tries.ts';

/** It counts, so it ends by itself if nobody ends it. */
const SPIN = 'i=0; while [ $i -lt 60000000 ]; do i=$((i+1)); done';

/** Programs that want the processors for themselves. */
function load(perProcessor: number): Disposable {
  const count = perProcessor * availableParallelism();
  const programs = Array.from({ length: count }, () => spawn('sh', ['-c', SPIN], { stdio: 'ignore' }));
  return {
    [Symbol.dispose]() {
      for (const program of programs) program.kill('SIGKILL');
    },
  };
}

/** Makes the bundle itself hard of hearing: it stops while others print and end, and again before it looks at its pipes. */
const STALLS = `
import { ChildProcess } from 'node:child_process';
const stall = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const { spawn } = ChildProcess.prototype;
let count = 0;
ChildProcess.prototype.spawn = function (...args) {
  const result = spawn.apply(this, args);
  this.stdout?.once('data', () => {
    stall(60);
    count += 1;
    if (count % 8 === 0) setImmediate(() => stall(600));
  });
  return result;
};
`;

const CASES = 24;

test('nothing that a program printed before it ended is lost on a busy machine', async () => {
  const check = { custom: [{ command: ['sh', 'check.sh'] }] };
  const contains = { response: { contains: ['sunny'] } };
  const rows = Array.from({ length: CASES }, (_, at) => {
    const expect = at % 4 === 0 ? { ...contains, ...check } : contains;
    return { id: `a${at}`, input: 'x', expect };
  });
  await using folder = await folderWith({
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: ['sh', 'agent.sh', '{input}'], setup: ['echo prepared'] },
      cases: ['evals/*.yml'],
      trials: tries(42),
      concurrency: 8,
    }),
    'evals/a.yml': JSON.stringify({ cases: rows }),
    'stalls.mjs': STALLS,
    'agent.sh': 'cat > /dev/null\necho sunny\n',
    'check.sh': 'cat > /dev/null\necho \'{"passed": true}\'\n',
  });
  using _busy = load(20);
  const { stdout, stderr } = await folder.cli(['run'], {
    env: { NODE_OPTIONS: `--import=${join(folder.path, 'stalls.mjs')}` },
  });
  const outcomes = Object.values(await folder.outcomes()).flatMap((trials) => trials.split(' '));
  expect(outcomes, stdout + stderr).toEqual(outcomes.map(() => 'passed'));
  expect(outcomes).toHaveLength(CASES * tries(42));
});
