import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a finished process cost. */
export interface Cost {
  readonly wall_ms: number;
  /** Largest resident set of the process itself, in MB; `null` where /proc is missing. */
  readonly peak_mb: number | null;
  readonly exit_code: number | null;
  readonly output: string;
}

/** Runs a program to its end and watches what it costs. */
export async function watch(command: string, args: readonly string[], cwd: string): Promise<Cost> {
  const start = performance.now();
  const child = spawn(command, [...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  let peak: number | null = null;
  const timer = setInterval(() => {
    peak = peakOf(child.pid) ?? peak;
  }, 20);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearInterval(timer);
  return {
    wall_ms: performance.now() - start,
    peak_mb: peak,
    exit_code: code,
    output: Buffer.concat(chunks).toString(),
  };
}

/** High-water mark of a living process, from the kernel. */
function peakOf(pid: number | undefined): number | null {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line?.[1] ? Number(line[1]) / 1024 : null;
  } catch {
    return null;
  }
}
