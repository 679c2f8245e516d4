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
import { readRowId } from '../conversion/row-id.ts';

/**
 * Cases along dimensions such as capability, efficiency and robustness: `id, input, expected_tools, expected_output_contains,
 * category`. Tools are names, in any order and among others; one call satisfies every entry with its name, unless the options
 * say otherwise. An empty list demands nothing here: a case whose lists are all empty demands that the agent completes with any
 * answer. A case without either list demands nothing and is an error. The category becomes a tag. `input` may be empty.
 */
export const threeDimensions: Dialect = {
  name: 'three-dimensions',
  options: ['order', 'extra', 'ignore'],
  convert: (document, options) => convertRows(document, (row) => convertRow(row, options)),
};

const rowFields = ['id', 'input', 'expected_tools', 'expected_output_contains', 'category'];

function convertRow(row: Fields, options: DialectOptions): DraftObject {
  if (row.raw('id') === null) {
    row.problems.push({ severity: 'error', path: row.path, message: '`id` is missing; expected a text' });
  }
  return {
    id: readRowId(row),
    name: placeIfGiven(row.text('name'), row.at('name')),
    input: placeIfGiven(row.requiredText('input'), row.at('input')),
    expect: readDemands(row, options),
    ...freeFields(row, rowFields),
  };
}

function readDemands(row: Fields, options: DialectOptions): Placed | undefined {
  const tools = row.texts('expected_tools');
  const { response } = responseDemand(row, { contains: 'expected_output_contains' });
  if (!row.has('expected_tools') && !row.has('expected_output_contains')) {
    const message =
      'neither `expected_tools` nor `expected_output_contains` is there; write them as empty lists if the agent only has to complete';
    row.problems.push({ severity: 'error', path: row.path, message });
    return undefined;
  }
  const list = tools?.length ? namedCalls(tools, row.at('expected_tools')) : null;
  const isSet = options.order === undefined && options.extra === undefined;
  const calls = isSet ? withoutRepeatedDemands(list) : list;
  if (calls === null && response === undefined) return place({ completes: true }, row.path);
  return gatherDemands(row.path, [toolsDemand(calls, AMONG_OTHERS, options), { response }]);
}
