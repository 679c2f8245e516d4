import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';

/**
 * Who may have changed main. `provider`: nothing of ours differs from any run it is compared with (the same commit, or a
 * built-in agent with the same prompt, tools, model and settings), so the model behind the name drifted. `main`: something of
 * ours changed and may be the cause.
 */
export type ChangeCause = 'main' | 'provider';

/** The difference between a run of main and those before it. */
export type EpochChange =
  /** Conditions: rates before and now can't be compared. */
  | { readonly kind: 'conditions'; readonly differences: readonly RunDifference[] }
  /** The declared model or its sampling. */
  | { readonly kind: 'declared'; readonly differences: readonly RunDifference[] }
  /** Metrics whose change a merged change accepted, by name. */
  | { readonly kind: 'accepted'; readonly metrics: readonly string[] }
  /** The mean pass rate over the cases that both have; `p` is two-sided. */
  | {
      readonly kind: 'suite';
      readonly before: number;
      readonly now: number;
      readonly cases: number;
      readonly p: number;
      readonly cause: ChangeCause;
    }
  /** One case; `p` is two-sided and the chance of such a case anywhere in the suite. */
  | {
      readonly kind: 'case';
      readonly id: string;
      readonly before: PassCount;
      readonly now: PassCount;
      readonly p: number;
      readonly cause: ChangeCause;
    };

/** How many of the judged trials passed. */
interface PassCount {
  readonly passed: number;
  readonly trials: number;
}
