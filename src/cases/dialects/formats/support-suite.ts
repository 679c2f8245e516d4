import { isJsonObject, type Json } from '#common/json.ts';
import { readConversation } from '../conversion/conversation.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import {
  AMONG_OTHERS,
  gatherDemands,
  namedCalls,
  responseDemand,
  toolsDemand,
  withoutRepeatedDemands,
} from '../conversion/demands.ts';
import type { Dialect, DialectOptions } from '../conversion/dialect.ts';
import type { Fields } from '../conversion/fields.ts';
import { freeFields } from '../conversion/free-fields.ts';
import { type DraftObject, type Placed, place, placeIfGiven } from '../conversion/placed.ts';
import { isOfEscalation, supportFields } from '../conversion/row-formats.ts';
import { readNamed } from '../conversion/row-id.ts';
import { refuseUnread } from '../conversion/unread-fields.ts';

/**
 * Support suites: `agent, model, test_cases[{name, input | messages, expected{…}}]`. If `messages` are texts they are the
 * user's: the agent answers each, and `expected` applies to the end. If they are `{role, content}`, the last of the user is the
 * input, and those before it are the history. `tools_used` is a set of names: order, repetition and further tools don't matter
 * (`max_tool_calls` limits those); the empty set demands that no tool is called. `escalated: false` also holds if the agent
 * returns no such field, or `null`; every `escalation_…` is a text that it returns. A demand that is `null` is ignored. `agent` and `model` of the file become metadata of
 * every case.
 */
export const supportSuite: Dialect = {
  name: 'support-suite',
  options: ['order', 'extra', 'roles', 'ignore'],
  convert: (document, options) =>
    convertRows(document, (row) => convertRow(row, options, fileMetadata(document)), fileFields),
};

const fileFields = ['agent', 'model'];
const rowFields = ['name', 'input', 'messages', 'expected'];

function convertRow(row: Fields, options: DialectOptions, metadata: DraftObject): DraftObject {
  return {
    ...readNamed(row),
    ...readMessages(row, options),
    expect: readDemands(row, options),
    ...freeFields(row, rowFields, metadata),
  };
}

function readMessages(row: Fields, options: DialectOptions): DraftObject {
  if (row.raw('messages') === null) return { input: placeIfGiven(row.requiredText('input'), row.at('input')) };
  for (const key of ['input', 'history'].filter((other) => row.raw(other) !== null)) {
    const message = `this case has both \`${key}\` and \`messages\`; write it among the \`messages\`, the input last`;
    row.problems.push({ severity: 'error', path: row.at(key), message });
  }
  if (isTexts(row.raw('messages'))) {
    const texts = row.texts('messages') ?? [];
    return {
      turns: place(
        texts.map((text, index) => place({ input: text }, [...row.at('messages'), index])),
        row.at('messages'),
      ),
    };
  }
  const { input, history } = readConversation(row, 'messages', options);
  return { history: history.length > 0 ? place(history, row.at('messages')) : undefined, input };
}

/** A list with a text in it; any other item is then an error. */
function isTexts(messages: Json): boolean {
  return Array.isArray(messages) && messages.some((item: Json) => typeof item === 'string');
}

function readDemands(row: Fields, options: DialectOptions): Placed | undefined {
  const expected = row.fields('expected');
  if (row.raw('expected') === null) {
    const message = `\`expected\` is missing; expected a mapping with at least one of ${supportFields.join(', ')}`;
    row.problems.push({ severity: 'error', path: row.path, message });
  }
  if (expected === null) return undefined;
  const tools = withoutRepeatedDemands(namedCalls(expected.texts('tools_used'), expected.at('tools_used')));
  const parts = [
    toolsDemand(
      tools,
      AMONG_OTHERS,
      options,
      placeIfGiven(expected.count('max_tool_calls'), expected.at('max_tool_calls')),
    ),
    responseDemand(expected, { contains: 'should_contain', not_contains: 'should_not_contain' }),
    metadataDemand(expected),
    limitsDemand(expected),
  ];
  refuseUnread(expected, supportFields);
  return gatherDemands(expected.path, parts);
}

function metadataDemand(expected: Fields): DraftObject {
  const escalated = expected.flag('escalated');
  const fields = [
    ['escalated', escalated === false ? notEscalated : escalated] as const,
    ...Object.keys(expected.unread()).flatMap((key) =>
      isOfEscalation(key) ? [[key, expected.text(key)] as const] : [],
    ),
  ].flatMap(([key, value]) => (value === null ? [] : [[key, place(value, expected.at(key))] as const]));
  return { metadata: fields.length > 0 ? Object.fromEntries(fields) : undefined };
}

const notEscalated: Json = { $one_of: [false, null, { $absent: true }] };

function limitsDemand(expected: Fields): DraftObject {
  const keys = ['max_input_tokens', 'max_output_tokens'] as const;
  const limits = keys.flatMap((key) => {
    const count = expected.count(key);
    return count === null ? [] : [[key, place(count, expected.at(key))] as const];
  });
  return { limits: limits.length > 0 ? Object.fromEntries(limits) : undefined };
}

/** `agent` and `model` as the file writes them, whatever their type. */
function fileMetadata(document: Json): DraftObject {
  if (!isJsonObject(document) || !Object.hasOwn(document, 'test_cases')) return {};
  const keys = fileFields.filter((key) => Object.hasOwn(document, key));
  return Object.fromEntries(keys.map((key) => [key, place(document[key] ?? null, [key])]));
}
