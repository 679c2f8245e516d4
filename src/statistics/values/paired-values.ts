/**
 * One case's trial values on both sides, null values already removed; either side may be empty and the sizes may
 * differ.
 */
export interface PairedValues {
  readonly candidate: readonly number[];
  readonly baseline: readonly number[];
}
