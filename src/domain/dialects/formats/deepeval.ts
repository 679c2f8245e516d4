import { hashJson } from '#domain/hash-json.ts';
import type { Json } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { slug } from '#domain/suite/parsing/slug.ts';
import { readHistory } from '../conversion/conversation.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { criterion } from '../conversion/criterion.ts';
import { AMONG_OTHERS, gatherDemands, namedCalls, toolsDemand } from '../conversion/demands.ts';
import { readCall } from '../conversion/expected-call.ts';
import type { Fields } from '../conversion/fields.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { withJsonCells } from '../conversion/json-cells.ts';
import { type DraftObject, place, placeIfGiven } from '../conversion/placed.ts';
import { referenceDemand } from '../conversion/reference.ts';
import { refuseUnread, unreadInformation } from '../conversion/unread-fields.ts';
import type { Dialect, DialectOptions } from '../dialect.ts';

/**
 * Goldens of DeepEval: `input, expected_output, expected_tools[{name, input_parameters}], expectations, …`, or conversational ones
 * with `scenario, turns, expected_outcome, persona`, which become a simulated user; JSON, JSON Lines or CSV, in which lists are JSON
 * text. Tools are compared by name, in any order and among others, as its metric does by itself; the option `args` compares
 * `input_parameters` too. Metrics are code there: the option `reference` says how the expected output is compared.
 */
export const deepeval: Dialect = {
  name: 'deepeval',
  options: ['order', 'extra', 'args', 'reference', 'ignore'],
  convert: (document, options, { stem }) =>
    convertRows(withJsonCells(document, CELLS), (row) => convertRow(row, options, stem)),
};

const CELLS = [
  ...['expected_tools', 'tools_called', 'turns', 'expectations', 'expected_labels', 'persona'],
  ...['additional_metadata', 'custom_column_key_values'],
];

/** What a golden says of an answer that was given, of its making, or for people. */
const NOT_GIVEN = [
  ...['actual_output', 'retrieval_context', 'tools_called', 'context', 'comments', 'source_file'],
  ...['additional_metadata', 'custom_column_key_values', 'multimodal', 'images_mapping', 'token_cost'],
  ...['input_token_count', 'output_token_count'],
];

function convertRow(row: Fields, options: DialectOptions, stem: string): DraftObject {
  const information = NOT_GIVEN.map((name) => keyOf(row, name)).filter((key) => isGiven(row.raw(key)));
  const metadata: DraftObject = Object.fromEntries(information.map((key) => [key, place(row.raw(key), row.at(key))]));
  const scenario = row.text('scenario');
  const name = row.text('name');
  const [said, expect] =
    scenario === null || scenario === ''
      ? [readInput(row), readDemands(row, options)]
      : [readScenario(row, scenario, options), readOutcome(row)];
  refuseLabels(row);
  const more = unreadInformation(row, [
    'input',
    'expected_output',
    'expected_tools',
    'name',
    'scenario',
    'expected_outcome',
    'expectations',
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
  const parts = [
    readTools(row, toolsKey, options),
    referenceDemand(row, reference, options, null),
    ...readExpectations(row, ['answer', 'tools']),
  ];
  return gatherDemands(row.path, [joinDemands(parts, row.path, row.problems)]);
}

function readTools(row: Fields, key: string, options: DialectOptions): DraftObject {
  const written = row.raw(key);
  if (!isGiven(written)) return {};
  if (typeof written === 'string') return toolsDemand(namedCalls(namesIn(written), row.at(key)), AMONG_OTHERS, options);
  const tools = row.list(key) ?? [];
  const calls = tools.map((tool) => {
    for (const name of ['description', 'reasoning', 'output', 'type', 'id']) tool.raw(name);
    const keys = { name: 'name', args: keyOf(tool, 'input_parameters') };
    return place(readCall(tool, keys, { args: 'ignore', ...options }), tool.path);
  });
  return toolsDemand({ calls, origin: row.at(key) }, AMONG_OTHERS, options);
}

/** A cell of CSV may also list names. */
function namesIn(cell: string): readonly string[] {
  return cell
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Conditions that the answer, or the conversation, must and must not meet. */
function readExpectations(row: Fields, sees: Sees): readonly DraftObject[] {
  if (!isGiven(row.raw('expectations'))) return [];
  const expectations = row.fields('expectations');
  if (expectations === null) return [];
  expectations.raw('model');
  expectations.raw(keyOf(expectations, 'eval_mode'));
  const mustNot = keyOf(expectations, 'must_not');
  const asked = [
    ...(expectations.texts('must') ?? []).map((text) => `Is this condition met: ${text}`),
    ...(expectations.texts(mustNot) ?? []).map((text) => `Is this avoided: ${text}`),
  ];
  refuseUnread(expectations, ['must', 'must_not']);
  return asked.map((ask) => criterion('expectation', ask, expectations.path, sees));
}

function refuseLabels(row: Fields): void {
  const key = keyOf(row, 'expected_labels');
  if (!isGiven(row.raw(key))) return;
  const message = `\`${key}\` are the labels that classifiers of the tool give: ask the judge, \`judge: [{id: …, ask: …}]\`, or demand what the agent returns, \`metadata: {…}\`; or leave them unread by \`dialect: {ignore: [${key}]}\``;
  row.problems.push({ severity: 'error', path: row.at(key), message, topic: key });
}

function readScenario(row: Fields, scenario: string, options: DialectOptions): DraftObject {
  const persona = readPersona(row) ?? 'A user of the agent';
  const turns = isGiven(row.raw('turns')) ? (row.list('turns') ?? []) : [];
  return {
    history: turns.length > 0 ? readHistory(row, 'turns', options) : undefined,
    simulated_user: {
      persona: place(persona, row.path),
      goal: place(scenario, row.at('scenario')),
      // As many as DeepEval's simulator plays by itself.
      max_turns: 10,
    },
  };
}

/** `persona` stands in place of the older `user_description`, of which it keeps a copy. */
function readPersona(row: Fields): string | null {
  const described = row.text(keyOf(row, 'user_description'));
  const persona = isGiven(row.raw('persona')) ? row.fields('persona') : null;
  if (persona === null) return described || null;
  const name = persona.text('name');
  const traits = persona.requiredText('characteristics') ?? '';
  const details = persona.object('metadata');
  return [name ? `Name: ${name}` : '', traits, details === null ? '' : jsonText(details)]
    .filter((part) => part !== '')
    .join('\n');
}

function readOutcome(row: Fields) {
  const key = keyOf(row, 'expected_outcome');
  const outcome = row.text(key) ?? '';
  const ask = `Did the conversation come to this outcome: ${outcome}`;
  const parts = [
    ...(outcome === '' ? [] : [criterion('outcome', ask, row.at(key), CONVERSATION)]),
    ...readExpectations(row, CONVERSATION),
  ];
  if (parts.length === 0) return place({ completes: true }, row.path);
  return gatherDemands(row.path, [joinDemands(parts, row.path, row.problems)]);
}

const CONVERSATION: Sees = ['conversation', 'tools'];

type Sees = NonNullable<Parameters<typeof criterion>[3]>;

/** The name of a field as the file writes it: in snake_case, or in camelCase as its service exports it. */
function keyOf(fields: Fields, name: string): string {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return !fields.has(name) && fields.has(camel) ? camel : name;
}

function isGiven(value: Json): boolean {
  return value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);
}
