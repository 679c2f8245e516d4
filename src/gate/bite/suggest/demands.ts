import { canonicalJson, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { placedCalls } from '../mutants/original.ts';

/** One thing that a trial did, which a case could demand. Texts are of agents: untrusted. */
export type Demand =
  | { readonly kind: 'none' }
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'before'; readonly first: string; readonly second: string }
  | { readonly kind: 'argument'; readonly name: string; readonly path: readonly string[]; readonly value: Json }
  | { readonly kind: 'phrase'; readonly phrase: string };

/** Of equally frequent ones the last is given up first. */
const KINDS: readonly Demand['kind'][] = ['tool', 'none', 'before', 'phrase', 'argument'];

/** What at least `least` of the trials did, the most frequent first; phrases all of them said. */
export function commonDemands(trials: readonly Trial[], least: number): readonly Demand[] {
  const counts = new Map<string, { readonly demand: Demand; readonly count: number }>();
  for (const trial of trials) {
    const own = [...callDemands(trial), ...textDemands(trial)];
    for (const [key, demand] of new Map(own.map((each) => [canonicalJson(each), each] as const)))
      counts.set(key, { demand, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const common = [...counts.values()]
    .filter(({ demand, count }) => count >= (demand.kind === 'phrase' ? trials.length : least))
    .toSorted(
      (left, right) => right.count - left.count || KINDS.indexOf(left.demand.kind) - KINDS.indexOf(right.demand.kind),
    )
    .map(({ demand }) => demand);
  const pairs = common.filter((demand) => demand.kind === 'before');
  return common.filter((demand) => demand.kind !== 'before' || !isImplied(demand, pairs));
}

type Pair = Extract<Demand, { readonly kind: 'before' }>;

function isImplied({ first, second }: Pair, pairs: readonly Pair[]): boolean {
  return pairs.some(
    (pair) => pair.first === first && pairs.some((then) => then.first === pair.second && then.second === second),
  );
}

function callDemands(trial: Trial): readonly Demand[] {
  if (trial.trajectory.turns.some(({ tool_calls: calls }) => calls === null)) return [];
  const names = [...new Set(placedCalls(trial).map(({ call }) => call.name))];
  if (names.length === 0) return [{ kind: 'none' }];
  return [
    ...names.map((name): Demand => ({ kind: 'tool', name })),
    ...names.flatMap((first, at) => names.slice(at + 1).map((second): Demand => ({ kind: 'before', first, second }))),
  ];
}

function textDemands(trial: Trial): readonly Demand[] {
  const { turns } = trial.trajectory;
  const question = turns.map(({ input }) => input.toLowerCase()).join('\n');
  const words = turns.at(-1)?.output?.toLowerCase().match(WORD) ?? [];
  return [
    ...placedCalls(trial).flatMap(({ call: { name, arguments: args } }) =>
      fieldsOf(args).map(([path, value]): Demand => ({ kind: 'argument', name, path, value })),
    ),
    ...words
      .filter((phrase) => /\d/.test(phrase) && !question.includes(phrase))
      .map((phrase): Demand => ({ kind: 'phrase', phrase })),
  ];
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}.,:%$€-]*[\p{L}\p{N}%]|[\p{L}\p{N}]/gu;

/** What stands in objects, at every depth; a list is one value. A key that a matcher could have is left out. */
function fieldsOf(value: Json, path: readonly string[] = []): readonly (readonly [readonly string[], Json])[] {
  if (!isJsonObject(value)) return canonicalJson(value).includes('"$') ? [] : [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => (key.startsWith('$') ? [] : fieldsOf(inner, [...path, key])));
}

/** The demands as `expect` of a case file. */
export function demandsAsWritten(demands: readonly Demand[]): JsonObject {
  const names = new Set(demands.flatMap((each) => ('name' in each ? [each.name] : [])));
  const calls = [...names].map((name): Json => {
    const args = demands.reduce<JsonObject>(
      (all, each) => (each.kind === 'argument' && each.name === name ? withField(all, each.path, each.value) : all),
      {},
    );
    return Object.keys(args).length === 0 ? name : { name, args, args_match: 'includes' };
  });
  const before = demands.flatMap((each) => (each.kind === 'before' ? [[each.first, each.second]] : []));
  const phrases = demands.flatMap((each) => (each.kind === 'phrase' ? [each.phrase] : []));
  const tools = { ...(calls.length > 0 && { calls }), ...(before.length > 0 && { before }) };
  return {
    ...(Object.keys(tools).length > 0 && { tools }),
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
