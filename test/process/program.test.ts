import { describe, expect, test } from 'vitest';
import { settledWithin, timeLimit } from '#process/deferred.ts';
import { endOrStop, endWithin, type ProgramListener, startProgram } from '#process/program.ts';

const SILENT: ProgramListener = { line() {}, stdout() {}, stderr() {}, overlong() {} };

function start(script: string, listener: Partial<ProgramListener> = {}) {
  const environment = { PATH: process.env['PATH'] ?? '' };
  return startProgram({ command: ['sh', '-c', script], cwd: '/', environment }, { ...SILENT, ...listener });
}

/** The moment before this process looks at its timers. */
const beforeTimers = () => new Promise((resolve) => setImmediate(resolve));

/** Stops this process from listening to anything, as a busy machine does. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('on a machine too busy to listen', () => {
  test('what a program printed before it ended is read, although its time to close its output has passed', async () => {
    const printed: Buffer[] = [];
    const first = start('echo other', {
      stdout() {
        // Now the second one prints and ends, and its end is seen together with that of the first, its output not yet.
        stall(800);
        setImmediate(() => stall(900));
      },
    });
    const second = start('sleep 0.6; echo sunny', { stdout: (chunk) => printed.push(chunk) });
    stall(300);
    await Promise.all([first.ended, second.ended]);
    expect(Buffer.concat(printed).toString()).toBe('sunny\n');
  });

  test('an answer that came before a time limit counts, although the limit is seen first', async () => {
    let answer: (value: string) => void = () => {};
    const answered = new Promise<string>((resolve) => {
      answer = resolve;
    });
    await beforeTimers();
    const program = start('echo sunny; sleep 3600', { line: answer });
    const inTime = settledWithin(answered, 200);
    stall(600);
    await expect(inTime).resolves.toBe(true);
    await program.stop(0);
  });

  test('a program that exited before its time limit has ended, however late its end is seen', async () => {
    await beforeTimers();
    const leavesAnother = 'sleep 3600 & exit 3';
    const ends = [start(leavesAnother), start(leavesAnother)] as const;
    const [limited, waited] = [endOrStop(ends[0], timeLimit(200)), endWithin(ends[1], 200)];
    stall(600);
    const end = { kind: 'exited', code: 3, signal: null };
    await expect(Promise.all([limited, waited])).resolves.toEqual([end, end]);
  });
});

test('a program whose output a hidden process of its own keeps open ends nonetheless, with what it printed', async () => {
  const printed: Buffer[] = [];
  const program = start('echo sunny; (env -i setsid sh -c "sleep 0.2; sleep 30" &) ; sleep 0.5', {
    stdout: (chunk) => printed.push(chunk),
  });
  await expect(program.ended).resolves.toEqual({ kind: 'exited', code: 0, signal: null });
  expect(Buffer.concat(printed).toString()).toBe('sunny\n');
});
