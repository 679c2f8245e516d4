import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process tree to look for: its root, and the variable setting that every member inherits. */
export interface TreeMark {
  /** Process id of the root, also of its group; `null` once the system may have given the number to a stranger. */
  readonly pid: number | null;
  /** `NAME=value`, unique for this tree. */
  readonly marker: string;
}

/**
 * Ids of the living processes of a tree: members of the root's process group, descendants by parent links, and (Linux)
 * every process whose environment holds the marker, which finds those that left both by a double fork and `setsid`.
 * A process that does all of that and also clears its environment is not found.
 */
export function findTree(mark: TreeMark): readonly number[] {
  const table = process.platform === 'linux' ? linuxTable(mark.marker) : posixTable();
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  const found = new Set<number>();
  const queue = table.filter((entry) => isOf(mark.pid, entry) || entry.marked());
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    if (found.has(entry.pid)) continue;
    found.add(entry.pid);
    queue.push(...(children.get(entry.pid) ?? []));
  }
  found.delete(process.pid);
  return [...found];
}

function isOf(root: number | null, entry: ProcessEntry): boolean {
  return root !== null && (entry.pid === root || entry.group === root);
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  marked(): boolean;
}

function linuxTable(marker: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    const first = name.charCodeAt(0);
    if (first < 0x30 || first > 0x39) continue;
    const stat = readProcess(`/proc/${name}/stat`);
    // The command name, in brackets, may hold anything: fields are counted after the last bracket (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
    if (fields.length < 3 || fields[0] === 'Z' || fields[0] === 'X') continue;
    entries.push({
      pid: Number(name),
      parent: Number(fields[1]),
      group: Number(fields[2]),
      marked: () => readProcess(`/proc/${name}/environ`).split('\0').includes(marker),
    });
  }
  return entries;
}

function readProcess(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function posixTable(): readonly ProcessEntry[] {
  const listing = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8', maxBuffer: 1 << 24 });
  return listing.split('\n').flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/);
    if (pid === undefined || state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), marked: () => false }];
  });
}
