import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { scratchFolder } from '../support/scratch-folder.ts';

/** A bundle as a commit holds it. */
export interface LandedBundle extends AsyncDisposable {
  readonly commit: string;
  /** The commit's day, YYYY-MM-DD. */
  readonly day: string;
  readonly dist: string;
}

/**
 * Takes `dist/` and action.yml out of a commit into a folder of its own.
 *
 * @param ref a commit, or `last`: the last release, else the last commit of a day before that of HEAD that changed dist/
 * @returns `null` where `last` names nothing: history is cut, or begins today
 */
export async function landedBundle(ref: string): Promise<LandedBundle | null> {
  const commit = ref === 'last' ? lastLanded() : git('rev-parse', '--verify', `${ref}^{commit}`);
  if (commit === '') return null;
  const folder = await scratchFolder();
  const archive = execFileSync('git', ['archive', commit, 'dist', 'action.yml'], { maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder.path], { input: archive });
  return {
    commit: commit.slice(0, 8),
    day: git('log', '-1', '--format=%cs', commit),
    dist: join(folder.path, 'dist'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function lastLanded(): string {
  const tag = spawnSync('git', ['describe', '--tags', '--match', 'v*', '--abbrev=0', 'HEAD^'], { encoding: 'utf8' });
  if (tag.status === 0) return git('rev-parse', `${tag.stdout.trim()}^{commit}`);
  const day = git('log', '-1', '--format=%cd', '--date=format:%Y-%m-%dT00:00:00%z');
  return git('log', '-1', '--format=%H', `--before=${day}`, '--', 'dist/index.js', 'dist/chunks');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
