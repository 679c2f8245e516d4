import { withoutCalls } from './calls/unreported-calls.ts';
import type { Check } from './terms/check.ts';
import { fails, holds } from './terms/judgement.ts';
import { firstFew, shownName } from './terms/shown.ts';

/** `no_tools`: no tool was called at all. Score: 1 or 0. */
export const noToolsCheck: Check<true> = {
  key: 'no_tools',
  judge: (_expectation, view) => {
    const calls = view.tool_calls;
    if (calls === null) return [{ name: 'no_tools', ...withoutCalls(view) }];
    if (calls.length === 0) return [{ name: 'no_tools', ...holds(1, { kind: 'no_calls', made: 0, called: [] }) }];
    const called = firstFew(calls.map(({ name }) => shownName(name)));
    const wrong = { expected: null, made: 0 };
    return [
      { name: 'no_tools', ...fails('unexpected_call', 0, { kind: 'no_calls', made: calls.length, called, wrong }) },
    ];
  },
};
