import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { BasePolicy } from './base-policy.ts';

/**
 * The policy, checked against main's stored results. A change may claim that its policy is the first one only if main has no
 * results: a run of main had a config, so a missing one was renamed, or is looked up in the wrong place.
 */
export function checkFirstPolicy<P extends BasePolicy>(policy: P | null, main: BaselineLookup): P | null {
  if (policy?.origin.kind !== 'first' || main.kind === 'none') return policy;
  const path = policy.source.places[0]?.path ?? policy.config_path;
  const problem = `main has results of an eval config, but ${path} is not there: was it renamed? Then someone who may bypass the check has to merge it`;
  return { ...policy, origin: { kind: 'unknown', problem } };
}

/**
 * What an inconclusive run leads to: red if main's policy is unknown, because the change's own setting does not count.
 *
 * @param isKeyless stored answers replace a key, as in a fork: nothing that the change can help
 */
export function onInconclusive(
  policy: BasePolicy | null,
  { on_inconclusive: setting }: Pick<Policy, 'on_inconclusive'>,
  isKeyless: boolean,
): Policy['on_inconclusive'] {
  if (policy?.origin.kind === 'unknown') return 'fail';
  return isKeyless && setting === 'auto' ? 'warn' : setting;
}
