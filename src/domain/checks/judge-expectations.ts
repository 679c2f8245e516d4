import { keysOf } from '#domain/keyed.ts';
import type { Expectations } from '#domain/suite/expectation.ts';
import type { CheckResult, TrialView } from './check.ts';
import { type CheckKey, checks } from './registry.ts';

/** Judges everything that is demanded of one turn or of the whole trial, custom checks excepted. */
export function judgeExpectations(expect: Expectations, view: TrialView): readonly CheckResult[] {
  return keysOf(checks).flatMap((key) => judgeKey(key, expect, view));
}

function judgeKey<K extends CheckKey>(key: K, expect: Expectations, view: TrialView): readonly CheckResult[] {
  const expectation = expect[key];
  return expectation === undefined ? [] : checks[key].judge(expectation, view);
}
