import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Git in one folder. */
export type Git = {
  /** Runs a git command and gives its output without the final newline; throws git's own words when it fails. */
  readonly run: (...args: readonly string[]) => Promise<string>;
  /** The same, with the output exactly as git gave it. */
  readonly read: (...args: readonly string[]) => Promise<string>;
  /** Moves the clock on as a commit does, and gives its time in seconds since 1970. */
  readonly tick: () => number;
};

/** Who makes every commit. */
export const AUTHOR = { name: 'Mona Octocat', email: 'octocat@users.noreply.github.com' };

/** Git with nothing of this machine in it: no configuration, one author, a clock that moves a minute with every commit. */
export function createGit(folder: string): Git {
  let minute = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const read: Git['read'] = async (...args) => {
    if (args[0]?.startsWith('commit')) minute += 1;
    const date = now().toISOString();
    const { stdout } = await execute('git', [...IDENTITY, ...args], {
      cwd: folder,
      env: { ...CLEAN, PATH: process.env['PATH'], GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };
  const tick = () => {
    minute += 1;
    return now().getTime() / 1000;
  };
  return { read, run: async (...args) => (await read(...args)).replace(/\n$/, ''), tick };
}

const IDENTITY = ['-c', `user.name=${AUTHOR.name}`, '-c', `user.email=${AUTHOR.email}`];

const CLEAN = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  HOME: '/nonexistent',
  LC_ALL: 'C',
};
