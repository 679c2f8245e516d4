import { matchesNameGlob } from '#cases/matching/name-glob.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { type Mutant, mutant } from './fault.ts';
import { anotherCall, lastTurn, type Original, placedCalls, withCalls, withTurn } from './original.ts';

/** What a case forbids is done: a phrase is said, a tool is called, a call is made where main makes none, one too many is. */
export function guards(original: Original): readonly Mutant[] {
  const { evalCase, trial, tools } = original;
  return [
    ...scopesOf(evalCase).flatMap(({ turn, expect }) => {
      const at = turn ?? lastTurn(trial);
      const output = trial.trajectory.turns.find((record) => record.turn === at)?.output ?? null;
      const phrases = output === null ? [] : (expect.response?.not_contains ?? []);
      const { forbidden = [], max_calls: most = null } = expect.tools ?? {};
      return [
        ...phrases.map((phrase) =>
          mutant('guards', { kind: 'phrase', phrase }, withTurn(trial, at, { output: `${output} ${phrase}` })),
        ),
        ...forbidden.flatMap((glob) =>
          tools
            .filter((name) => matchesNameGlob(glob, name))
            .map((name) => mutant('guards', { kind: 'forbidden_call', name, glob }, withCall(trial, at, name))),
        ),
        ...(most === null ? [] : [tooMany(original, at, most)]),
      ];
    }),
    ...needlessCall(original),
  ];
}

/** Globs of forbidden tools that no known tool matches: nothing shows that they guard anything. */
export function idleGlobs({ evalCase, tools }: Pick<Original, 'evalCase' | 'tools'>): readonly string[] {
  if (tools.length === 0) return [];
  const globs = scopesOf(evalCase).flatMap(({ expect }) => expect.tools?.forbidden ?? []);
  return globs.filter((glob) => !tools.some((name) => matchesNameGlob(glob, name)));
}

function needlessCall({ trial, passing, tools }: Original): readonly Mutant[] {
  const isReported = passing.every(({ trajectory }) =>
    trajectory.turns.some(({ tool_calls: calls }) => calls !== null),
  );
  const [name] = tools;
  if (name === undefined || !isReported || passing.some((each) => placedCalls(each).length > 0)) return [];
  return [mutant('guards', { kind: 'needless_call', name }, withCall(trial, lastTurn(trial), name))];
}

function tooMany({ trial, tools }: Original, turn: number, most: number): Mutant {
  const made = trial.trajectory.turns.find((record) => record.turn === turn)?.tool_calls ?? [];
  const call = made.at(-1) ?? anotherCall(tools[0] ?? 'some_tool');
  const more = Array.from({ length: Math.max(0, most + 1 - placedCalls(trial).length) }, () => call);
  return mutant(
    'guards',
    { kind: 'too_many_calls', most },
    withCalls(trial, turn, (calls) => [...calls, ...more]),
  );
}

function withCall(trial: Trial, turn: number, name: string): Trial {
  return withCalls(trial, turn, (calls) => [...calls, anotherCall(name)]);
}
