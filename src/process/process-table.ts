import { execFileSync } from 'node:child_process';
import { readLiving, readProcess, readStat } from './proc.ts';

/** A process tree to look for: its root, and the variable setting that every member inherits. */
export interface TreeMark {
  /** Process id of the root, also of its group; `null` once the system may have reused the number. */
  readonly pid: number | null;
  /** `NAME=value`, unique for this tree. */
  readonly marker: string;
  /** When the root started, see {@link startTimeOf}; no older process can have the marker. */
  readonly since: number;
  /** Members found before, by id with their start: they stay members after the end of a parent separates them from the tree. */
  readonly known: Map<number, number>;
}

/**
 * Ids of the living processes of a tree, also recorded in `mark.known`: members of the root's process group, descendants by
 * parent links, and (Linux) every process whose environment has the marker, which finds those that left both by a double fork
 * and `setsid`. It does not find a process that does all of that and also clears its environment. Empty if the system lists no
 * processes.
 */
export function findTree(mark: TreeMark): readonly number[] {
  const table = process.platform === 'linux' ? linuxTable(mark) : posixTable();
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  const pids = new Set<number>();
  const queue = table.filter(
    (entry) => mark.known.get(entry.pid) === entry.start || isOf(mark.pid, entry) || entry.isMarked(),
  );
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    if (pids.has(entry.pid)) continue;
    pids.add(entry.pid);
    mark.known.set(entry.pid, entry.start);
    queue.push(...(children.get(entry.pid) ?? []));
  }
  pids.delete(process.pid);
  return [...pids];
}

function isOf(root: number | null, entry: ProcessEntry): boolean {
  return root !== null && (entry.pid === root || entry.group === root);
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** See {@link startTimeOf}. */
  readonly start: number;
  isMarked(): boolean;
}

/** Start of a process in clock ticks since boot; 0 if unknown. */
export function startTimeOf(pid: number): number {
  return process.platform === 'linux' ? (readStat(pid)?.start ?? 0) : 0;
}

function linuxTable({ marker, since }: TreeMark): readonly ProcessEntry[] {
  return readLiving().map((stat) => ({
    ...stat,
    isMarked: () => stat.start >= since && `\0${readProcess(stat.pid, 'environ')}`.includes(`\0${marker}\0`),
  }));
}

function posixTable(): readonly ProcessEntry[] {
  return listProcesses().flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/);
    if (pid === undefined || state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), start: 0, isMarked: () => false }];
  });
}

function listProcesses(): readonly string[] {
  try {
    const columns = ['-axo', 'pid=,ppid=,pgid=,stat='];
    return execFileSync('ps', columns, { encoding: 'utf8', maxBuffer: 1 << 24 }).split('\n');
  } catch {
    return [];
  }
}
