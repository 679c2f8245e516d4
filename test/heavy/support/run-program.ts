import { spawn } from 'node:child_process';

/** How a program ended. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run it. */
export interface ProgramOptions {
  readonly cwd?: string;
  /** Its whole environment; default: ours. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Text on standard input; default: none. */
  readonly input?: string;
  /** Milliseconds after which it is ended; default 5 minutes. */
  readonly timeout?: number;
}

/** Runs a program to its end. @throws when it can't be started. */
export async function runProgram(
  command: readonly [string, ...string[]],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: options.timeout ?? 300_000,
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // A program that reads nothing may be gone before its input is written.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** Runs a program that must succeed, and gives what it printed. @throws with the beginning of its complaint when it does not. */
export async function mustRun(command: readonly [string, ...string[]], options: ProgramOptions = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(command, options);
  if (exitCode === 0) return stdout;
  const complaint = (stderr.trim() || stdout.trim()).split('\n').slice(0, 12).join('\n');
  throw new Error(`${command.slice(0, 4).join(' ')} … ended with ${exitCode ?? 'a signal'}:\n${complaint}`);
}
