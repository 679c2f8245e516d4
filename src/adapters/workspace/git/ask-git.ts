import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * What git prints in a folder, trimmed; `null` when it prints nothing, fails or is missing. Never throws. Committed files that look
 * like a bare repository are not believed. For commands that only read references and places: they run no hook and no other program.
 */
export async function askGit(cwd: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-c', 'safe.bareRepository=explicit', ...args], { cwd, timeout: 10_000 });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
