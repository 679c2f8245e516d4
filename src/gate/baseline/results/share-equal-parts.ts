import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';

/**
 * Gives equal trials their equal parts in common: the checks and models of a suite are the same thousands of times, and take most
 * of the memory of its trials. One function for the trials of one run.
 */
export function shareEqualParts(): (trial: TrialRecord) => TrialRecord {
  const lists = pool<readonly CheckRecord[]>();
  const checks = pool<CheckRecord>();
  const models = pool<readonly string[]>();
  return (trial) => {
    const keys = trial.checks.map(keyOf);
    const shared = lists(keys.join('\n'), () => trial.checks.map((check, at) => checks(keys[at] ?? '', () => check)));
    const { usage } = trial;
    if (usage.models === undefined) return { ...trial, checks: shared };
    const names = usage.models;
    return { ...trial, checks: shared, usage: { ...usage, models: models(JSON.stringify(names), () => names) } };
  };
}

function keyOf(check: CheckRecord): string {
  return JSON.stringify([check.id, check.name, check.turn, check.passed, check.score, check.fact]);
}

/** Values by key, as long as there are few and their keys short. */
function pool<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const part = known.get(key);
    if (part !== undefined) return part;
    const made = make();
    if (known.size < MOST && key.length < LONGEST) known.set(key, made);
    return made;
  };
}

const MOST = 5_000;
const LONGEST = 2_000;
