import { readPath } from '#cases/matching/paths.ts';
import type { Json } from '#common/json.ts';
import { compareFields } from './compare-fields.ts';
import type { Check } from './terms/check.ts';

/** `state`: the final state of the environment, at dotted paths. */
export const stateCheck: Check<{ readonly [path: string]: Json }> = {
  key: 'state',
  judge: (expectation, { state }) => {
    const unreported = state === null ? 'state' : null;
    return [{ name: 'state', ...compareFields(expectation, (path) => readPath(state, path), unreported) }];
  },
};
