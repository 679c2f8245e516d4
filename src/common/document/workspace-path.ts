import * as z from 'zod';
import { expected } from './zod-messages.ts';

/**
 * Why a path or glob is not inside the workspace, or not written the same on every system; `null` if it is fine. Links that
 * lead outside are found when files are read.
 */
export function workspacePathProblem(path: string): string | null {
  if (path.trim() === '') return 'expected a path, found an empty text';
  if (/\p{Cc}/u.test(path)) return 'a path may not hold control characters';
  if (path.includes('\\')) return 'write "/" between folders; backslashes are refused';
  if (/(^|[{,(|])(\/|[A-Za-z]:|~)/.test(path) || path.includes('://'))
    return 'absolute paths are refused; write it relative to the working directory';
  if (/(^|[^A-Za-z0-9_.-])\.\.([^A-Za-z0-9_.-]|$)/.test(path))
    return 'a path may not leave the working directory with ".."; name a file below the working directory';
  if (path.startsWith('!')) return 'exclusions are not supported; name only the files that are wanted';
  return null;
}

/** A path or glob that stays inside the workspace. */
export const workspacePathSchema = z.string({ error: expected('a path') }).superRefine((path, context) => {
  const problem = workspacePathProblem(path);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: path });
});
