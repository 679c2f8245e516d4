import type { Environment } from '#process/child-environment.ts';
import { timeLimit } from '#process/deferred.ts';
import { endOrStop, type ProgramSpec, startProgram } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';

/** How to run git. */
export interface GitPlace {
  /** Working directory of the process: never among untrusted files, because some systems look for programs there. */
  readonly cwd: string;
  readonly environment: Environment;
  /** See `ProgramSpec`. */
  readonly resolve?: ProgramSpec['resolve'];
  readonly signal: AbortSignal;
}

/** How it ended; texts are untrusted. */
export type GitEnd =
  /** `whole`: the output is complete; very long lists are not. */
  | { readonly kind: 'done'; readonly stdout: string; readonly whole: boolean }
  | { readonly kind: 'failed'; readonly stderr: string }
  | { readonly kind: 'not_started'; readonly code: string }
  /** Ended after `limit_ms`. */
  | { readonly kind: 'timed_out'; readonly limit_ms: number }
  | { readonly kind: 'aborted' };

/** Runs git once and returns its output. Never throws and leaves no process running. */
export async function runGit(args: readonly string[], place: GitPlace, limit_ms: number): Promise<GitEnd> {
  if (place.signal.aborted) return { kind: 'aborted' };
  const stdout = createTailBuffer(KEPT_OUTPUT);
  let printed = 0;
  const stderr = createTailBuffer(KEPT_BYTES);
  const program = startProgram(
    { command: ['git', ...args], cwd: place.cwd, environment: place.environment, resolve: place.resolve },
    {
      line() {},
      stdout(chunk) {
        printed += chunk.length;
        stdout.push(chunk);
      },
      stderr: (chunk) => stderr.push(chunk),
      overlong() {},
    },
  );
  program.closeInput();
  const end = await endOrStop(program, AbortSignal.any([place.signal, timeLimit(limit_ms)]));
  if (end === 'stopped') return place.signal.aborted ? { kind: 'aborted' } : { kind: 'timed_out', limit_ms };
  if (end.kind === 'not_started') return { kind: 'not_started', code: end.code };
  if (end.code === 0) return { kind: 'done', stdout: stdout.text(), whole: printed <= KEPT_OUTPUT };
  return { kind: 'failed', stderr: stderr.text() };
}

const KEPT_OUTPUT = 1024 * 1024;
const KEPT_BYTES = 64 * 1024;
