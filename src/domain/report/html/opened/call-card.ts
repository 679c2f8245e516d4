import { canonicalJson, type Json } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { splitPath } from '#domain/matching/paths.ts';
import type { ToolCall } from '#domain/trial/trajectory.ts';
import { duration, wholeNumber } from '#domain/words.ts';
import type { ArgumentDifference, ExpectedCallMark } from '../data/case-data.ts';
import { el, type Markup, shown } from '../markup/markup.ts';
import { longText } from './long-text.ts';

/** What a call is read against. */
interface Against {
  /** The call on the other side; `null`: it has none. */
  readonly other: ToolCall | null;
  readonly other_side: 'main' | 'here';
  /** The expected call that it stands for; `null`: none is known. */
  readonly mark: ExpectedCallMark | null;
}

/** One call: its name, its arguments with what differs, its result. */
export function callCard(call: ToolCall, against: Against): Markup {
  const status = call.status === 'error' ? el('b', { class: 'bad' }, ' failed') : null;
  return el(
    'div',
    { class: 'call' },
    el('p', { class: 'call-name' }, el('code', {}, shown(call.name)), status, serverOf(call), verdictOf(against.mark)),
    argumentList(call, against),
    result(call),
  );
}

/** Of a call that an MCP server was seen to answer, or a mock in its place. */
function serverOf({ server, mocked, duration_ms: took, bytes }: ToolCall): Markup {
  if (server === undefined) return null;
  const facts = [
    mocked ? `mock of the MCP server ${server}` : `MCP server ${server}`,
    ...(took === undefined ? [] : [duration(took)]),
    ...(bytes === undefined ? [] : [`${wholeNumber(bytes)} bytes`]),
  ];
  return el('span', { class: 'note' }, ` ${shown(facts.join(', '))}`);
}

function verdictOf(mark: ExpectedCallMark | null): Markup {
  if (mark === null) return null;
  return mark.differences.length === 0
    ? el('span', { class: 'good note' }, '✓ as expected')
    : el('span', { class: 'bad note' }, '✗ not as expected');
}

function argumentList(call: ToolCall, against: Against): Markup {
  const names = new Set([...Object.keys(call.arguments), ...missingNames(against)]);
  if (names.size === 0) return el('p', { class: 'none' }, 'no arguments');
  return el(
    'dl',
    { class: 'arguments' },
    [...names].map((name) => argument(name, call, against)),
  );
}

function missingNames({ mark }: Against): readonly string[] {
  return (mark?.differences ?? []).flatMap(({ path, actual }) =>
    actual === undefined && path !== '' ? [topOf(path)] : [],
  );
}

function argument(name: string, call: ToolCall, { mark, other, other_side: side }: Against): Markup {
  const value = Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
  const wrong = mark?.differences.find(({ path }) => topOf(path) === name) ?? null;
  const differs = other !== null && isDifferent(value, own(other, name));
  const label = wrong !== null ? 'wrong' : differs ? 'differs' : '';
  return el(
    'div',
    { class: `argument ${label}`.trim() },
    el('dt', {}, wrong !== null ? el('b', {}, '✗ ') : differs ? el('b', {}, '≠ ') : null, shown(name)),
    el(
      'dd',
      {},
      value === undefined ? el('span', { class: 'none' }, 'not given') : jsonValue(value),
      wrong === null ? null : expectation(wrong),
      differs && wrong === null
        ? el(
            'span',
            { class: 'note' },
            `${own(other, name) === undefined ? 'not given' : 'other than'} ${side === 'main' ? 'on main' : 'here'}`,
          )
        : null,
    ),
  );
}

/** What was expected in place of a value: with types where only they tell the two apart. */
function expectation({ path, expected, types }: ArgumentDifference): Markup {
  if (expected === undefined) return el('span', { class: 'bad note' }, 'not expected');
  const where = splitPath(path).length === 1 ? '' : ` at ${shown(path)}`;
  const kinds = types === null ? '' : ` (${types})`;
  return el('span', { class: 'bad note' }, `expected${where} `, el('code', {}, shown(expected)), kinds);
}

/** What came of a call without a result. */
const NOTHING = { ok: 'no result', error: 'failed, without a result', unseen: 'no result seen' } as const;

function result({ result: given, status }: ToolCall): Markup {
  if (given === null) return el('p', { class: 'none' }, NOTHING[status ?? 'unseen']);
  const text = typeof given === 'string' ? given : jsonText(given, 2);
  const line = text.replace(/\s+/g, ' ').slice(0, 90);
  return el(
    'details',
    { class: 'result' },
    el('summary', {}, '→ ', el('code', {}, shown(line) + (text.length > 90 ? '…' : ''))),
    longText(text),
  );
}

/** A value as JSON; texts without their quotes where they have several lines. */
function jsonValue(value: Json): Markup {
  const text = typeof value === 'string' && value.includes('\n') ? value : jsonText(value);
  return text.length > 300
    ? longText(typeof value === 'string' ? value : jsonText(value, 2))
    : el('code', {}, shown(text));
}

function own(call: ToolCall, name: string): Json | undefined {
  return Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
}

function isDifferent(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return one !== other;
  return canonicalJson(one) !== canonicalJson(other);
}

/** The argument that a path leads into. */
function topOf(path: string): string {
  return splitPath(path)[0] ?? '';
}
