import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { listed } from '#common/words.ts';
import { type FileReading, type FoundTest, outcomeOf, type Sum } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage } from '../row.ts';
import type { RowMapping, Told } from '../row-mapping.ts';
import { damaged, type Format, jsonOf, sumOf, unreadable } from './json-format.ts';
import { APART } from './json-lines.ts';

/** Reads JSON, or JSON Lines, in whatever shape the harness of a team writes it. */
export const mappedFormat: Format = (text, { root, rows }) =>
  rows === undefined ? null : readMapped(text, rows, root);

function readMapped(text: string, mapping: RowMapping, root: string): FileReading {
  const documents = documentsOf(text);
  if ('tests' in documents) return documents;
  const { each, count } = mapping;
  const rows: PlacedRow[] = [];
  const sums: Sum[] = [];
  for (const { value, line } of documents) {
    const list = each === null ? (Array.isArray(value) ? value : [value]) : valueAt(value, each);
    if (!Array.isArray(list)) return damaged(notThere('each', each ?? '', [value], list));
    const counted = count === null ? undefined : valueAt(value, count);
    if (count !== null && typeof counted !== 'number') return damaged(notThere('count', count, [value], counted));
    if (typeof counted === 'number') sums.push(sumOf(counted, list));
    const isAlone = list.length === 1 && line !== null;
    rows.push(
      ...list.map((row: Json, at) => ({ row, where: isAlone ? `line ${line}` : `${lineWords(line)}row ${at + 1}` })),
    );
  }
  const values = rows.map(({ row }) => row);
  const required = { id: mapping.id, passed: Object.keys(mapping.passed), scores: Object.values(mapping.scores) };
  for (const [key, paths] of Object.entries(required)) {
    const lost = paths.find((path) => values.every((row) => valueAt(row, path) === undefined));
    if (lost !== undefined && rows.length > 0) return damaged(notThere(key, lost, values, undefined));
  }
  const hasMessage = values.some((row) => mapping.message.some((path) => valueAt(row, path) !== undefined));
  const tests: FoundTest[] = [];
  for (const { row, where } of rows) {
    const read = isJsonObject(row) ? testOf(row, mapping, root) : { field: '', value: row, needed: 'an object' };
    if ('needed' in read) {
      const { field, value, needed } = read;
      return damaged({
        code: 'bad_row',
        row: where,
        field,
        value: value === undefined ? 'not there' : jsonText(value),
        needed,
      });
    }
    const isUntold =
      mapping.message.length > 0 && !hasMessage && read.outcome !== 'passed' && read.outcome !== 'skipped';
    tests.push({ ...read, remark: isUntold ? 'no_message' : null });
  }
  return { tests, sums };
}

interface PlacedRow {
  readonly row: Json;
  readonly where: string;
}

function lineWords(line: number | null): string {
  return line === null ? '' : `line ${line}, `;
}

interface Placed {
  readonly value: Json;
  /** `null`: the file is one document. */
  readonly line: number | null;
}

/** The one document of a file, or one in each line; a file whose first line is whole is of lines. */
function documentsOf(text: string): readonly Placed[] | FileReading {
  const whole = jsonOf(text);
  if (!('problem' in whole)) return [{ ...whole, line: null }];
  const lines = text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [{ ...jsonOf(line, at + 1), line: at + 1 }]));
  const [first] = lines;
  if (first === undefined || 'problem' in first) return unreadable(text, whole.problem);
  const placed: Placed[] = [];
  for (const each of lines) {
    if ('problem' in each) return unreadable(text, each.problem);
    placed.push(each);
  }
  return placed;
}

/** What a path leads to; keys may hold dots themselves. */
function valueAt(value: Json | undefined, path: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const own = new Map(Object.entries(value));
  if (own.has(path)) return own.get(path);
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const inner = valueAt(own.get(path.slice(0, dot)), path.slice(dot + 1));
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** A path of the mapping that leads nowhere, or to something else than it must. */
function notThere(key: string, path: string, values: readonly Json[], found: Json | undefined): Damage {
  const has = [...new Set(values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])))];
  return { code: 'no_path', key, path, has, found: found === undefined ? null : kindOf(found) };
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  return isJsonObject(value) ? 'an object' : jsonText(value);
}

interface Unfit {
  readonly field: string;
  readonly value: Json | undefined;
  readonly needed: string;
}

function testOf(row: JsonObject, mapping: RowMapping, root: string): FoundTest | Unfit {
  const id = mapping.id.map((path) => valueAt(row, path));
  const nameless = id.findIndex((part) => !isName(part));
  if (nameless !== -1)
    return { field: mapping.id[nameless] ?? '', value: id[nameless], needed: 'a name, as a text or a number' };
  const outcome = outcomeIn(row, mapping);
  if (typeof outcome === 'object' && 'needed' in outcome) return outcome;
  const scores = Object.entries(mapping.scores).map(([name, path]) => ({
    name,
    path,
    score: scoreOf(valueAt(row, path)),
  }));
  const unfit = scores.find(({ score }) => score === undefined);
  if (unfit !== undefined)
    return { field: unfit.path, value: valueAt(row, unfit.path), needed: 'a number, true, false or null' };
  const trial = at(row, mapping.trial);
  if (trial != null && !(typeof trial === 'number' && Number.isInteger(trial) && trial >= 0))
    return { field: mapping.trial ?? '', value: trial, needed: 'a whole number' };
  const [file, latency, output] = [at(row, mapping.file), at(row, mapping.latency_ms), at(row, mapping.output)];
  return {
    id: id.join(' > '),
    file: typeof file === 'string' ? fromRoot(file, root) : null,
    apart: APART.map((key) => row[key]),
    repeat: trial ?? null,
    outcome,
    message: outcome === 'passed' ? null : messageOf(mapping.message.map((path) => valueAt(row, path))),
    scores,
    latency_ms: typeof latency === 'number' && latency >= 0 ? latency : null,
    turn: output === undefined ? {} : { output },
  };
}

function at(row: JsonObject, path: string | null): Json | undefined {
  return path === null ? undefined : valueAt(row, path);
}

function isName(value: Json | undefined): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function scoreOf(value: Json | undefined): number | null | undefined {
  return typeof value === 'boolean' ? Number(value) : typeof value === 'number' || value === null ? value : undefined;
}

/** The worst that a row says holds; a word that the mapping does not name and no runner is known to use is an error with its name. */
function outcomeIn(row: JsonObject, { passed, ...others }: RowMapping): FoundTest['outcome'] | Unfit {
  const told = WORST_FIRST.find((outcome) =>
    Object.entries(others[outcome]).some(([path, values]) => isTold(valueAt(row, path), values)),
  );
  if (told !== undefined) return told;
  const all = Object.entries(passed).map(([path, values]) => outcomeAt(row, path, values));
  const odd = all.find((each) => typeof each === 'object');
  return odd ?? WORST_FIRST.find((outcome) => all.includes(outcome)) ?? (all.length === 0 ? 'scored' : 'passed');
}

const WORST_FIRST = ['error', 'failed', 'skipped'] as const;

function isTold(value: Json | undefined, values: Told[string]): boolean {
  if (values === null) return value === true;
  return values.some((each) =>
    typeof each === 'string' && typeof value === 'string' ? plain(each) === plain(value) : each === value,
  );
}

function plain(word: string): string {
  return word.trim().toLowerCase();
}

/** What a value says where some values mean passed. */
function outcomeAt(
  row: JsonObject,
  path: string,
  values: Told[string],
): Exclude<FoundTest['outcome'], 'scored'> | Unfit {
  const value = valueAt(row, path);
  if (isTold(value, values)) return 'passed';
  const wanted = values ?? [true];
  if (typeof value !== 'string') {
    // Of a kind with those that pass, it is another answer to the same question.
    if (value != null && wanted.some((each) => typeof each === typeof value)) return 'failed';
    const needed =
      values === null
        ? 'true, false or a word such as passed or failed'
        : `${listed(wanted.map(String), 5)}, or what did not pass`;
    return { field: path, value, needed };
  }
  const known = outcomeOf(value);
  return known === 'passed' && values !== null ? { unknown: value } : known === 'scored' ? 'error' : known;
}

/** What failed, from all places that say it. */
function messageOf(values: readonly (Json | undefined)[]): string | null {
  const words = values
    .flat()
    .flatMap((value) => (value == null || value === '' ? [] : [typeof value === 'string' ? value : jsonText(value)]));
  return words.length === 0 ? null : words.join('; ');
}
