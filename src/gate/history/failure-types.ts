import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { TYPE_NAME } from './row-schema.ts';

/** A row of counts for each failure type. */
export type CountsOfTypes = Readonly<Record<string, readonly [passed: number, scored: number]>>;

const MOST_TYPES = 100;

/** Counts by what cases say under `metadata.failure_type`, a text or several: of trials, or of cases as a whole. */
export function byFailureType(
  cases: readonly CaseRecord[],
  countsOf: (item: CaseRecord) => readonly [passed: number, scored: number],
): CountsOfTypes {
  const sums = new Map<string, readonly [number, number]>();
  for (const item of cases) {
    const [passed, scored] = countsOf(item);
    for (const type of failureTypes(item).names) {
      const [known, all] = sums.get(type) ?? [0, 0];
      sums.set(type, [known + passed, all + scored]);
    }
  }
  return Object.fromEntries([...sums].slice(0, MOST_TYPES));
}

/** What a case names. `strange`: what stands there and is no name. */
export function failureTypes({ metadata: { failure_type: written } }: Pick<CaseRecord, 'metadata'>): {
  readonly names: ReadonlySet<string>;
  readonly strange: readonly unknown[];
} {
  const values: readonly unknown[] = [written ?? []].flat();
  const isName = (value: unknown): value is string => typeof value === 'string' && TYPE_NAME.test(value);
  return { names: new Set(values.filter(isName)), strange: values.filter((value) => !isName(value)) };
}
