import type { Case } from '#cases/suite/case.ts';
import { expectationsSchema } from '#cases/suite/schemas/expectations-schema.ts';
import { groupBy } from '#common/group-by.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { plural } from '#common/words.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { faultWords } from './mutants/fault.ts';
import { gradeMutant, isBiting, unnoticedFaults } from './mutants/grade-mutant.ts';
import { wholeAgent } from './mutants/operators.ts';
import { type MutationContext, originalsOf, placedCalls } from './mutants/original.ts';

/** A case with the expectations that nearly all of main's trials meet, or why there are none: a sentence part. */
export type SuggestedCase =
  | { readonly suggested: Case; readonly expect: JsonObject; readonly passing: number; readonly trials: number }
  | { readonly id: string; readonly problem: string };

const FEWEST_TRIALS = 10;
const SHARE = 0.95;

/**
 * Suggests what a case could demand: it holds in at least 95 % of the trials together, and an agent that does nothing does not pass.
 *
 * @param trials of main; one that is not stored whole has its calls by name alone, and no answer
 */
export function suggestCase(evalCase: Case, trials: readonly Trial[], around: MutationContext): SuggestedCase {
  const refuse = (problem: string) => ({ id: evalCase.id, problem });
  if (trials.length < FEWEST_TRIALS)
    return refuse(`${plural(trials.length, 'trial')} of main, ${FEWEST_TRIALS} are needed`);
  const least = Math.ceil(SHARE * trials.length - 1e-9);
  let demands = commonDemands(trials, least).filter((demand) => caseThat(evalCase, [demand]) !== null);
  // The rarest is given up first.
  for (; demands.length > 0; demands = demands.slice(0, -1)) {
    const suggested = caseThat(evalCase, demands);
    if (suggested === null) continue;
    const passing = trials.filter((trial) => gradeByChecks(suggested, trial, new Map()).outcome === 'passed');
    if (passing.length < least) continue;
    const idle = originalsOf(suggested, passing, around).slice(0, 1).flatMap(wholeAgent);
    const mutants = idle.map((mutant) => gradeMutant(suggested, mutant));
    const [fault] = unnoticedFaults(mutants);
    return isBiting(mutants) || fault === undefined
      ? { suggested, expect: writeDemands(demands), passing: passing.length, trials: trials.length }
      : refuse(`what its trials have in common passes with ${faultWords(fault)}`);
  }
  return refuse('its trials have nothing in common that could be demanded');
}

/** `null`: no case file can say so. */
function caseThat({ bites: _, ...evalCase }: Case, demands: readonly Demand[]): Case | null {
  const { data: expect } = expectationsSchema.safeParse(writeDemands(demands));
  const turns = evalCase.turns.map(({ input }) => ({ input, expect: null }));
  return expect === undefined ? null : { ...evalCase, turns, expect };
}

/** One thing that a trial did, which a case could demand. Texts are of agents: untrusted. */
type Demand =
  | { readonly kind: 'none' }
  | { readonly kind: 'phrase'; readonly phrase: string }
  /** A tool was called, with this value at a path of its arguments; the path is empty if only its name counts. */
  | { readonly kind: 'call'; readonly name: string; readonly path: readonly string[]; readonly value: Json };

/** What at least `least` of the trials did, the most frequent first, and names before arguments; phrases all of them said. */
function commonDemands(trials: readonly Trial[], least: number): readonly Demand[] {
  const all = trials.flatMap((trial) => [
    ...new Map(demandsOf(trial).map((demand) => [canonicalJson(demand), demand])),
  ]);
  const depth = (demand: Demand) => (demand.kind === 'call' ? demand.path.length : 0);
  return [...groupBy(all, ([key]) => key).values()]
    .flatMap((same) => same.slice(0, 1).map(([, demand]) => ({ demand, count: same.length })))
    .filter(({ demand, count }) => count >= (demand.kind === 'phrase' ? trials.length : least))
    .toSorted((left, right) => right.count - left.count || depth(left.demand) - depth(right.demand))
    .map(({ demand }) => demand);
}

function demandsOf(trial: Trial): readonly Demand[] {
  const { turns } = trial.trajectory;
  const question = turns.map(({ input }) => input.toLowerCase()).join('\n');
  const words = turns.at(-1)?.output?.toLowerCase().match(WORD) ?? [];
  return [
    ...(turns.every(({ tool_calls: made }) => made?.length === 0) ? [{ kind: 'none' } as const] : []),
    ...words
      .filter((phrase) => /\d/.test(phrase) && !question.includes(phrase))
      .map((phrase) => ({ kind: 'phrase', phrase }) as const),
    ...placedCalls(trial).flatMap(({ call: { name, arguments: args } }) =>
      [NAME_ALONE, ...fieldsOf(args)].map((field) => ({ kind: 'call', name, ...field }) as const),
    ),
  ];
}

const NAME_ALONE: Field = { path: [], value: null };
const WORD = /[\p{L}\p{N}][\p{L}\p{N}.,:%$€-]*[\p{L}\p{N}%]|[\p{L}\p{N}]/gu;

interface Field {
  readonly path: readonly string[];
  readonly value: Json;
}

/** The contents of objects, at every depth; a list is one value. A key that a matcher could have is left out. */
function fieldsOf(value: Json, path: readonly string[] = []): readonly Field[] {
  if (!isJsonObject(value)) return canonicalJson(value).includes('"$') ? [] : [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => (key.startsWith('$') ? [] : fieldsOf(inner, [...path, key])));
}

/** The demands as `expect` of a case file. */
function writeDemands(demands: readonly Demand[]): JsonObject {
  const called = demands.filter((demand) => demand.kind === 'call');
  const calls = [...groupBy(called, ({ name }) => name)].map(([name, own]): Json => {
    const args = own.reduce<JsonObject>((all, { path, value }) => withField(all, path, value), {});
    return Object.keys(args).length === 0 ? name : { name, args, args_match: 'includes' };
  });
  const phrases = demands.flatMap((demand) => (demand.kind === 'phrase' ? [demand.phrase] : []));
  return {
    ...(calls.length > 0 && { tools: { calls } }),
    ...(demands.some(({ kind }) => kind === 'none') && { no_tools: true }),
    ...(phrases.length > 0 && { response: { contains: phrases } }),
  };
}

/** A field that has a value keeps it: the first one is the most frequent. */
function withField(all: JsonObject, [key, ...rest]: readonly string[], value: Json): JsonObject {
  if (key === undefined) return all;
  const known = Object.hasOwn(all, key) ? all[key] : undefined;
  if (rest.length === 0) return { ...all, [key]: known ?? value };
  return { ...all, [key]: withField(known !== undefined && isJsonObject(known) ? known : {}, rest, value) };
}
