import { canonicalJson, type Json, type JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { maximumMatching } from '#domain/matching/bipartite.ts';
import type { Case } from './case.ts';
import { coversArgs } from './covered-args.ts';
import type {
  Expectations,
  ExpectedCall,
  LimitsExpectation,
  ResponseExpectation,
  RetrievedExpectation,
  ToolOrder,
  ToolsExpectation,
} from './expectation.ts';
import { EXPECTATION_KEYS } from './expectation-keys.ts';

/** Something that a case no longer demands, or demands less of. */
export interface LostDemand {
  /** The check that judges it, by its key in `expect`. */
  readonly check: keyof Expectations;
  /** A sentence part such as `limits.max_steps 6 → 12`, without free text of the case. */
  readonly words: string;
}

/**
 * What a case demands less than an earlier version of it: checks that are gone, ceilings that rose, shares that fell. Empty does not mean
 * equally strict: of two different texts, patterns or values nothing can be told but that one took the other's place, which is said as
 * `… rewritten`.
 */
export function lostDemands(before: Case, after: Case): readonly LostDemand[] {
  const turns = before.turns.flatMap(({ expect }, position) => {
    if (expect === null) return [];
    const now = after.turns[position]?.expect ?? {};
    return lostOf(expect, now).map((one) => ({ ...one, words: `turn ${position + 1}: ${one.words}` }));
  });
  return [...lostOf(before.expect, after.expect), ...turns];
}

/** The checks that judge a case, its turns included, each once. */
export function checksOf({ expect, turns }: Case): ReadonlySet<string> {
  return new Set([expect, ...turns.map((turn) => turn.expect)].flatMap((one) => Object.keys(one ?? {})));
}

function lostOf(before: Expectations, after: Expectations): readonly LostDemand[] {
  const { tools, plan, response, retrieved, limits } = before;
  const of = (check: keyof Expectations, lost: readonly string[]) => lost.map((words) => ({ check, words }));
  return [
    ...EXPECTATION_KEYS.filter((key) => key in before && !(key in after)).flatMap((key) =>
      of(key, [`${key} is no longer checked`]),
    ),
    ...(tools && after.tools ? of('tools', lostCalls('tools', tools, after.tools)) : []),
    ...(plan && after.plan ? of('plan', lostCalls('plan', plan, after.plan)) : []),
    ...(response && after.response ? of('response', lostPhrases(response, after.response)) : []),
    ...of('metadata', lostKeys('metadata', before.metadata, after.metadata)),
    ...of('state', lostKeys('state', before.state, after.state)),
    ...(retrieved && after.retrieved ? of('retrieved', lostHits(retrieved, after.retrieved)) : []),
    ...(limits && after.limits ? of('limits', raisedLimits(limits, after.limits)) : []),
    ...of('custom', lostItems('custom', before.custom ?? [], after.custom)),
  ];
}

function lostCalls(name: string, before: ToolsExpectation, after: ToolsExpectation): readonly string[] {
  return [
    ...lostItems(`${name}.calls`, callsOf(before), callsOf(after), isStillCalled),
    ...lostItems(`${name}.parallel`, groupsOf(before), groupsOf(after)),
    ...(ORDERS.indexOf(after.order) < ORDERS.indexOf(before.order)
      ? [`${name}.order ${before.order} → ${after.order}`]
      : []),
    ...(!before.allow_extra && after.allow_extra ? [`${name}.allow_extra false → true`] : []),
    ...lostItems(`${name}.before`, before.before, after.before),
    ...lostItems(`${name}.forbidden`, before.forbidden, after.forbidden),
    ...lowered(`${name}.min_calls`, before.min_calls, after.min_calls),
    ...raised(`${name}.max_calls`, before.max_calls, after.max_calls),
    ...lowered(`${name}.min_matched`, before.min_matched, after.min_matched),
  ];
}

/** From lenient to strict. */
const ORDERS: readonly ToolOrder[] = ['any', 'in_order', 'exact'];

function callsOf({ calls }: ToolsExpectation): readonly ExpectedCall[] {
  return calls.flatMap((step) => (step.kind === 'call' ? [step.call] : step.calls));
}

function groupsOf({ calls }: ToolsExpectation): readonly (readonly string[])[] {
  return calls.flatMap((step) => (step.kind === 'parallel' ? [step.calls.map(({ name }) => name).sort()] : []));
}

function isStillCalled(before: ExpectedCall, after: ExpectedCall): boolean {
  const { args } = before;
  return (
    after.name === before.name &&
    (args === null ||
      before.args_match === 'ignore' ||
      (after.args !== null && coversArgs({ ...before, args }, { ...after, args: after.args }))) &&
    (before.status === null || after.status === before.status)
  );
}

function lostPhrases(before: ResponseExpectation, after: ResponseExpectation): readonly string[] {
  return [
    ...lostItems('response.contains', before.contains, after.contains),
    ...lostItems('response.not_contains', before.not_contains, after.not_contains),
    ...lostItems('response.matches', before.matches, after.matches),
    ...lostValue('response.equals', before.equals, after.equals),
    ...lostValue('response.json_schema', before.json_schema, after.json_schema),
    ...lostCase(before, after),
  ];
}

/** Upper and lower case matter to phrases alone: those that must be there are found more often without it, those that must not be with it. */
function lostCase(before: ResponseExpectation, after: ResponseExpectation): readonly string[] {
  const { case_sensitive: was } = before;
  const is = after.case_sensitive;
  const easier = is ? before.not_contains : before.contains;
  return was === is || easier.length === 0 ? [] : [`response.case_sensitive ${was} → ${is}`];
}

function lostHits(before: RetrievedExpectation, after: RetrievedExpectation): readonly string[] {
  const isSame = canonicalJson([...before.ids].sort()) === canonicalJson([...after.ids].sort());
  return [
    ...(isSame ? [] : ['retrieved.ids rewritten']),
    ...raised('retrieved.k', before.k, after.k),
    ...lowered('retrieved.min_hits', before.min_hits, after.min_hits),
  ];
}

function raisedLimits(before: LimitsExpectation, after: LimitsExpectation): readonly string[] {
  return LIMITS.flatMap((key) => raised(`limits.${key}`, before[key] ?? null, after[key] ?? null));
}

const LIMITS = [
  'max_input_tokens',
  'max_output_tokens',
  'max_total_tokens',
  'max_steps',
  'max_latency_ms',
  'max_cost_usd',
] as const satisfies readonly (keyof LimitsExpectation)[];

function lostKeys(name: string, before: JsonObject | undefined, after: JsonObject | undefined): readonly string[] {
  if (before === undefined || after === undefined) return [];
  return Object.entries(before).flatMap(([key, value]) => {
    const now = Object.hasOwn(after, key) ? (after[key] ?? null) : undefined;
    if (now === undefined) return [`${name}.${key} is no longer checked`];
    return canonicalJson(value) === canonicalJson(now) ? [] : [`${name}.${key} rewritten`];
  });
}

/** Entries of a list that the other one no longer has, each of whose entries stands for one: as many as can find one. */
function lostItems<Item>(
  name: string,
  before: readonly Item[],
  after: readonly Item[] | undefined,
  isKept: (one: Item, other: Item) => boolean = isEqual,
): readonly string[] {
  if (after === undefined) return [];
  const partners = maximumMatching(before.length, after.length, (one, other) => {
    const [was, is] = [before[one], after[other]];
    return was !== undefined && is !== undefined && isKept(was, is);
  });
  const lost = partners.filter((partner) => partner === -1).length;
  const left = after.length - (before.length - lost);
  return lost === 0 ? [] : [`${name}: ${lost} of ${before.length} ${left === 0 ? 'dropped' : 'dropped or rewritten'}`];
}

function lostValue(name: string, before: Json, after: Json): readonly string[] {
  if (before === null || canonicalJson(before) === canonicalJson(after)) return [];
  return [after === null ? `${name} is no longer checked` : `${name} rewritten`];
}

function lowered(name: string, before: number | null, after: number | null): readonly string[] {
  return before !== null && (after === null || after < before) ? [`${name} ${before} → ${after ?? 'none'}`] : [];
}

function raised(name: string, before: number | null, after: number | null): readonly string[] {
  return before !== null && (after === null || after > before) ? [`${name} ${before} → ${after ?? 'none'}`] : [];
}

function isEqual(one: unknown, other: unknown): boolean {
  return jsonText(one) === jsonText(other);
}
