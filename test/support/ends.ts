import { expect } from 'vitest';

/** A program that ran, or a step of a workflow. */
interface Ended {
  readonly exitCode: number | null;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly stderr?: string;
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** It ended with this exit code; if not, what it printed is shown. */
    toExit: (code: number | null) => R;
    /** A step whose output `verdict` is this one; if not, what it printed is shown. */
    toDecide: (verdict: string) => R;
  }
}

expect.extend({
  toExit: (ended: Ended, code: number | null) => compared(ended, ended.exitCode, code),
  toDecide: (ended: Ended, verdict: string) => compared(ended, ended.outputs?.['verdict'], verdict),
});

function compared<Value>({ stdout, stderr = '' }: Ended, actual: Value, expected: Value) {
  return {
    pass: actual === expected,
    actual,
    expected,
    message: () => `${actual}, not ${expected}:\n${stdout}${stderr}`,
  };
}
