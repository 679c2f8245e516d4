import { join, relative, resolve, sep } from 'node:path';
import { BASE_RUNS } from '#commands/compose/baseline-of-commit.ts';
import type { RunOptions } from '#commands/options/flags.ts';
import { type WatchedChange, watchFiles } from '#runner/workspace/files/watch-files.ts';
import { ignoredPaths, isIgnored } from '#runner/workspace/git/ignored-paths.ts';
import { say } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';
import type { RunPlace } from './run-once.ts';

/** Changes of the files that a suite may read. */
interface Changes {
  /** Whether trials run: what an agent writes during that time is no change by a person. */
  running(now: boolean): void;
  close(): Promise<void>;
}

/** Saves that come within this time are one change, in milliseconds. */
const TOGETHER_MS = 150;
/** What an agent wrote may be seen this much later. */
const LATE_MS = 300;

/**
 * Watches the repository, without what git ignores, results and baselines. A file that appears while trials run, or that
 * overtakes two runs in a row, is treated as one that the agent writes: it is named once and no longer watched.
 *
 * @param onChange paths relative to the working directory, with `/`
 */
export async function createChanges(
  options: Pick<RunOptions, 'config' | 'output'>,
  { cwd }: Pick<RunPlace, 'cwd'>,
  onChange: (paths: readonly string[]) => void,
): Promise<Changes> {
  const root = await workspaceRoot(cwd, options.config);
  const without = [resolve(cwd, options.output), join(cwd, BASE_RUNS), ...(await ignoredPaths(root))];
  const muted = new Set<string>();
  let overtaking: ReadonlySet<string> = new Set();
  let during = new Set<string>();
  let isRunning = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  let pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const relativePath = (path: string): string => relative(cwd, path).split(sep).join('/');
  const mute = (path: string): void => {
    muted.add(path);
    say(`${relativePath(path)} was written while trials ran: its changes are not followed (Enter runs all again)`);
  };
  const flush = async (): Promise<void> => {
    const paths = [...pending];
    pending = new Set();
    const patterns: string[] = [];
    for (const path of paths) if (!(await isIgnored(root, path))) patterns.push(path);
    if (patterns.length > 0) onChange(patterns.map(relativePath));
  };
  const seen = ({ path, added }: WatchedChange): void => {
    if (muted.has(path)) return;
    if (isRunning || performance.now() - endedAt < LATE_MS) {
      if (added || overtaking.has(path)) {
        mute(path);
        return;
      }
      during.add(path);
    }
    pending.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), TOGETHER_MS);
  };
  const watcher = await watchFiles(root, without, seen);
  return {
    running(now) {
      isRunning = now;
      if (!now) {
        endedAt = performance.now();
        return;
      }
      overtaking = during;
      during = new Set();
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
