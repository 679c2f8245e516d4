/** What a provider did with the model calls of one round; all trials of one index are a round. */
export interface RoundCalls {
  readonly round: number;
  readonly calls: number;
  /** Those that it refused or broke off for good, by the status of its answer; `null`: there was none. */
  readonly refused: ReadonlyMap<number | null, number>;
  /** Those that it answered when they were sent again. */
  readonly late: number;
}

/** A stretch in which a provider left calls unanswered, or answered them late. */
export interface ProviderIncident {
  /** Rounds in which it did, in their order. */
  readonly rounds: readonly number[];
  /** All calls of these rounds. */
  readonly calls: number;
  readonly refused: readonly { readonly status: number | null; readonly calls: number }[];
  readonly late: number;
}

/** A few calls that were answered at the second try are no incident. */
const LATE_SHARE = 0.1;

/** What happened in rounds; `null`: all was answered. */
export function incidentOf(rounds: readonly RoundCalls[]): ProviderIncident | null {
  const hit = rounds.filter(({ refused, late }) => refused.size > 0 || late > 0).toSorted((a, b) => a.round - b.round);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const refused = new Map<number | null, number>();
  for (const [status, calls] of hit.flatMap((each) => [...each.refused]))
    refused.set(status, (refused.get(status) ?? 0) + calls);
  const [calls, late] = [sum(hit.map((each) => each.calls)), sum(hit.map((each) => each.late))];
  if (refused.size === 0 && late < LATE_SHARE * sum(rounds.map((each) => each.calls))) return null;
  return hit.length === 0
    ? null
    : {
        ...{ rounds: hit.map(({ round }) => round), calls, late },
        refused: [...refused].map(([status, some]) => ({ status, calls: some })),
      };
}
