import { spawn } from 'node:child_process';
import { createLineSplitter } from './line-splitter.ts';
import { findSurvivors, type Survivor } from './survivors.ts';

/** When to cancel the action: at a line of its output that matches, or once a promise is kept. Default SIGINT. */
export type SignalPlan = {
  readonly line?: RegExp;
  readonly when?: Promise<unknown>;
  readonly signal?: NodeJS.Signals;
};

/** How a process ended. `timedOut`: the mini runner killed it; `heldOpen`: a grandchild kept its output open. */
export type ChildResult = {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly cancelled: boolean;
  readonly timedOut: boolean;
  readonly heldOpen: boolean;
  /** Processes the action left behind. Those of its session are killed after they were counted. */
  readonly survivors: readonly Survivor[];
};

/** A process to run; `onLine` gets the lines of both streams in order of arrival. */
export type ChildPlan = {
  readonly execPath: string;
  readonly script: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  readonly signalAfter: SignalPlan | null;
  /** Milliseconds. */
  readonly timeout: number;
};

/** The runner's patience after SIGINT, in milliseconds: first SIGTERM, then the whole group is killed. */
const SIGTERM_AFTER = 7500;
const SIGKILL_AFTER = 10_000;

/** How long the runner reads on after the exit when somebody still holds the output open, in milliseconds. */
const READ_ON = 5000;

/** Runs a process in a group of its own and kills what is left of the group at the end. */
export async function runChild(plan: ChildPlan): Promise<ChildResult> {
  const child = spawn(plan.execPath, [plan.script], {
    cwd: plan.cwd,
    env: plan.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timers: NodeJS.Timeout[] = [];
  let cancelled = false;
  let timedOut = false;
  let heldOpen = false;
  const cancel = () => {
    if (cancelled) return;
    cancelled = true;
    child.kill(plan.signalAfter?.signal ?? 'SIGINT');
    timers.push(setTimeout(() => child.kill('SIGTERM'), SIGTERM_AFTER));
    timers.push(setTimeout(() => killGroup(child.pid), SIGKILL_AFTER));
  };
  const onLine = (line: string) => {
    plan.onLine(line);
    if (plan.signalAfter?.line?.test(line) === true) cancel();
  };
  plan.signalAfter?.when?.then(cancel, cancel);
  timers.push(
    setTimeout(() => {
      timedOut = true;
      killGroup(child.pid);
    }, plan.timeout),
  );
  const stdout = collect(child.stdout, onLine);
  const stderr = collect(child.stderr, onLine);
  child.once('exit', () => {
    const readOn = setTimeout(() => {
      heldOpen = true;
      killGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
    }, READ_ON);
    child.once('close', () => clearTimeout(readOn));
  });
  try {
    const [exitCode, signal] = await ended(child);
    const survivors = timedOut ? [] : await findSurvivors(child.pid ?? 0, plan.cwd);
    return { exitCode, signal, stdout: stdout(), stderr: stderr(), cancelled, timedOut, heldOpen, survivors };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    killGroup(child.pid);
  }
}

function ended(child: ReturnType<typeof spawn>): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve([code, signal]));
  });
}

function collect(stream: NodeJS.ReadableStream, onLine: (line: string) => void): () => string {
  const chunks: Buffer[] = [];
  const lines = createLineSplitter(onLine);
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    lines.write(chunk);
  });
  stream.on('end', lines.end);
  return () => Buffer.concat(chunks).toString('utf8');
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}
