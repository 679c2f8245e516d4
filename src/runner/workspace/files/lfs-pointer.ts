/** What is wrong with a file that is only a pointer of Git LFS: a sentence part that follows its name. */
export const LFS_POINTER =
  'is a pointer of Git LFS, and its content is not here; check out with `lfs: true` under actions/checkout, or run git lfs pull';

/** Whether the bytes are such a pointer. */
export function isLfsPointer(bytes: Buffer): boolean {
  return bytes.length <= LONGEST_POINTER && bytes.subarray(0, BEGINNING.length).toString('latin1') === BEGINNING;
}

/** Pointers are shorter than 1,024 bytes, by their specification. */
export const LONGEST_POINTER = 1024;

const BEGINNING = 'version https://git-lfs.github.com/spec/';
