import * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';

/** What a provider did with the model calls of one round; all trials of one index are a round. */
export interface RoundCalls {
  readonly round: number;
  readonly calls: number;
  /** Those that it refused or broke off for good, by the status of its answer; `null`: there was none. */
  readonly refused: ReadonlyMap<number | null, number>;
  /** Those that it answered when they were sent again. */
  readonly late: number;
}

/** As it is stored. */
export const incidentSchema = z
  .object({
    /** Rounds in which it did, in their order. */
    rounds: z.array(z.int().min(1)).min(1).max(10_000),
    /** All calls of these rounds. */
    calls: z.int().min(1),
    refused: z.array(z.object({ status: z.int().nullable(), calls: z.int().min(1) })).max(1_000),
    late: z.int().min(0),
  })
  .describe(
    'Rounds in which the provider refused calls, broke them off, or answered them only when they were sent again',
  );

/** A stretch in which a provider left calls unanswered, or answered them late. */
export type ProviderIncident = DeepReadonly<z.infer<typeof incidentSchema>>;

/** A few calls that were answered at the second try are no incident. */
const LATE_SHARE = 0.1;

/** What happened in rounds; `null`: all was answered. */
export function incidentOf(rounds: readonly RoundCalls[]): ProviderIncident | null {
  const hit = rounds.filter(({ refused, late }) => refused.size > 0 || late > 0);
  const incident = unitedIncident(
    hit.map(({ round, calls, refused, late }) => ({
      ...{ rounds: [round], calls, late },
      refused: [...refused].map(([status, some]) => ({ status, calls: some })),
    })),
  );
  const all = rounds.reduce((sum, { calls }) => sum + calls, 0);
  return incident === null || (incident.refused.length === 0 && incident.late < LATE_SHARE * all) ? null : incident;
}

/** Incidents of several rounds, or of several jobs of one run, as one; `null`: there is none. */
export function unitedIncident(incidents: readonly ProviderIncident[]): ProviderIncident | null {
  if (incidents.length === 0) return null;
  const sum = (of: (each: ProviderIncident) => number) => incidents.reduce((all, each) => all + of(each), 0);
  const refused = new Map<number | null, number>();
  for (const { status, calls } of incidents.flatMap((each) => each.refused))
    refused.set(status, (refused.get(status) ?? 0) + calls);
  return {
    rounds: [...new Set(incidents.flatMap(({ rounds }) => rounds))].sort((a, b) => a - b),
    calls: sum(({ calls }) => calls),
    refused: [...refused].map(([status, calls]) => ({ status, calls })),
    late: sum(({ late }) => late),
  };
}
