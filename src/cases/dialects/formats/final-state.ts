import { slug } from '#cases/suite/parsing/slug.ts';
import { hashJson } from '#common/hash-json.ts';
import { readConversation } from '../conversion/conversation.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { AMONG_OTHERS, gatherDemands, responseDemand, toolsDemand, type WrittenCalls } from '../conversion/demands.ts';
import type { Dialect, DialectOptions } from '../conversion/dialect.ts';
import { readCall } from '../conversion/expected-call.ts';
import type { Fields } from '../conversion/fields.ts';
import { readTags } from '../conversion/free-fields.ts';
import { type DraftObject, type Placed, place, placeIfGiven } from '../conversion/placed.ts';
import { slugOf } from '../conversion/row-id.ts';
import { refuseUnread, unreadInformation } from '../conversion/unread-fields.ts';

/**
 * Final states of a conversation: `order, conversation[{role, content}]` (or `conversations`)`, expected.final_state{tool_calls[{tool, params}],
 * customer_msg_contains}`, or `sample_id, input[{role, content}], expected_function_call{name, arguments}, order`. The last
 * customer turn is the input, those before it the history. The order and every other field of the row become the agent's
 * context, except `id`, `name`, `category`, `tags`. Arguments are compared exactly, calls in any order and among others; an
 * empty `tool_calls` and an `expected_function_call` that is `null` demand that no tool is called. `expected_routing`, alone or
 * with these, is the required `routing` in the agent's metadata.
 *
 * The id of a row with neither `id` nor `sample_id` is its file's name and a hash of the agent's input (context, history,
 * input): it stays the same when rows move or expectations change, and changes with the task itself.
 */
export const finalState: Dialect = {
  name: 'final-state',
  options: ['order', 'extra', 'args', 'roles', 'ignore'],
  convert: (document, options, file) => convertRows(document, (row) => convertRow(row, options, file.stem)),
};

const conversationKeys = ['conversation', 'conversations'];
const rowFields = [...conversationKeys, 'expected', 'sample_id', 'input', 'expected_function_call', 'expected_routing'];

function convertRow(row: Fields, options: DialectOptions, stem: string): DraftObject {
  const [key = 'input', second] = conversationKeys.filter((known) => row.has(known));
  const { input, history, messages } = readConversation(row, key, options);
  if (second !== undefined) {
    const message = `this case has both \`${key}\` and \`${second}\`; write one conversation`;
    row.problems.push({ severity: 'error', path: row.at(second), message });
  }
  const writtenId = readWrittenId(row);
  const name = placeIfGiven(row.text('name'), row.at('name'));
  const tags = readTags(row);
  const expect = readDemands(row, options);
  const context = unreadInformation(row, rowFields);
  return {
    id: writtenId ?? place(slug(`${stem}-${hashJson({ context, messages }).slice(0, 8)}`), row.path),
    name,
    tags,
    context: Object.keys(context).length > 0 ? place(context, row.path) : undefined,
    history: history.length > 0 ? history : undefined,
    input,
    expect,
  };
}

function readWrittenId(row: Fields): Placed | undefined {
  const [id, sampleId] = [row.identifier('id'), row.identifier('sample_id')];
  return slugOf(row, 'id', id) ?? slugOf(row, 'sample_id', sampleId);
}

function readDemands(row: Fields, options: DialectOptions): Placed | undefined {
  const [hasState, hasCall] = [row.raw('expected') !== null, row.has('expected_function_call')];
  const routing = routingDemand(row);
  if (hasState && hasCall) {
    row.problems.push({ severity: 'error', path: row.path, message: `this case has both of ${oneOfTwo}` });
  } else if (!hasState && !hasCall && routing.metadata === undefined) {
    row.problems.push({ severity: 'error', path: row.path, message: `this case has neither of ${oneOfTwo}` });
  }
  const parts = hasState ? readFinalState(row, options) : hasCall ? [readFunctionCall(row, options)] : [];
  return gatherDemands(row.path, [...parts, routing]);
}

const oneOfTwo =
  '`expected.final_state` and `expected_function_call`; expected one of them (`expected_function_call: null` when no tool may be called)';

function routingDemand(row: Fields): DraftObject {
  const routing = placeIfGiven(row.raw('expected_routing'), row.at('expected_routing'));
  return { metadata: routing && { routing } };
}

function readFunctionCall(row: Fields, options: DialectOptions): DraftObject {
  const call = row.fields('expected_function_call');
  const calls = call === null ? [] : [place(readCall(call, { name: 'name', args: 'arguments' }, options), call.path)];
  return toolsDemand({ calls, origin: row.at('expected_function_call') }, AMONG_OTHERS, options);
}

function readFinalState(row: Fields, options: DialectOptions): readonly DraftObject[] {
  const expected = row.fields('expected');
  const state = expected?.fields('final_state') ?? null;
  if (expected?.raw('final_state') === null) {
    const message = '`final_state` is missing; expected a mapping with tool_calls, customer_msg_contains, or both';
    row.problems.push({ severity: 'error', path: row.at('expected'), message });
  }
  if (expected === null || state === null) return [];
  const tools = toolsDemand(readCalls(state, options), AMONG_OTHERS, options);
  const response = responseDemand(state, { contains: 'customer_msg_contains' });
  refuseUnread(state, ['tool_calls', 'customer_msg_contains']);
  refuseUnread(expected, ['final_state']);
  return [tools, response];
}

function readCalls(state: Fields, options: DialectOptions): WrittenCalls | null {
  if (!state.has('tool_calls')) return null;
  const calls = state.list('tool_calls') ?? [];
  const keys = { name: 'tool', args: 'params' };
  return {
    calls: calls.map((call) => place(readCall(call, keys, options), call.path)),
    origin: state.at('tool_calls'),
  };
}
