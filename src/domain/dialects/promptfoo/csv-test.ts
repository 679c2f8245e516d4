import type { DocumentPath } from '#domain/document/located-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { expectedText } from './expected-text.ts';

/** One test as promptfoo reads it, from YAML or a row of CSV, with the places of its assertions. */
export interface WrittenTest {
  readonly test: JsonObject;
  readonly origin: DocumentPath;
  readonly assertions: readonly { readonly written: Json; readonly origin: DocumentPath }[];
  /** What tells the case from those of the same test with other data of a scenario. */
  readonly part?: string;
}

/** A test that is a mapping with `vars` or `assert`, or a row of columns: those that begin with `__` say what is expected, any other is a variable. */
export function writtenTest(row: JsonObject, origin: DocumentPath): WrittenTest {
  if (!isColumns(row)) {
    const asserts = row['assert'];
    const list: readonly Json[] = Array.isArray(asserts) ? asserts : [];
    return {
      test: row,
      origin,
      assertions: list.map((written, index) => ({ written, origin: [...origin, 'assert', index] })),
    };
  }
  const entries = Object.entries(row).map(([key, value]) => [key.trim(), value, key] as const);
  const expected = entries.filter(([key, value]) => key.startsWith('__expected') && isFilled(value));
  return {
    test: testOf(entries),
    origin,
    assertions: expected.map(([, value, key], index) => ({
      written: { ...expectedText(String(value)), ...configOf(row, index) },
      origin: [...origin, key],
    })),
  };
}

/** A row of CSV: it has a column that begins with `__`, or only texts and none of the fields of a test. */
function isColumns(row: JsonObject): boolean {
  const keys = Object.keys(row);
  if (keys.some((key) => key.startsWith('__'))) return true;
  return !('vars' in row || 'assert' in row) && Object.values(row).every((value) => typeof value === 'string');
}

function testOf(entries: readonly (readonly [key: string, value: Json, written: string])[]): JsonObject {
  const pick = (keep: (key: string) => boolean, name: (key: string) => string) =>
    Object.fromEntries(entries.flatMap(([key, value]) => (keep(key) && isFilled(value) ? [[name(key), value]] : [])));
  const metadata = Object.fromEntries(
    entries
      .filter(([key, value]) => key.startsWith('__metadata:') && isFilled(value))
      .map(([key, value]) => metadataOf(key.slice('__metadata:'.length), value)),
  );
  const options = pick(
    (key) => key === '__prefix' || key === '__suffix',
    (key) => key.slice(2),
  );
  const known = pick(
    (key) => key === '__description' || key === '__threshold' || key === '__providerOutput',
    (key) => key.slice(2),
  );
  const others = pick(
    (key) => key.startsWith('__') && !READ.test(key),
    (key) => key,
  );
  const vars = Object.fromEntries(entries.flatMap(([key, value]) => (key.startsWith('__') ? [] : [[key, value]])));
  return {
    vars,
    ...known,
    ...others,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

/** A name that ends in `[]` holds a list, parted by commas that no backslash stands before. */
function metadataOf(name: string, value: Json): readonly [string, Json] {
  if (!name.endsWith('[]') || typeof value !== 'string') return [name, value];
  return [name.slice(0, -2), value.split(/(?<!\\),/).map((part) => part.trim().replaceAll('\\,', ','))];
}

const READ =
  /^__(?:expected.*|prefix|suffix|description|threshold|providerOutput|metric|metadata:.+|config:__expected\d*:threshold)$/;

/** `__config:__expected2:threshold` belongs to the second assertion. */
function configOf(row: JsonObject, index: number): JsonObject {
  const names = [`__expected${index + 1}`, ...(index === 0 ? ['__expected'] : [])];
  const threshold = names.map((name) => row[`__config:${name}:threshold`]).find(isFilled);
  return threshold === undefined ? {} : { threshold: Number(threshold) };
}

function isFilled(value: Json | undefined): value is Json {
  return value !== undefined && !isJsonObject(value) && String(value).trim() !== '';
}
