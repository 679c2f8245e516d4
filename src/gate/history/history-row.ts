import type * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';
import type { auditSchema, driftSchema, passedOfSchema, rowSchema, startSchema } from './row-schema.ts';

/** One run of main in history.jsonl: counts and names, and no text of an agent. */
export type HistoryRow = DeepReadonly<z.infer<typeof rowSchema>>;

/** Passed and judged trials. */
export type PassedOf = Readonly<z.infer<typeof passedOfSchema>>;

/** Why an epoch began. */
export type EpochStart = z.infer<typeof startSchema>;

/** A run of main, compared with the runs before it as a pull request would have been. */
export type UnchangedComparison = Readonly<z.infer<typeof auditSchema>>;

/** A fall of main's pass rate over several scheduled runs. Rates are 0–1. */
export type DriftFound = DeepReadonly<z.infer<typeof driftSchema>>;

/** Share of judged trials that passed, 0–1; `null` if none was judged. */
export function passRateOf({ passed, scored }: Pick<HistoryRow, 'passed' | 'scored'>): number | null {
  return scored === 0 ? null : passed / scored;
}
