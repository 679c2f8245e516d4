import { readdirSync, readFileSync } from 'node:fs';

/** What Linux says about a process. */
export interface ProcessStat {
  readonly pid: number;
  /** The name that it chose for itself: untrusted. */
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  /** Clock ticks since boot. */
  readonly start: number;
}

/** Every living process; empty if there is no /proc. */
export function readLiving(): readonly ProcessStat[] {
  return processIds().flatMap((pid) => {
    const stat = readStat(pid);
    return stat === null || stat.state === 'Z' || stat.state === 'X' ? [] : [stat];
  });
}

/** One process, `null` if it is gone. */
export function readStat(pid: number): (ProcessStat & { readonly state: string }) | null {
  const text = readProcess(pid, 'stat');
  // The name, in brackets, may contain anything: fields are counted after the last bracket (proc_pid_stat(5)).
  const [from, to] = [text.indexOf('('), text.lastIndexOf(')')];
  const fields = text.slice(to + 2).split(' ', 20);
  if (fields.length < 20) return null;
  const [state = '', parent, group] = fields;
  return {
    pid,
    state,
    name: text.slice(from + 1, to),
    parent: Number(parent),
    group: Number(group),
    start: Number(fields[19]),
  };
}

/** A file of a process, empty if it is gone or belongs to another user. */
export function readProcess(pid: number, file: 'stat' | 'status' | 'environ' | 'cmdline' | 'limits'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}
