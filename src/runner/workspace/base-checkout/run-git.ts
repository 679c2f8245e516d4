import type { Environment } from '#process/child-environment.ts';
import { type ProgramSpec, startProgram } from '#process/program.ts';
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
  const patience = AbortSignal.timeout(limit_ms);
  const either = AbortSignal.any([place.signal, patience]);
  const stop = () => void program.stop(STOP_GRACE_MS);
  either.addEventListener('abort', stop, { once: true });
  const end = await program.ended;
  either.removeEventListener('abort', stop);
  if (end.kind === 'not_started') return { kind: 'not_started', code: end.code };
  if (end.code === 0) return { kind: 'done', stdout: stdout.text(), whole: printed <= KEPT_OUTPUT };
  if (place.signal.aborted) return { kind: 'aborted' };
  if (patience.aborted) return { kind: 'timed_out', limit_ms };
  return { kind: 'failed', stderr: stderr.text() };
}

const KEPT_OUTPUT = 1024 * 1024;
const KEPT_BYTES = 64 * 1024;
const STOP_GRACE_MS = 500;
