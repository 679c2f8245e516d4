/** Name of the file with the trajectories of a run, in its artifact and beside its results. */
export const TRAJECTORIES_FILE = 'trajectories.jsonl';

/** Bytes of such a file, unpacked, that are still read; of several, all together. */
export const LARGEST_TRAJECTORIES = 2 * 1024 ** 3;
