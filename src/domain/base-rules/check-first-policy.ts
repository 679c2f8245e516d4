import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { Policy } from '#domain/gate/policy.ts';
import type { BasePolicy } from './base-policy.ts';

/**
 * The policy in the light of what main has stored. A change may say that its policy is the first one only where main has no results: a run
 * of main went by a config, so that one which is not there was renamed, or is looked for in the wrong place.
 */
export function checkFirstPolicy<P extends BasePolicy>(policy: P | null, main: BaselineLookup): P | null {
  if (policy?.origin.kind !== 'first' || main.kind === 'none') return policy;
  const path = policy.source.places[0]?.path ?? policy.config_path;
  const problem = `main has results of an eval config, but ${path} is not there: was it renamed? A rename has to be merged by someone allowed to bypass the check`;
  return { ...policy, origin: { kind: 'unknown', problem } };
}

/** What becomes of an undecided run: red where main's policy is not known, as the change's own word is not asked. */
export function onInconclusive(
  policy: BasePolicy | null,
  { on_inconclusive: written }: Pick<Policy, 'on_inconclusive'>,
): Policy['on_inconclusive'] {
  return policy?.origin.kind === 'unknown' ? 'fail' : written;
}
