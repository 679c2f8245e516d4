import type { DocumentPath } from '#domain/document/located-document.ts';
import { isJsonObject, type Json } from '#domain/json.ts';
import { type DraftObject, place } from '../conversion/placed.ts';
import { type Assertion, type Meaning, type Reader, type ToolsDemand, textsOf } from './assertion.ts';

/** Assertions about the calls of tools. */
export const toolAssertions: Readonly<Record<string, Reader>> = {
  'trajectory:tool-used': toolUsed,
  'trajectory:tool-sequence': toolSequence,
  'trajectory:tool-args-match': argumentsMatch,
  'trajectory:step-count': stepCount,
};

const CALLS = 'write it as `tools: {calls: […]}`';

const PATTERN = 'names with * or ? stand for several tools there; name one tool in `tools: {calls: […]}`';

function toolUsed(assertion: Assertion): Meaning {
  const { value, negated, origin } = assertion;
  if (!negated && isPattern(value)) return { nearest: PATTERN };
  const names = isJsonObject(value) || value === null ? null : textsOf(assertion);
  if (names !== null) return negated ? forbidden(names, origin) : used(names, origin);
  if (!isJsonObject(value) || typeof value['name'] !== 'string' || negated) return { nearest: CALLS };
  const { name, min = 1, max, ...others } = value;
  if (Object.keys(others).length > 0 || !Number.isSafeInteger(min)) return { nearest: CALLS };
  if (max === 0 && (min === 0 || !Object.hasOwn(value, 'min'))) return forbidden([name], origin);
  if (max !== undefined || Number(min) < 1)
    return { nearest: 'the number of calls is limited for all tools together: `tools: {max_calls: 3}`' };
  return used(
    Array.from({ length: Number(min) }, () => name),
    origin,
  );
}

function toolSequence({ value, negated, origin }: Assertion): Meaning {
  const written = Array.isArray(value) ? { steps: value } : value;
  if (negated || !isJsonObject(written) || !Array.isArray(written['steps'])) return { nearest: CALLS };
  const steps = written['steps'].map((step: Json) => (isJsonObject(step) ? (step['name'] ?? null) : step));
  const names = steps.filter((step: Json) => typeof step === 'string');
  const mode = written['mode'] ?? 'in_order';
  if (isPattern(names)) return { nearest: PATTERN };
  if (names.length < steps.length || names.length === 0 || (mode !== 'in_order' && mode !== 'exact'))
    return { nearest: CALLS };
  return { tools: demand('sequence', names, origin, mode) };
}

function argumentsMatch({ value, negated, origin }: Assertion): Meaning {
  if (negated || !isJsonObject(value)) return { nearest: CALLS };
  const { name, args: shortArgs, arguments: longArgs, mode = 'partial', ...others } = value;
  const args = shortArgs ?? longArgs;
  const [other] = Object.keys(others);
  if (other !== undefined)
    return {
      nearest: `\`${other}\` has no equal; write the argument as a matcher such as {$any: true} in \`tools: {calls: […]}\``,
    };
  if (typeof name !== 'string' || !isJsonObject(args)) return { nearest: CALLS };
  if (isPattern(name)) return { nearest: PATTERN };
  const call = { name, args: place(args, origin), args_match: mode === 'exact' ? 'exact' : 'includes' };
  return { tools: { kind: 'arguments', order: 'any', calls: [call], origin } };
}

function stepCount({ value, negated, origin }: Assertion): Meaning {
  if (negated || !isJsonObject(value)) return { nearest: COUNTS };
  const { type, min, max, ...others } = value;
  if (type !== 'tool' || Object.keys(others).length > 0) return { nearest: COUNTS };
  const tools = {
    min_calls: min === undefined || min === 0 ? undefined : place(min, origin),
    max_calls: max === undefined ? undefined : place(max, origin),
  };
  return { demand: { tools } };
}

const COUNTS = 'limit the calls of all tools, `tools: {max_calls: 6}`, or the model calls, `limits: {max_steps: 6}`';

function isPattern(value: Json): boolean {
  const names = Array.isArray(value) ? value : [isJsonObject(value) ? (value['name'] ?? null) : value];
  return names.some((name: Json) => typeof name === 'string' && /[*?]/.test(name));
}

function used(names: readonly string[], origin: DocumentPath): Meaning {
  return { tools: demand('used', names, origin, 'any') };
}

function forbidden(names: readonly string[], origin: DocumentPath): Meaning {
  return { demand: { tools: { forbidden: names.map((name) => place(name, origin)) } } };
}

function demand(
  kind: ToolsDemand['kind'],
  names: readonly string[],
  origin: DocumentPath,
  order: ToolsDemand['order'],
): ToolsDemand {
  return { kind, order, calls: names.map((name) => ({ name })), origin };
}

/**
 * The calls of several assertions as one list. Each asks by itself whether there is such a call, while a call here answers one
 * item of the list: a name that a more exact item has too is left out. `null` if one list can't say it.
 */
export function joinTools(demands: readonly ToolsDemand[]): DraftObject | null {
  const sequences = demands.filter(({ kind }) => kind === 'sequence');
  const [sequence, second] = sequences;
  const exact = demands.filter(({ kind }) => kind === 'arguments').flatMap(({ calls }) => calls);
  const exactNames = exact.map(({ name }) => name);
  if (second !== undefined || (sequence !== undefined && exact.length > 0)) return null;
  if (new Set(exactNames).size < exactNames.length) return null;
  const named = mostOfEach(
    demands.filter(({ kind }) => kind === 'used').map(({ calls }) => calls.map(({ name }) => name)),
  );
  const inOrder = sequence?.calls.map(({ name }) => name) ?? [];
  const covered = (name: string) => [...exactNames, ...inOrder].filter((other) => other === name).length;
  const missing = [...named].flatMap(([name, count]) =>
    Array.from({ length: Math.max(0, count - covered(name)) }, () => ({ name })),
  );
  if (sequence !== undefined && missing.length > 0) return null;
  const calls = [...(sequence?.calls ?? []), ...exact, ...missing];
  const [first] = demands;
  if (first === undefined || calls.length === 0) return {};
  return {
    tools: {
      order: sequence?.order ?? 'any',
      allow_extra: sequence?.order !== 'exact',
      calls: place(calls, (sequence ?? first).origin),
    },
  };
}

/** How often each name is asked for by the assertion that asks most. */
function mostOfEach(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) {
    for (const name of list) {
      const count = list.filter((other) => other === name).length;
      counts.set(name, Math.max(count, counts.get(name) ?? 0));
    }
  }
  return counts;
}
