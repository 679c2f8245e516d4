import { alignCalls } from '#cases/matching/align-calls.ts';
import { argumentsInWords, inWords } from '#cases/matching/in-words.ts';
import { matchCall, renamedArgument } from '#cases/matching/match-call.ts';
import { type Difference, matchArguments } from '#cases/matching/match-value.ts';
import type { Case } from '#cases/suite/case.ts';
import type { Expectations, ExpectedCall } from '#cases/suite/expectation.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import type { ToolCall, Trajectory } from '#trials/trial/trajectory.ts';
import type { ArgumentDifference, ExpectedCallMark } from './case-data.ts';

/**
 * What each expected call became in a trial: first those that a call fulfils, in the order that the case demands, then, among the
 * rest, the first call with the same name.
 *
 * @returns `null` if nothing is expected of the calls
 */
export function expectedMarks(evalCase: Case, { turns }: Trajectory): readonly ExpectedCallMark[] | null {
  const starts: number[] = [];
  let count = 0;
  for (const { tool_calls } of turns) {
    starts.push(count);
    count += tool_calls?.length ?? 0;
  }
  const scopes = [
    ...evalCase.turns.map(({ expect }, index) => {
      const calls = turns[index]?.tool_calls ?? [];
      return marksOf(expect, { turn: index + 1, calls, start: starts[index] ?? count });
    }),
    marksOf(evalCase.expect, { turn: null, calls: turns.flatMap(({ tool_calls }) => tool_calls ?? []), start: 0 }),
  ];
  const known = scopes.filter((marks) => marks !== null);
  return known.length === 0 ? null : known.flat();
}

/** The calls that an expectation is about; `start`: the place of the first among all calls of the trial. */
interface Scope {
  readonly turn: number | null;
  readonly calls: readonly ToolCall[];
  readonly start: number;
}

function marksOf(expect: Expectations | null, { turn, calls, start }: Scope): readonly ExpectedCallMark[] | null {
  const steps = (expect?.tools?.calls ?? []).map((step) => (step.kind === 'call' ? [step.call] : step.calls));
  if (steps.length === 0 || expect?.tools === undefined) return null;
  const expected = steps.flat();
  const fits = (e: number, c: number): boolean => {
    const [expectedCall, call] = [expected[e], calls[c]];
    return expectedCall !== undefined && call !== undefined && matchCall(expectedCall, call) === null;
  };
  const sizes = steps.map((step) => step.length);
  const fulfilled = new Map(alignCalls(sizes, calls.length, expect.tools.order, fits));
  const taken = new Set(fulfilled.values());
  return expected.map((expectedCall, index): ExpectedCallMark => {
    const { name, args } = expectedCall;
    const mark = { turn, name, args: args === null ? null : argumentsInWords(args, LONGEST) };
    const exact = fulfilled.get(index);
    if (exact !== undefined) return { ...mark, call: start + exact, differences: [] };
    const near = calls.findIndex(({ name }, place) => name === expectedCall.name && !taken.has(place));
    const call = calls[near];
    if (call === undefined) return { ...mark, call: null, differences: [] };
    taken.add(near);
    return { ...mark, call: start + near, differences: differencesOf(expectedCall, call) };
  });
}

/** One difference for each argument, arguments by name, then the status. */
function differencesOf({ args, args_match, status }: ExpectedCall, call: ToolCall): readonly ArgumentDifference[] {
  const mode = args_match === 'ignore' ? null : args_match;
  const expectedArgs = mode === null ? {} : (args ?? {});
  const names = new Set([
    ...Object.keys(expectedArgs),
    ...(mode === 'exact' && args !== null ? Object.keys(call.arguments) : []),
  ]);
  const differences = [...names].sort().flatMap((name) => {
    const difference = matchArguments(only(expectedArgs, name), only(call.arguments, name), mode ?? 'exact');
    if (difference === null) return [];
    const renamed = renamedArgument(expectedArgs, call.arguments, difference);
    return [{ ...inWordsOf(difference), ...(renamed !== null && { renamed_to: renamed.to }) }];
  });
  const isWrongStatus = status !== null && status !== call.status;
  return [
    ...differences,
    ...(isWrongStatus
      ? [{ path: '', code: 'wrong_status', expected: jsonText(status), actual: call.status, types: null }]
      : []),
  ];
}

/** Characters of an expected value. */
const LONGEST = 600;

function inWordsOf({ path, code, expected, actual }: Difference): ArgumentDifference {
  return {
    path,
    code,
    ...(expected !== undefined && { expected: inWords(expected, LONGEST) }),
    ...(actual !== undefined && { actual }),
    types: code === 'wrong_type' ? typesOf(expected, actual) : null,
  };
}

/** `text, not number`; what a matcher takes, its words say. */
function typesOf(expected: Json | undefined, actual: Json | undefined): string {
  return isMatcher(expected) ? `got ${typeOf(actual)}` : `${typeOf(expected)}, not ${typeOf(actual)}`;
}

function only(values: ToolCall['arguments'], name: string): ToolCall['arguments'] {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value === undefined ? {} : { [name]: value };
}

function isMatcher(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).some((key) => key.startsWith('$'));
}

function typeOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
