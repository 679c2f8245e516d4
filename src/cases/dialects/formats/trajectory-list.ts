import { convertRows } from '../conversion/convert-rows.ts';
import {
  AMONG_OTHERS,
  gatherDemands,
  namedCalls,
  responseDemand,
  THE_LIST,
  toolsDemand,
} from '../conversion/demands.ts';
import type { Dialect, DialectOptions } from '../conversion/dialect.ts';
import { readCall } from '../conversion/expected-call.ts';
import type { Fields } from '../conversion/fields.ts';
import { freeFields } from '../conversion/free-fields.ts';
import { type DraftObject, type Placed, place, placeIfGiven } from '../conversion/placed.ts';
import { readNamed } from '../conversion/row-id.ts';
import { warnUnread } from '../conversion/unread-fields.ts';

/**
 * Trajectory lists: `name, input, expected_tool_calls[{tool_name, tool_parameters}], expected_response_contains`, or several
 * turns, `turns[{input, expected_tool_name, expected_response_contains}]`, each judged by itself. `expected_tool_calls` is the
 * list of all calls in their order, with equal arguments, while `expected_tool_name` expects one call among others, unless the
 * options say otherwise. No demand is implied: an absent field demands nothing, while an empty `expected_tool_calls` and an
 * `expected_tool_name` that is `null` or empty demand that no tool is called. The `name` gives the id, unless there is an `id`.
 */
export const trajectoryList: Dialect = {
  name: 'trajectory-list',
  options: ['order', 'extra', 'args', 'ignore'],
  convert: (document, options) => convertRows(document, (row) => convertRow(row, options)),
};

const demandFields = ['expected_tool_calls', 'expected_tool_name', 'expected_response_contains'];
const turnFields = ['input', ...demandFields];
const rowFields = ['name', 'turns', ...turnFields];

function convertRow(row: Fields, options: DialectOptions): DraftObject {
  requireDemand(row);
  return {
    ...readNamed(row),
    ...readPlay(row, options),
    expect: readDemands(row, options),
    ...freeFields(row, rowFields),
  };
}

/** A row without any demanding field was misspelt or is unfinished. */
function requireDemand(row: Fields): void {
  const places = [row, ...(row.list('turns') ?? [])];
  if (places.some((place) => demandFields.some((key) => place.has(key)))) return;
  const message = `nothing is expected of this case; write at least one of ${demandFields.join(', ')}`;
  row.problems.push({ severity: 'error', path: row.path, message });
}

/** The user's side: `turns`, or else one `input`. */
function readPlay(row: Fields, options: DialectOptions): DraftObject {
  if (row.raw('turns') === null) return { input: placeIfGiven(row.requiredText('input'), row.at('input')) };
  if (row.raw('input') !== null) {
    const message = 'this case has both `input` and `turns`; write the first message as the first of `turns`';
    row.problems.push({ severity: 'error', path: row.at('input'), message });
  }
  const turns = row.list('turns') ?? [];
  const converted = turns.map((turn) => place(convertTurn(turn, options), turn.path));
  return { turns: place(converted, row.at('turns')) };
}

function convertTurn(turn: Fields, options: DialectOptions): DraftObject {
  const input = placeIfGiven(turn.requiredText('input'), turn.at('input'));
  const expect = readDemands(turn, options);
  warnUnread(turn, turnFields);
  return { input, expect };
}

function readDemands(fields: Fields, options: DialectOptions): Placed | undefined {
  return gatherDemands(fields.path, [
    readTools(fields, options),
    responseDemand(fields, { contains: 'expected_response_contains' }),
  ]);
}

function readTools(fields: Fields, options: DialectOptions): DraftObject {
  if (fields.has('expected_tool_name')) {
    const list = namedCalls(fields.texts('expected_tool_name') ?? [], fields.at('expected_tool_name'));
    return toolsDemand(list, AMONG_OTHERS, options);
  }
  if (!fields.has('expected_tool_calls')) return {};
  const keys = { name: 'tool_name', args: 'tool_parameters' };
  const calls = fields.list('expected_tool_calls')?.map((call) => place(readCall(call, keys, options), call.path));
  return toolsDemand({ calls: calls ?? [], origin: fields.at('expected_tool_calls') }, THE_LIST, options);
}
