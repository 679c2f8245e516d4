import { hashJson } from '#domain/hash-json.ts';
import type { Json } from '#domain/json.ts';
import { slug } from '#domain/suite/parsing/slug.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { gatherDemands, THE_LIST, toolsDemand } from '../conversion/demands.ts';
import { readCall } from '../conversion/expected-call.ts';
import type { Fields } from '../conversion/fields.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { type DraftObject, place, placeIfGiven } from '../conversion/placed.ts';
import { referenceDemand } from '../conversion/reference.ts';
import { unreadInformation } from '../conversion/unread-fields.ts';
import type { Dialect, DialectOptions } from '../dialect.ts';

/**
 * Samples of Ragas: `user_input` (a text, or messages of `human`, `ai` and `tool`), `reference`, `reference_tool_calls[{name, args}]`.
 * Of messages, those of the user are the turns that the agent answers, and what is demanded holds at the end. Tool calls are the list
 * of all calls, in their order, with at least the expected arguments, as its metric is by itself. Metrics are code there: the option
 * `reference` says how the reference is compared.
 */
export const ragas: Dialect = {
  name: 'ragas',
  options: ['order', 'extra', 'args', 'reference', 'ignore'],
  convert: (document, options, { stem }) => convertRows(document, (row) => convertRow(row, options, stem)),
};

/** What a sample says of an answer that was given, or of its making. */
const NOT_GIVEN = [
  ...['retrieved_contexts', 'reference_contexts', 'retrieved_context_ids', 'reference_context_ids', 'response'],
  ...['multi_responses', 'synthesizer_name', 'persona_name', 'query_style', 'query_length'],
];

/** What demands something that a case can't, and why. */
const REFUSED: Readonly<Record<string, string | undefined>> = {
  rubrics: 'are levels of a score, and a judge here answers yes or no',
  reference_topics: 'are what a model compares the topics of the conversation with',
};

function convertRow(row: Fields, options: DialectOptions, stem: string): DraftObject {
  const information = NOT_GIVEN.filter((key) => row.raw(key) !== null);
  for (const key of Object.keys(REFUSED).filter((name) => row.raw(name) !== null)) {
    const message = `\`${key}\` ${REFUSED[key] ?? ''}: write \`judge: [{id: …, ask: …}]\` in a case of our own, or leave them unread by \`dialect: {ignore: [${key}]}\``;
    row.problems.push({ severity: 'error', path: row.at(key), message, topic: key });
  }
  const reference = { texts: [row.text('reference') ?? ''], key: 'reference', origin: row.at('reference') };
  const parts = [readTools(row, options), referenceDemand(row, reference, options, null)];
  const expect = gatherDemands(row.path, [joinDemands(parts, row.path, row.problems)]);
  const play = readPlay(row);
  const more = unreadInformation(row, ['user_input', 'reference', 'reference_tool_calls']);
  const metadata: Record<string, Json> = {
    ...Object.fromEntries(information.map((key) => [key, row.raw(key)])),
    ...more,
  };
  return {
    id: place(slug(`${stem}-${hashJson({ said: row.raw('user_input') }).slice(0, 8)}`), row.path),
    ...play,
    metadata: Object.keys(metadata).length > 0 ? place(metadata, row.path) : undefined,
    expect,
  };
}

function readPlay(row: Fields): DraftObject {
  if (!Array.isArray(row.raw('user_input')))
    return { input: placeIfGiven(row.requiredText('user_input'), row.at('user_input')) };
  const messages = row.list('user_input') ?? [];
  const turns = messages.flatMap((message) => {
    const type = message.text('type');
    if (type === 'ai' || type === 'tool') return [];
    if (type === 'human')
      return [place({ input: placeIfGiven(message.requiredText('content'), message.at('content')) }, message.path)];
    const text = 'expected a message with `type: human`, ai or tool';
    message.problems.push({ severity: 'error', path: message.path, message: text });
    return [];
  });
  return { turns: place(turns, row.at('user_input')) };
}

function readTools(row: Fields, options: DialectOptions): DraftObject {
  const calls = row.list('reference_tool_calls');
  if (calls === null) return {};
  const keys = { name: 'name', args: 'args' };
  return toolsDemand(
    {
      calls: calls.map((call) => place(readCall(call, keys, { args: 'includes', ...options }), call.path)),
      origin: row.at('reference_tool_calls'),
    },
    THE_LIST,
    options,
  );
}
