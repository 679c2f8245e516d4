import { test } from 'vitest';
import { parse } from 'yaml';
import { expectSaid } from '#test/support/said.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import { aConversation } from '../trial/build-trial.ts';
import { trialOf } from '../trial/written-trial.ts';

const CONVERSATION = aConversation([null, null]);

/** A conversation with a simulated user, of which so many turns are written. */
function simulated(turns: number) {
  const simulated_user = { persona: 'a', goal: 'b', max_turns: 8, stop: [] };
  return {
    ...CONVERSATION,
    simulated_user,
    turns: Array.from({ length: turns }, () => ({ input: 'hi', expect: null })),
  };
}

test('what checks see of a whole trial, and of each of its turns, is what the golden file says; the rest is null', () => {
  return expectSaid(new URL('golden/views.txt', import.meta.url), (text) => {
    const { turns, end, simulated: user } = parse(text);
    const evalCase = user === undefined ? CONVERSATION : simulated(user);
    return [null, 1, 2].map((turn) => {
      const known = Object.entries(trialView(evalCase, trialOf(turns, end), turn)).filter(
        ([, value]) => value !== null,
      );
      return `${turn === null ? 'whole' : `turn ${turn}`} ${JSON.stringify(Object.fromEntries(known))}`;
    });
  });
});
