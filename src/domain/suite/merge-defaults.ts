import type { Case } from './case.ts';
import type { Expectations } from './expectation.ts';

/** `defaults:` of a config. */
export interface CaseDefaults {
  readonly tags: readonly string[];
  readonly expect: Expectations;
}

/**
 * A case with the defaults of its suite: tags of both; of the expectations those that the case does not write itself, limits one by one.
 * Expectations of single turns take no defaults.
 */
export function mergeDefaults(one: Case, defaults: CaseDefaults): Case {
  return {
    ...one,
    tags: [...new Set([...defaults.tags, ...one.tags])],
    expect: mergeExpectations(one.expect, defaults.expect),
  };
}

function mergeExpectations(own: Expectations, defaults: Expectations): Expectations {
  const { no_tools, tools, ...others } = defaults;
  const merged: Expectations = {
    ...others,
    ...(tools === undefined || own.no_tools ? {} : { tools }),
    ...(no_tools === undefined || own.tools ? {} : { no_tools }),
    ...own,
  };
  return own.limits && defaults.limits ? { ...merged, limits: { ...defaults.limits, ...own.limits } } : merged;
}
