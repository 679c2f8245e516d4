import { causeLine } from '#common/cause-line.ts';
import { duration, shortSha } from '#common/words.ts';
import type { GitEnd } from '../git/run-git.ts';
import type { CommitSource } from './commit-source.ts';

/** What git should do, and for which commit. */
export interface GitTask {
  readonly does: 'make a folder' | 'fetch' | 'check out';
  readonly sha: string;
  readonly source: CommitSource;
}

/** Why git failed and how to fix it, a sentence part. Text from git is quoted, on one line and truncated. */
export function gitProblem(end: Exclude<GitEnd, { kind: 'done' }>, task: GitTask): string {
  const commit = `commit ${shortSha(task.sha)}`;
  switch (end.kind) {
    case 'not_started':
      return end.code === 'ENOENT'
        ? 'git was not found on PATH; install it on the machine that runs this'
        : `git could not be started (${end.code}); check the git on PATH`;
    case 'aborted':
      return 'the run was aborted';
    case 'timed_out':
      return `git did not ${task.does} ${commit} within ${duration(end.limit_ms)}; check the network and the size of the repository`;
    case 'failed':
      return refusal(end.stderr, commit, task) ?? `git could not ${task.does} ${commit}: ${quoted(end.stderr)}`;
  }
}

function refusal(stderr: string, commit: string, { sha, source }: GitTask): string | null {
  if (/not our ref|unadvertised object|couldn't find remote ref/i.test(stderr)) {
    return source.kind === 'remote'
      ? `${commit} is not, or no longer, in the repository; update the branch, so that it builds on a commit that exists`
      : `${commit} is not in this repository; fetch it first (git fetch origin ${sha})`;
  }
  if (source.kind === 'remote' && NO_PERMISSION.test(stderr)) {
    return `the repository can't be read with github-token; give the job "permissions: contents: read"`;
  }
  return null;
}

/** What git prints when the server answers 401, 403 or, to hide that something exists, 404. */
const NO_PERMISSION =
  /Authentication failed|could not read (?:Username|Password)|returned error: 40[13]|terminal prompts disabled|repository .* not found/i;

function quoted(stderr: string): string {
  const telling = causeLine(stderr) ?? 'it printed nothing';
  const plain = telling.replaceAll(/\p{C}/gu, ' ').trim();
  return JSON.stringify(plain.length > LONGEST_QUOTE ? `${plain.slice(0, LONGEST_QUOTE - 1).toWellFormed()}…` : plain);
}

const LONGEST_QUOTE = 200;
