/** Why results are not in their folder, and what mends it: a sentence part. */
export function storageProblem(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (NO_ROOM.has(code)) return `there is no space left on the disk of ${folder} (${code}); free some, and run again`;
  return code === 'ENOENT'
    ? folderGone(folder)
    : `${folder} can't be written to (${code}); make it writable, and run again`;
}

/** What somebody else did to the folder. */
export function folderGone(folder: string): string {
  return `${folder} was removed or replaced while the suite ran; make sure the agent doesn't touch that folder`;
}

/** The disk, the quota of the user, the largest file that this process may write. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
