import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../programs/note-cost.cjs');

/** What a Node process itself said of its cost when it ended: exact, where a look from outside sees steps of 10 ms. */
export interface NotedCost {
  readonly peak_kb: number;
  readonly cpu_ms: number;
}

/** Variables with which a process, and none of the programs that it starts without them, notes its cost in `file`. */
export function notesCost(file: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--require ${PROGRAM}`, COST_FILE: file };
}

/** @throws Error where the process ended without a note */
export async function notedCost(file: string): Promise<NotedCost> {
  return JSON.parse(await readFile(file, 'utf8'));
}
