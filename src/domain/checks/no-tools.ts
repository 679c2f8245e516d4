import { plural } from '#domain/words.ts';
import type { Check } from './check.ts';
import { fails, holds } from './judgement.ts';
import { shownList, shownName } from './shown.ts';
import { withoutCalls } from './unreported-calls.ts';

/** `no_tools`: no tool was called at all. Score: 1 or 0. */
export const noToolsCheck: Check<true> = {
  key: 'no_tools',
  judge: (_expectation, view) => {
    const calls = view.tool_calls;
    if (calls === null) return [{ name: 'no_tools', ...withoutCalls(view) }];
    if (calls.length === 0) return [{ name: 'no_tools', ...holds(1, 'no call made, none expected') }];
    const made = shownList(calls.map(({ name }) => shownName(name)));
    return [
      {
        name: 'no_tools',
        ...fails('unexpected_call', 0, `${plural(calls.length, 'call')} made, none expected: ${made}`),
      },
    ];
  },
};
