import { hashJson } from '#domain/hash-json.ts';
import type { Json } from '#domain/json.ts';
import { slug } from '#domain/suite/parsing/slug.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { criterion } from '../conversion/criterion.ts';
import { AMONG_OTHERS, gatherDemands, toolsDemand } from '../conversion/demands.ts';
import { readCall } from '../conversion/expected-call.ts';
import type { Fields } from '../conversion/fields.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { type DraftObject, place, placeIfGiven } from '../conversion/placed.ts';
import { referenceDemand } from '../conversion/reference.ts';
import { unreadInformation } from '../conversion/unread-fields.ts';
import type { Dialect, DialectOptions } from '../dialect.ts';

/**
 * Goldens of DeepEval: `input, expected_output, expected_tools[{name, input_parameters}], context, …`, or conversational ones with `scenario,
 * expected_outcome, user_description`, which become a simulated user. Tools are compared by name, in any order and among others, as its
 * metric does by itself; the option `args` compares `input_parameters` too. Metrics are code there: the option `reference` says how the
 * expected output is compared.
 */
export const deepeval: Dialect = {
  name: 'deepeval',
  options: ['order', 'extra', 'args', 'reference', 'ignore'],
  convert: (document, options, { stem }) => convertRows(document, (row) => convertRow(row, options, stem)),
};

/** What a golden says of an answer that was given, of its making, or for people. */
const NOT_GIVEN = [
  ...['actual_output', 'retrieval_context', 'tools_called', 'context', 'comments', 'source_file', 'turns'],
  ...['additional_metadata', 'custom_column_key_values', 'multimodal', 'images_mapping'],
];

function convertRow(row: Fields, options: DialectOptions, stem: string): DraftObject {
  const information = NOT_GIVEN.map((name) => keyOf(row, name)).filter((key) => isGiven(row.raw(key)));
  const metadata: DraftObject = Object.fromEntries(information.map((key) => [key, place(row.raw(key), row.at(key))]));
  const scenario = row.text('scenario');
  const name = row.text('name');
  const [said, expect] =
    scenario === null ? [readInput(row), readDemands(row, options)] : [readScenario(row, scenario), readOutcome(row)];
  const more = unreadInformation(row, [
    'input',
    'expected_output',
    'expected_tools',
    'name',
    'scenario',
    'expected_outcome',
  ]);
  const all = { ...metadata, ...more };
  const task = hashJson({ input: row.raw('input'), scenario }).slice(0, 8);
  return {
    id: place(slug(name || `${stem}-${task}`), row.path),
    name: placeIfGiven(name || null, row.at('name')),
    ...said,
    metadata: Object.keys(all).length > 0 ? all : undefined,
    expect,
  };
}

function readInput(row: Fields): DraftObject {
  return { input: placeIfGiven(row.requiredText('input'), row.at('input')) };
}

function readDemands(row: Fields, options: DialectOptions) {
  const outputKey = keyOf(row, 'expected_output');
  const toolsKey = keyOf(row, 'expected_tools');
  const reference = { texts: [row.text(outputKey) ?? ''], key: outputKey, origin: row.at(outputKey) };
  const parts = [readTools(row, toolsKey, options), referenceDemand(row, reference, options, null)];
  return gatherDemands(row.path, [joinDemands(parts, row.path, row.problems)]);
}

function readTools(row: Fields, key: string, options: DialectOptions): DraftObject {
  const tools = isGiven(row.raw(key)) ? row.list(key) : null;
  if (tools === null) return {};
  const calls = tools.map((tool) => {
    for (const name of ['description', 'reasoning', 'output', 'type', 'id']) tool.raw(name);
    const keys = { name: 'name', args: keyOf(tool, 'input_parameters') };
    return place(readCall(tool, keys, { args: 'ignore', ...options }), tool.path);
  });
  return toolsDemand({ calls, origin: row.at(key) }, AMONG_OTHERS, options);
}

function readScenario(row: Fields, scenario: string): DraftObject {
  const persona = row.text(keyOf(row, 'user_description')) ?? 'A user of the agent';
  return {
    simulated_user: {
      persona: place(persona, row.path),
      goal: place(scenario, row.at('scenario')),
      // As many as DeepEval's simulator plays by itself.
      max_turns: 10,
    },
  };
}

function readOutcome(row: Fields) {
  const key = keyOf(row, 'expected_outcome');
  const outcome = row.text(key) ?? '';
  if (outcome === '') return place({ completes: true }, row.path);
  const ask = `Did the conversation come to this outcome: ${outcome}`;
  return gatherDemands(row.path, [criterion('outcome', ask, row.at(key), ['conversation', 'tools'])]);
}

/** The name of a field as the file writes it: in snake_case, or in camelCase as its service exports it. */
function keyOf(fields: Fields, name: string): string {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return !fields.has(name) && fields.has(camel) ? camel : name;
}

function isGiven(value: Json): boolean {
  return value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);
}
