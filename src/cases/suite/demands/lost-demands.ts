import { compileGlob } from '#cases/matching/glob.ts';
import { matchers } from '#cases/matching/matchers/registry.ts';
import { canonicalJson, isJsonList, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { asJson } from '#common/json-text.ts';
import { keysOf } from '#common/keyed.ts';
import type { Case } from '../case.ts';
import { commandAsWritten } from '../case-hashes.ts';
import type {
  CommandExpectation,
  DiffExpectation,
  Expectations,
  ExpectedCall,
  LimitsExpectation,
  ResponseExpectation,
  RetrievedExpectation,
  ToolOrder,
  ToolsExpectation,
} from '../expectation.ts';
import { type Lost, less, lostItems, lostKeys, lowered, raised, rewritten, unclear } from '../lost-items.ts';
import { RESPONSE_ROWS } from '../response/rows.ts';
import { EXPECTATION_KEYS } from '../schemas/expectations-schema.ts';

type Files = NonNullable<Expectations['files']>;

/** What is no longer demanded of the files of a workspace. */
function lostFiles(before: Files, after: Files): readonly Lost[] {
  const jsonOf = (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([glob, file]) => [glob, asJson(file)]));
  return lostKeys('files', jsonOf(before), jsonOf(after));
}

/** Which commands no longer run in it. */
function lostCommands(before: readonly CommandExpectation[], after: readonly CommandExpectation[]): readonly Lost[] {
  return lostItems('commands', before.map(commandAsWritten), after.map(commandAsWritten));
}

/** What the agent may now change in it. */
function lostDiff(before: DiffExpectation, after: DiffExpectation): readonly Lost[] {
  const { only } = before;
  const isMore = only !== null && after.only?.some((glob) => !only.includes(glob)) === true;
  return [
    ...raised('diff.max_files', before.max_files, after.max_files),
    ...raised('diff.max_lines', before.max_lines, after.max_lines),
    ...(only !== null && after.only === null ? [less('diff.only is no longer checked')] : []),
    ...(isMore ? [rewritten('diff.only rewritten')] : []),
  ];
}

/** What a newer version demands less of an answer. */
function lostAnswer(before: ResponseExpectation, after: ResponseExpectation): readonly Lost[] {
  const losses = keysOf(RESPONSE_ROWS).flatMap((name) => RESPONSE_ROWS[name].losses(before, after));
  const isTold = before.equals === null && after.equals !== null;
  // If the whole answer is given, its further properties are unknown.
  return [...(isTold ? unclear(losses) : losses), ...lostCase(before, after)];
}

/** Case sensitivity matters only to phrases: ignoring case, required ones are found more often, forbidden ones too. */
function lostCase(before: ResponseExpectation, after: ResponseExpectation): readonly Lost[] {
  const { case_sensitive: was } = before;
  const is = after.case_sensitive;
  const easier = is ? before.not_contains : before.contains;
  return was === is || easier.length === 0 ? [] : [less(`response.case_sensitive ${was} → ${is}`)];
}

/** A demand of an earlier version of a case that this version does not have in the same words. */
export interface LostDemand extends Lost {
  /** The check that judges it, by its key in `expect`. */
  readonly check: keyof Expectations;
}

/**
 * What this version of a case no longer demands in the same words: removed checks, raised limits, lowered shares. Empty: only
 * additions. For two different texts, patterns or values one usually knows only that one replaced the other, which is reported
 * as `… rewritten`.
 */
export function lostDemands(before: Case, after: Case): readonly LostDemand[] {
  const turns = before.turns.flatMap(({ expect }, position) => {
    if (expect === null) return [];
    const now = after.turns[position]?.expect ?? {};
    const losses = lostOf(expect, now, newKeys(before.expect, after.expect));
    return losses.map((item) => ({ ...item, words: `turn ${position + 1}: ${item.words}` }));
  });
  const ofTurns = after.turns.map(({ expect }, position) => newKeys(before.turns[position]?.expect, expect));
  return [...lostOf(before.expect, after.expect, new Set(ofTurns.flatMap((keys) => [...keys]))), ...turns];
}

/** Checks that one place has now but did not have: a check that is gone elsewhere may have moved there. */
function newKeys(before: Expectations | null | undefined, after: Expectations | null): ReadonlySet<string> {
  return new Set(Object.keys(after ?? {}).filter((key) => !Object.hasOwn(before ?? {}, key)));
}

/** The checks that judge a case, its turns included, each once. */
export function checksOf({ expect, turns }: Case): ReadonlySet<string> {
  return new Set([expect, ...turns.map((turn) => turn.expect)].flatMap((item) => Object.keys(item ?? {})));
}

function lostOf(before: Expectations, after: Expectations, elsewhere: ReadonlySet<string>): readonly LostDemand[] {
  const of = (check: keyof Expectations, losses: readonly Lost[]) => losses.map((item) => ({ check, ...item }));
  return [
    ...EXPECTATION_KEYS.filter((key) => key in before && !(key in after)).flatMap((key) =>
      of(key, [{ kind: placeTaken(key, after, elsewhere), words: `${key} is no longer checked` }]),
    ),
    ...keysOf(LOST).flatMap((key) => of(key, lostIn(key, before, after))),
  ];
}

function lostIn<Key extends keyof Expectations>(key: Key, before: Expectations, after: Expectations): readonly Lost[] {
  const was = before[key];
  const is = after[key];
  return was === undefined || is === undefined ? [] : LOST[key](was, is);
}

/** What each check no longer demands, if both versions have it; in the order of the report. */
const LOST: {
  readonly [Key in keyof Required<Expectations>]: (
    before: NonNullable<Expectations[Key]>,
    after: NonNullable<Expectations[Key]>,
  ) => readonly Lost[];
} = {
  tools: (before, after) => lostCalls('tools', before, after),
  plan: (before, after) => lostCalls('plan', before, after),
  response: lostAnswer,
  metadata: (before, after) => lostKeys('metadata', before, after),
  state: (before, after) => lostKeys('state', before, after),
  retrieved: lostHits,
  limits: raisedLimits,
  files: lostFiles,
  commands: lostCommands,
  diff: lostDiff,
  custom: (before, after) => lostItems('custom', before, after),
  judge: (before, after) => lostItems('judge', before, after),
  no_tools: () => [],
  completes: () => [],
  reported: () => [],
};

/** A trial that does not complete fails anyway; expecting a tool call and expecting none exclude each other. */
function placeTaken(key: keyof Expectations, after: Expectations, elsewhere: ReadonlySet<string>): Lost['kind'] {
  if (key === 'completes' && (Object.keys(after).length > 0 || elsewhere.size > 0)) return 'kept';
  const other = key === 'tools' ? 'no_tools' : key === 'no_tools' ? 'tools' : key;
  return elsewhere.has(key) || other in after ? 'rewritten' : 'less';
}

function lostCalls(name: string, before: ToolsExpectation, after: ToolsExpectation): readonly Lost[] {
  return [
    ...lostItems(`${name}.calls`, callsOf(before), callsOf(after), { isKept: isStillCalled, isLooser: isLooserCall }),
    ...lostItems(`${name}.parallel`, groupsOf(before), groupsOf(after)),
    ...(ORDERS.indexOf(after.order) < ORDERS.indexOf(before.order)
      ? [less(`${name}.order ${before.order} → ${after.order}`)]
      : []),
    ...(!before.allow_extra && after.allow_extra ? [less(`${name}.allow_extra false → true`)] : []),
    ...lostItems(`${name}.before`, before.before, after.before),
    ...lostItems(`${name}.forbidden`, before.forbidden, after.forbidden, {
      isCovered: (glob, other) => !/[*?[\]{}\\]/.test(glob) && compileGlob(other, 'name')(glob),
    }),
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

function isLooserCall(before: ExpectedCall, after: ExpectedCall): boolean {
  return isStillCalled(after, before);
}

function lostHits(before: RetrievedExpectation, after: RetrievedExpectation): readonly Lost[] {
  const isSame = canonicalJson([...before.ids].sort()) === canonicalJson([...after.ids].sort());
  return [
    ...(isSame ? [] : [rewritten('retrieved.ids rewritten')]),
    ...raised('retrieved.k', before.k, after.k),
    ...lowered('retrieved.min_hits', before.min_hits, after.min_hits),
  ];
}

function raisedLimits(before: LimitsExpectation, after: LimitsExpectation): readonly Lost[] {
  return keysOf(LIMITS).flatMap((key) => raised(`limits.${key}`, before[key] ?? null, after[key] ?? null));
}

const LIMITS: Readonly<Record<keyof LimitsExpectation, true>> = {
  max_input_tokens: true,
  max_output_tokens: true,
  max_total_tokens: true,
  max_steps: true,
  max_latency_ms: true,
  max_cost_usd: true,
};

/** Arguments and how to compare them. */
type ComparedArgs = Pick<ExpectedCall, 'args_match'> & { readonly args: JsonObject };

/**
 * Whether every call that matches the later arguments matches the earlier ones too, as far as their form shows: further keys if
 * both are `includes`, and `exact` instead of `includes`.
 */
function coversArgs(before: ComparedArgs, after: ComparedArgs): boolean {
  if (before.args_match === 'ignore') return true;
  if (after.args_match === 'ignore') return false;
  if (before.args_match === 'exact')
    return after.args_match === 'exact' && canonicalJson(before.args) === canonicalJson(after.args);
  // A negation excludes fewer values if it must be equal.
  if (after.args_match === 'exact' && hasDenial(before.args)) return false;
  return holdsKeysOf(before.args, after.args);
}

function holdsKeysOf(before: JsonObject, after: JsonObject): boolean {
  return Object.entries(before).every(([key, value]) => Object.hasOwn(after, key) && holds(value, after[key] ?? null));
}

function holds(before: Json, after: Json): boolean {
  if (isJsonList(before) && isJsonList(after))
    return before.length === after.length && before.every((item, i) => holds(item, after[i] ?? null));
  if (isPlain(before) && isPlain(after)) return holdsKeysOf(before, after);
  return canonicalJson(before) === canonicalJson(after);
}

/** Only equal matchers are known to accept the same values. */
function isPlain(value: Json): value is JsonObject {
  return isJsonObject(value) && !Object.keys(value).some((key) => matchers.has(key));
}

function hasDenial(value: Json): boolean {
  if (isJsonList(value)) return value.some(hasDenial);
  return isJsonObject(value) && Object.entries(value).some(([key, inner]) => key === '$not' || hasDenial(inner));
}
