import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BirthMark, processLimit } from './birth-mark.ts';
import { type Folder, inFolders } from './in-folders.ts';
import { orphans, reaper } from './orphans.ts';
import { type ProcessStat, readLiving, readStat } from './proc.ts';
import { findTree } from './process-table.ts';

/**
 * Processes found of programs that should have ended. Each is a sentence part that names a process and how it uses our folders.
 */
export interface Leftovers {
  /** Those that were ended now. */
  readonly ended: readonly string[];
  /** Those that still run, or that can't be inspected. */
  readonly living: readonly string[];
}

/** Where to look for them. */
export interface LeftoverPlace {
  /** Process that started everything, directly or not; older processes are not touched. */
  readonly starter: number;
  readonly folders: readonly Folder[];
  /** The mark of everything that it started; `null`: there is none, so only processes that use the folders are found. */
  readonly mark: BirthMark | null;
  /** Nobody else works in these folders, so processes found there may be ended. */
  readonly ends: boolean;
}

/**
 * Looks for processes that our programs left behind, even with a changed environment, group and session: started after us, by a
 * parent that has ended, with our mark, or with their program, working directory or an open file in our folders. Leaves others
 * alone. `null` if the system can't list processes; only Linux can.
 */
export async function clearLeftovers(place: LeftoverPlace): Promise<Leftovers | null> {
  if (process.platform !== 'linux' || readStat(process.pid) === null) return null;
  const ended = new Map<number, string>();
  for (let round = 0; ; round += 1) {
    const leftovers = await findLeftovers(place);
    if (!place.ends || round === MOST_ROUNDS) return { ended: [...ended.values()], living: leftovers.map(words) };
    const own = leftovers.filter(({ relation }) => relation !== null);
    if (own.length === 0) return { ended: [...ended.values()], living: leftovers.map(words) };
    for (const leftover of own) ended.set(leftover.stat.pid, words(leftover));
    for (const { stat } of own) endTree(stat);
    await gone(own.map(({ stat }) => stat));
  }
}

/** After how many rounds we give up on a process that is restarted whenever it ends. */
const MOST_ROUNDS = 5;

interface Leftover {
  readonly stat: ProcessStat;
  /** `null`: it can't be inspected. */
  readonly relation: string | null;
}

async function findLeftovers({ starter, folders, mark }: LeftoverPlace): Promise<readonly Leftover[]> {
  await reaper();
  const since = readStat(starter)?.start ?? 0;
  const living = readLiving();
  const suspects = living
    .filter(({ pid, start }) => start >= since && pid !== process.pid)
    .flatMap((stat): readonly Leftover[] => {
      const used = inFolders(stat.pid, folders);
      const relationByMark =
        typeof used === 'string' || mark === null ? undefined : byMark(processLimit(stat.pid), mark);
      const relation = relationByMark === undefined ? used : relationByMark;
      return relation === undefined ? [] : [{ stat, relation }];
    });
  if (suspects.length === 0) return [];
  const alone = await orphans(living, since);
  const left = suspects.filter(({ stat }) => alone.has(stat.pid));
  return mark === null
    ? left
    : left.filter(({ stat, relation }) => relation !== null || !isOfOther(stat, living, alone));
}

/** `null`: it has lowered the limit that is the mark, or another run has marked it. */
function byMark(limit: number | null, mark: BirthMark): string | null | undefined {
  if (limit === null || limit > mark.limit) return undefined;
  return limit === mark.limit ? 'which a program of this run started' : null;
}

/** Whether a process with a living starter that is not ours has the same limit: another run on this machine has marked both. */
function isOfOther({ pid }: ProcessStat, living: readonly ProcessStat[], alone: ReadonlySet<number>): boolean {
  const limit = processLimit(pid);
  return living.some(
    (item) =>
      item.pid !== process.pid &&
      item.parent !== process.pid &&
      !alone.has(item.pid) &&
      processLimit(item.pid) === limit,
  );
}

function endTree({ pid, start }: ProcessStat): void {
  if (readStat(pid)?.start !== start) return;
  const members = findTree({ pid, marker: randomUUID(), since: start, known: new Map() });
  for (const member of members) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // Already gone, or not ours to end.
    }
  }
}

async function gone(stats: readonly ProcessStat[]): Promise<void> {
  const isLiving = ({ pid, start }: ProcessStat) => {
    const now = readStat(pid);
    return now !== null && now.start === start && now.state !== 'Z' && now.state !== 'X';
  };
  for (let waited = 0; waited < PATIENCE_MS && stats.some(isLiving); waited += PAUSE_MS) await delay(PAUSE_MS);
}

const PATIENCE_MS = 2_000;
const PAUSE_MS = 5;

/** The file's name: a process chooses its own name freely. */
function programName({ pid, name }: ProcessStat): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
  } catch {
    return name;
  }
}

function words({ stat, relation }: Leftover): string {
  const name = programName(stat).replaceAll(/[^\w.+-]/g, '?');
  return `${name} (process ${stat.pid}), ${relation ?? "which other processes can't inspect"}`;
}
