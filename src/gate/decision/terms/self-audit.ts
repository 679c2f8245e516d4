/** How often the gate was red on a repository although nothing had changed: runs of main, compared with the runs before them. */
export interface SelfAudit {
  readonly comparisons: number;
  readonly red: number;
  /** Exact two-sided 95 % interval of the share of red ones, 0–1. */
  readonly ci95: { readonly low: number; readonly high: number };
  /** The false-alarm rate that the policy promises, 0–1. */
  readonly promised: number;
  /** The promise was shown to be broken, and has not held again since. */
  readonly broken: boolean;
  /** Failures of pull requests that were repeated on main, and how many of them main confirmed. */
  readonly repeated: { readonly confirmed: number; readonly failures: number } | null;
}
