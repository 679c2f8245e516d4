/** Why results could not be stored, and how to fix it: a sentence part. */
export function storageProblem(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (NO_ROOM.has(code)) return `there is no space left on the disk of ${folder} (${code}); free some, and run again`;
  return code === 'ENOENT'
    ? folderGone(folder)
    : `${folder} can't be written to (${code}); make it writable, and run again`;
}

/** The problem that another program removed the folder. */
export function folderGone(folder: string): string {
  return `${folder} was removed or replaced while the suite ran; make sure the agent doesn't touch that folder`;
}

/** A full disk, the user's quota, the largest file that this process may write. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
