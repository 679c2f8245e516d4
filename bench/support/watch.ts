import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a finished process cost. */
export interface Cost {
  /** Ms since 1970. */
  readonly started: number;
  readonly wall_ms: number;
  /** Processor time of the process itself, user and system, in ms; `null` where /proc is missing. */
  readonly cpu_ms: number | null;
  /** Largest resident set of the process itself, in MB; `null` where /proc is missing. */
  readonly peak_mb: number | null;
  readonly exit_code: number | null;
  readonly output: string;
}

/** Runs a program to its end and watches what it costs. It sees `PATH` and `env` only. */
export async function watch(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Cost> {
  const started = Date.now();
  const start = performance.now();
  const child = spawn(command, [...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  let peak: number | null = null;
  let cpu: number | null = null;
  const timer = setInterval(() => {
    peak = peakOf(child.pid) ?? peak;
    cpu = cpuOf(child.pid) ?? cpu;
  }, 20);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).finally(() => clearInterval(timer));
  return {
    started,
    wall_ms: performance.now() - start,
    cpu_ms: cpu,
    peak_mb: peak,
    exit_code: code,
    output: Buffer.concat(chunks).toString(),
  };
}

/** @throws with all the program printed, unless it ended with 0 */
export function succeeded(cost: Cost): Cost {
  if (cost.exit_code !== 0) throw new Error(`the program ended with ${cost.exit_code}: ${cost.output}`);
  return cost;
}

/** High-water mark of a living process, from the kernel. */
function peakOf(pid: number | undefined): number | null {
  const line = /VmHWM:\s+(\d+) kB/.exec(kernelSays(pid, 'status'));
  return line?.[1] ? Number(line[1]) / 1024 : null;
}

/** Fields 14 and 15 of the kernel's line, in ticks of 10 ms; the name in field 2 may hold anything but ends at the last `)`. */
function cpuOf(pid: number | undefined): number | null {
  const fields = kernelSays(pid, 'stat').replace(/^.*\)/s, '').trim().split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks > 0 ? ticks * 10 : null;
}

function kernelSays(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
