/** Name of the file with the trajectories of a run, in its artifact and next to its results. */
export const TRAJECTORIES_FILE = 'trajectories.jsonl';

/** Name of the file next to it with what models were shown: every text once. */
export const REQUESTS_FILE = 'requests.jsonl';

/** Most unpacked bytes of such a file that are read; of several, all together. */
export const LARGEST_TRAJECTORIES = 2 * 1024 ** 3;
