import { readdir, readFile, readlink } from 'node:fs/promises';

/** A process that outlived the action that started it. */
export type Survivor = { readonly pid: number; readonly command: string; readonly inSession: boolean };

/** How long processes that were told to die may take, in milliseconds, and how often to look. */
const GRACE = 10_000;
const LOOK_EVERY = 20;

/**
 * Processes still alive after the action has ended: of its session, or at work in its workspace (a grandchild in a
 * session of its own). Reads /proc, so it finds nothing on other systems than Linux.
 */
export async function findSurvivors(session: number, workspace: string): Promise<readonly Survivor[]> {
  const deadline = performance.now() + GRACE;
  for (;;) {
    const found = await look(session, workspace);
    if (found.length === 0 || performance.now() >= deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

async function look(session: number, workspace: string): Promise<readonly Survivor[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => inspect(pid, session, workspace)));
  return found.filter((survivor) => survivor !== null);
}

/** Null for strangers, zombies, and processes that ended meanwhile. */
async function inspect(pid: number, session: number, workspace: string): Promise<Survivor | null> {
  if (pid === process.pid) return null;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state, , , itsSession] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return null;
    const inSession = Number(itsSession) === session;
    const folder = inSession ? '' : await readlink(`/proc/${pid}/cwd`);
    if (!inSession && folder !== workspace && !folder.startsWith(`${workspace}/`)) return null;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    return { pid, command, inSession };
  } catch {
    return null;
  }
}
