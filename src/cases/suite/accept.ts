/** A regression of one case that is meant, or borne for a while. */
export interface CaseAccept extends Meant {
  readonly case: string;
}

/** An intended regression of a mean: the test on it tolerates `up_to` instead of the policy's limit. */
export interface MetricAccept extends Meant {
  readonly metric: string;
  /** `null`: of the whole suite. */
  readonly tag: string | null;
  /** For a rate, the points that it may fall; for anything else, the share that it may rise: 0.3 is thirty percent. */
  readonly up_to: number;
}

interface Meant {
  readonly reason: string;
  /** The last day on which it counts, `YYYY-MM-DD`, in UTC. */
  readonly until: string;
}

/** One entry of a file of accepts. */
export type Accept = CaseAccept | MetricAccept;

/** The accepts that lie next to a config. */
export interface Accepts {
  /** The file, from the working directory. */
  readonly path: string;
  /** The code owners of that file in the base commit; `null`: not known. */
  readonly owners: readonly string[] | null;
  readonly entries: readonly Accept[];
}
