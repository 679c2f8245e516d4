import type { CommandExpectation } from '#cases/suite/expectation.ts';
import { hashJson } from '#common/hash-json.ts';

/**
 * sha256 (hex) of what decides what a command finds in a workspace: the command, its time, and the files that are put back and laid over.
 * What is then demanded of it is no part, so that it can be demanded of an earlier trial too.
 */
export function commandKey({ run, timeout_ms, restore, files }: CommandExpectation): string {
  return hashJson({ run, timeout_ms, restore: restore ?? [], files: files?.hash ?? null });
}
