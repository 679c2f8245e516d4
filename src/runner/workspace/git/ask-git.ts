import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * What git prints in a folder, trimmed; `null` if it prints nothing, fails or is missing. Never throws. Ignores committed files
 * that look like a bare repository. Only for commands that read references and paths: they run no hook and no other program.
 */
export async function askGit(cwd: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-c', 'safe.bareRepository=explicit', ...args], { cwd, timeout: 10_000 });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
