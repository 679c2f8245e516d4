import type { ComponentChildren } from 'preact';
import { splitPath } from '#cases/matching/paths.ts';
import { canonicalJson, type Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { duration, wholeNumber } from '#common/words.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { ArgumentDifference, ExpectedCallMark } from '../data/case-data.ts';
import { visibleText } from '../markup/shown.ts';
import { longText } from './long-text.tsx';

/** What a call is read against. */
interface Against {
  /** What its own side is called. */
  readonly side: string;
  /** The call on the other side; `null`: it has none. */
  readonly other: ToolCall | null;
  /** `here`, `on master`. */
  readonly elsewhere: string;
  /** The expected call that it stands for; `null`: none is known. */
  readonly mark: ExpectedCallMark | null;
}

/** One call: its name, its arguments with what differs, its result. */
export function callCard(call: ToolCall, against: Against): ComponentChildren {
  const status = call.status === 'error' ? <b class="bad">{' failed'}</b> : null;
  return (
    <div class="call" data-side={against.side}>
      <p class="call-name">
        <code>{visibleText(call.name)}</code>
        {status}
        {serverOf(call)}
        {verdictOf(against.mark)}
      </p>
      {argumentList(call, against)}
      {result(call)}
    </div>
  );
}

/** Of a call that an MCP server was seen to answer, or a mock in its place. */
function serverOf({ server, mocked, duration_ms: took, bytes }: ToolCall): ComponentChildren {
  if (server === undefined) return null;
  const facts = [
    mocked ? `mock of the MCP server ${server}` : `MCP server ${server}`,
    ...(took === undefined ? [] : [duration(took)]),
    ...(bytes === undefined ? [] : [`${wholeNumber(bytes)} bytes`]),
  ];
  return <span class="note">{` ${visibleText(facts.join(', '))}`}</span>;
}

function verdictOf(mark: ExpectedCallMark | null): ComponentChildren {
  if (mark === null) return null;
  return mark.differences.length === 0 ? (
    <span class="good note">✓ as expected</span>
  ) : (
    <span class="bad note">✗ not as expected</span>
  );
}

function argumentList(call: ToolCall, against: Against): ComponentChildren {
  const names = new Set([...Object.keys(call.arguments), ...missingNames(against)]);
  if (names.size === 0) return <p class="none">no arguments</p>;
  return <dl class="arguments">{[...names].map((name) => argument(name, call, against))}</dl>;
}

function missingNames({ mark }: Against): readonly string[] {
  return (mark?.differences ?? []).flatMap(({ path, actual }) =>
    actual === undefined && path !== '' ? [topOf(path)] : [],
  );
}

function argument(name: string, call: ToolCall, { mark, other, elsewhere }: Against): ComponentChildren {
  const value = Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
  const wrong = mark?.differences.find(({ path }) => topOf(path) === name) ?? null;
  const differs = other !== null && isDifferent(value, own(other, name));
  const label = wrong !== null ? 'wrong' : differs ? 'differs' : '';
  return (
    <div class={`argument ${label}`.trim()}>
      <dt>
        {wrong !== null ? <b>{'✗ '}</b> : differs ? <b>{'≠ '}</b> : null}
        {visibleText(name)}
      </dt>
      <dd>
        {value === undefined ? <span class="none">not given</span> : jsonValue(value)}
        {wrong === null ? null : expectation(wrong)}
        {differs && wrong === null ? (
          <span class="note">{`${own(other, name) === undefined ? 'not given' : 'other than'} ${elsewhere}`}</span>
        ) : null}
      </dd>
    </div>
  );
}

/** What was expected in place of a value: with types where only they tell the two apart. */
function expectation({ path, expected, types, renamed_to: to }: ArgumentDifference): ComponentChildren {
  if (expected === undefined) return <span class="bad note">not expected</span>;
  const where = splitPath(path).length === 1 ? '' : ` at ${visibleText(path)}`;
  const kinds = types === null ? '' : ` (${types})`;
  return (
    <span class="bad note">
      {`expected${where} `}
      <code>{visibleText(expected)}</code>
      {kinds}
      {to === undefined ? '' : `, which is in ${visibleText(to)}: ${visibleText(path)} → ${visibleText(to)}`}
    </span>
  );
}

/** What came of a call without a result. */
const NOTHING = { ok: 'no result', error: 'failed, without a result', unseen: 'no result seen' } as const;

function result({ result: value, status }: ToolCall): ComponentChildren {
  if (value === null) return <p class="none">{NOTHING[status ?? 'unseen']}</p>;
  const text = typeof value === 'string' ? value : jsonText(value, 2);
  const line = text.replace(/\s+/g, ' ').slice(0, 90);
  return (
    <details class="result">
      <summary>
        {'→ '}
        <code>{visibleText(line) + (text.length > 90 ? '…' : '')}</code>
      </summary>
      {longText(text)}
    </details>
  );
}

/** A value as JSON; texts without their quotes where they have several lines. */
function jsonValue(value: Json): ComponentChildren {
  const text = typeof value === 'string' && value.includes('\n') ? value : jsonText(value);
  return text.length > 300 ? (
    longText(typeof value === 'string' ? value : jsonText(value, 2))
  ) : (
    <code>{visibleText(text)}</code>
  );
}

function own(call: ToolCall, name: string): Json | undefined {
  return Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
}

function isDifferent(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return left !== right;
  return canonicalJson(left) !== canonicalJson(right);
}

/** The argument that a path leads into. */
function topOf(path: string): string {
  return splitPath(path)[0] ?? '';
}
