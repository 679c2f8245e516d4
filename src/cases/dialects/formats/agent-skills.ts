import { slug } from '#cases/suite/parsing/slug.ts';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { criterion } from '../conversion/criterion.ts';
import { gatherDemands } from '../conversion/demands.ts';
import type { Dialect, DialectOptions } from '../conversion/dialect.ts';
import type { Fields } from '../conversion/fields.ts';
import { freeFields } from '../conversion/free-fields.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { type DraftObject, type Placed, place, placeIfGiven } from '../conversion/placed.ts';
import { referenceDemand } from '../conversion/reference.ts';

/**
 * `evals/evals.json` of Agent Skills: `skill_name, evals[{id, prompt, expected_output, files, assertions | expectations}]`. Each assertion
 * is a question to the judge, who sees answer and calls. `expected_output` describes a good result for people: without assertions it is
 * put to the judge as well, else it is metadata. `files` are the paths that the agent gets as context. Evaluations of the older guide,
 * `skills, query, files, expected_behavior`, mean the same.
 */
export const agentSkills: Dialect = {
  name: 'agent-skills',
  options: ['reference', 'ignore'],
  convert: (document, options) =>
    convertRows(document, (row) => convertRow(row, options, skillOf(document)), ['skill_name']),
};

const rowFields = ['id', 'prompt', 'expected_output', 'files', 'assertions', 'expectations', 'name', 'skills'];

function convertRow(row: Fields, options: DialectOptions, suiteOf: string | null): DraftObject {
  const prompt = row.has('query') ? 'query' : 'prompt';
  const message = row.requiredText(prompt);
  const files = row.texts('files');
  const expect = readDemands(row, options);
  const [first = null] = row.texts('skills') ?? [];
  const skill = suiteOf ?? first;
  const id = row.identifier('id') ?? hashJson({ said: message, files }).slice(0, 8);
  const { context, ...free } = freeFields(row, rowFields, skill === null ? {} : { skill });
  return {
    id: place(slug(skill === null ? id : `${slug(skill)}/${id}`), row.at('id')),
    name: placeIfGiven(row.text('name'), row.at('name')),
    input: placeIfGiven(message, row.at(prompt)),
    context: files === null || files.length === 0 ? context : { files: place(files, row.at('files')) },
    ...free,
    expect,
  };
}

function readDemands(row: Fields, options: DialectOptions): Placed | undefined {
  const key = ['assertions', 'expectations', 'expected_behavior'].find((name) => row.has(name)) ?? 'assertions';
  const statements = row.texts(key) ?? [];
  const output = row.text('expected_output') ?? '';
  const parts = statements.map((statement, index) =>
    criterion(
      'assertion',
      `Is this true of the answer and of what was done: ${statement}`,
      [...row.at(key), index],
      SEEN,
    ),
  );
  const reference = { texts: [output], key: 'expected_output', origin: row.at('expected_output') };
  const rule = statements.length > 0 ? 'ignore' : 'judge';
  const joined = joinDemands([...parts, referenceDemand(row, reference, options, rule)], row.path, row.problems);
  return gatherDemands(row.path, [joined]);
}

const SEEN = ['answer', 'tools'] as const;

function skillOf(document: Json): string | null {
  const name = isJsonObject(document) ? document['skill_name'] : null;
  return typeof name === 'string' && name !== '' ? name : null;
}
