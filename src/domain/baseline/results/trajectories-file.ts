/** Name of the file with the trajectories of a run, in its artifact and beside its results. */
export const TRAJECTORIES_FILE = 'trajectories.jsonl';

/** Most unpacked bytes of such a file that are read; of several, all together. */
export const LARGEST_TRAJECTORIES = 2 * 1024 ** 3;
