import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { findSurvivors, type Survivor } from '../testing/github/runner/survivors.ts';
import { CLI_BUNDLE, COMPILE_CACHE } from './bundle.ts';
import { verifyRun } from './verify-run.ts';

/** How the terminal command ended. */
export type CliResult = {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Processes it left behind. */
  readonly survivors: readonly Survivor[];
};

/** How to run it. */
export type CliOptions = {
  /** Added to the little a terminal gives: PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** The Node that runs it; absent: the one that runs the tests. */
  readonly node?: string;
  /** Piped into its standard input; absent: it has none. */
  readonly input?: string;
  /** Sent once `when` is kept. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly when: Promise<unknown> };
};

/** Runs the bundled terminal command in a folder. It is killed when it takes longer than five minutes. */
export async function runCli(folder: string, args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const since = Date.now();
  const child = spawn(options.node ?? process.execPath, [CLI_BUNDLE, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...COMPILE_CACHE, ...options.env },
    detached: true,
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    timeout: 300_000,
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  const { signal } = options;
  void signal?.when.then(() => child.kill(signal.name));
  const exitCode = await new Promise<number | null>((done, reject) => {
    child.once('error', reject);
    child.once('close', done);
  });
  const output = args.includes('--output') ? (args[args.indexOf('--output') + 1] ?? '') : 'agent-eval-results';
  if (args[0] === 'run') await verifyRun(resolve(folder, output), since);
  const survivors = await findSurvivors(child.pid ?? 0, folder);
  return { exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString(), survivors };
}
