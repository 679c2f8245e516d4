import { slug } from '#cases/suite/parsing/slug.ts';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { ownValue } from '#common/json-differences.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { readConversation } from '../conversion/conversation.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { criterion } from '../conversion/criterion.ts';
import { AMONG_OTHERS, gatherDemands, namedCalls, toolsDemand, type WrittenCalls } from '../conversion/demands.ts';
import type { Dialect, DialectOptions } from '../conversion/dialect.ts';
import { readCall } from '../conversion/expected-call.ts';
import { type Fields, readFields } from '../conversion/fields.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { type DraftObject, type Placed, place, placeIfGiven } from '../conversion/placed.ts';
import { referenceDemand } from '../conversion/reference.ts';

/**
 * Rows of any table, as LangSmith, Braintrust, Langfuse and Phoenix export them, read by the option `columns`: a part of a case → the
 * column with it, or a dotted path in it. Values that are JSON text are read as JSON where a part is no text. Columns that are not
 * named are not read.
 */
export const rows: Dialect = {
  name: 'rows',
  options: ['order', 'extra', 'args', 'roles', 'reference', 'columns'],
  convert: (document, options, { stem }) => convertRows(document, (row) => convertRow(row, options, stem)),
};

function convertRow(row: Fields, options: DialectOptions, stem: string): DraftObject {
  const parts = partsOf(row, options);
  const id = parts.text('id') ?? null;
  const readOptions = readSaid(parts, options);
  const task = hashJson({ input: parts.raw('input'), messages: parts.raw('messages') }).slice(0, 8);
  const expect = readDemands(parts, options);
  const tags = parts.texts('tags')?.map((tag) => place(tag, row.path));
  return {
    id: place(slug(id === null || id === '' ? `${stem}-${task}` : id), row.path),
    name: placeIfGiven(parts.text('name') || null, row.path),
    tags: tags?.length ? tags : undefined,
    metadata: mappingOf(parts, 'metadata'),
    context: mappingOf(parts, 'context'),
    ...readOptions,
    expect,
  };
}

function readSaid(parts: Fields, options: DialectOptions): DraftObject {
  if (!parts.has('messages')) return { input: placeIfGiven(parts.requiredText('input'), parts.path) };
  const { input, history } = readConversation(parts, 'messages', options);
  return { history: history.length > 0 ? history : undefined, input };
}

function readDemands(parts: Fields, options: DialectOptions): Placed | undefined {
  const { path } = parts;
  const phrases = (key: string) => parts.texts(key)?.map((text) => place(text, path));
  const unlessEmpty = (list: readonly Placed[] | undefined) => (list?.length ? list : undefined);
  const schema = parts.object('json_schema');
  const reference = { texts: parts.texts('reference') ?? [], key: 'reference', origin: path };
  const response: DraftObject = {
    contains: unlessEmpty(phrases('contains')),
    not_contains: unlessEmpty(phrases('not_contains')),
    matches: unlessEmpty(phrases('matches')),
    json_schema: placeIfGiven(schema, path),
  };
  const isEmpty = Object.values(response).every((value) => value === undefined);
  const demands = joinDemands(
    [
      isEmpty ? {} : { response },
      toolsDemand(readTools(parts, options), AMONG_OTHERS, options),
      referenceDemand(parts, reference, options, null),
      ...(parts.texts('criteria') ?? []).map((text) =>
        criterion('requirement', `Does the answer meet this requirement: ${text}`, path),
      ),
    ],
    path,
    parts.problems,
  );
  return gatherDemands(path, [demands]);
}

/** Names, or calls as {name, arguments} or {name, args}. */
function readTools(parts: Fields, options: DialectOptions): WrittenCalls | null {
  const tools = parts.raw('tools');
  if (!Array.isArray(tools) || !tools.some(isJsonObject)) return namedCalls(parts.texts('tools'), parts.path);
  const calls = (parts.list('tools') ?? []).map((call) => {
    const keys = { name: 'name', args: call.has('arguments') ? 'arguments' : 'args' };
    return place(readCall(call, keys, options), call.path);
  });
  return { calls, origin: parts.path };
}

/** The named columns of a row as an object of the parts of a case, each read at the row. */
function partsOf(row: Fields, { columns = {} }: DialectOptions): Fields {
  const parts: Record<string, Json> = {};
  for (const [part, names] of Object.entries(columns)) {
    const paths = typeof names === 'string' ? [names] : names;
    const values = paths.map((path) => ({ path, value: valueAt(row, path) }));
    for (const { path } of values.filter(({ value }) => value === undefined)) {
      const message = `there is no column ${JSON.stringify(path)}, which \`columns: {${part}: …}\` names`;
      row.problems.push({ severity: 'error', path: row.path, message, topic: `column ${path}` });
    }
    const [first] = values;
    const isMapping = part === 'metadata' || part === 'context';
    const filled = values.filter(({ value }) => !isBlank(value));
    if (values.length > 1 || (isMapping && !isJsonObject(fromJsonCell(first?.value ?? null)))) {
      parts[part] = isMapping
        ? Object.fromEntries(
            filled.map(({ path, value }) => [path.split('.').at(-1) ?? path, fromJsonCell(value ?? null)]),
          )
        : filled.map(({ value }) => value ?? null);
    } else if (!isBlank(first?.value)) {
      const value = first?.value ?? null;
      parts[part] = AS_TEXT.includes(part) ? speakable(value) : fromJsonCell(value);
    }
  }
  return readFields(parts, row.path, row.problems);
}

const AS_TEXT = ['id', 'name', 'input', 'reference', 'contains', 'not_contains', 'matches', 'criteria'];

function valueAt(row: Fields, path: string): Json | undefined {
  if (row.has(path)) return row.raw(path);
  const [first = '', ...rest] = path.split('.');
  if (!row.has(first)) return undefined;
  return rest.reduce<Json | undefined>((value, step) => {
    const within = typeof value === 'string' ? fromJsonCell(value) : value;
    if (Array.isArray(within)) return within[Number(step)];
    return isJsonObject(within) ? ownValue(within, step) : undefined;
  }, row.raw(first));
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function mappingOf(parts: Fields, key: string): Placed | undefined {
  const mapping = parts.object(key);
  return mapping === null || Object.keys(mapping).length === 0 ? undefined : place(mapping, parts.path);
}

/** A list or a mapping that is written as JSON text, as in a cell of CSV; any other value as it is. */
function fromJsonCell(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return jsonOrUndefined(value) ?? value;
}

/** A value where a text is asked for: lists of texts stay, numbers are written out, a mapping with one text is that text. */
function speakable(value: Json): Json {
  if (typeof value === 'string' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => speakable(item));
  if (!isJsonObject(value)) return String(value);
  const [only, second] = Object.values(value);
  return typeof only === 'string' && second === undefined ? only : jsonText(value);
}
