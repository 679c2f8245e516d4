import { jsonText } from '#common/json-text.ts';
import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';

/**
 * Gives equal trials their equal parts in common: the checks and models of a suite are the same thousands of times, and take most
 * of the memory of its trials. One function for the trials of one run.
 */
export function shareEqualParts(): (trial: TrialRecord) => TrialRecord {
  const check = madeOnce((value: CheckRecord) => value);
  const checks = madeOnce((list: readonly CheckRecord[]) => list.map(check));
  const models = madeOnce((names: readonly string[]) => names);
  return (trial) => {
    const { usage } = trial;
    const shared = usage.models === undefined ? usage : { ...usage, models: models(usage.models) };
    return { ...trial, checks: checks(trial.checks), usage: shared };
  };
}

/** Makes what a value gives once for all equal values, as long as there are few and their JSON is short. */
export function madeOnce<Value, Made>(make: (value: Value) => Made): (value: Value) => Made {
  const known = new Map<string, { readonly made: Made }>();
  return (value) => {
    const key = jsonText(value);
    const before = known.get(key);
    if (before !== undefined) return before.made;
    const made = make(value);
    if (known.size < MOST && key.length < LONGEST) known.set(key, { made });
    return made;
  };
}

const MOST = 5_000;
const LONGEST = 2_000;
