// node scripts/openapi-slice.ts: a contributor runs it when the fake GitHub learns an operation; it needs a network.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Writes test/testing/github/openapi-slice.json: the operations below and what they reference, cut from GitHub's own
 * OpenAPI description, without prose and examples. The description's package weighs 394 MB, so it is installed in a
 * temporary folder here and is no dependency of the project. Needs a network: `node scripts/openapi-slice.ts`.
 */
const PACKAGE = '@octokit/openapi@23.0.2';
const TARGET = resolve(import.meta.dirname, '../test/testing/github/openapi-slice.json');

const OPERATIONS = [
  'repos/get',
  'repos/get-collaborator-permission-level',
  'repos/get-commit',
  'repos/list-commits',
  'repos/get-content',
  'repos/create-or-update-file-contents',
  'repos/list-activities',
  'repos/compare-commits-with-basehead',
  'git/get-commit',
  'git/get-tree',
  'git/create-ref',
  'git/update-ref',
  'actions/create-workflow-dispatch',
  'actions/list-workflow-runs',
  'actions/list-workflow-runs-for-repo',
  'actions/get-workflow-run',
  'actions/list-workflow-run-artifacts',
  'actions/download-artifact',
  'pulls/get',
  'pulls/list',
  'pulls/create',
  'pulls/update',
  'issues/list-for-repo',
  'issues/create',
  'issues/update',
  'issues/list-comments',
  'issues/create-comment',
  'issues/update-comment',
  'issues/delete-comment',
  'checks/list-for-ref',
  'checks/create',
  'checks/update',
] as const;

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const PROSE = new Set(['description', 'example', 'examples', 'externalDocs', 'summary', 'tags', 'title', 'deprecated']);

main();

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE]);
    const file = join(folder, 'node_modules/@octokit/openapi/generated/api.github.com.json');
    const slice = cutSlice(asObject(JSON.parse(readFileSync(file, 'utf8'))));
    const text = `${JSON.stringify(slice, null, 1)}\n`;
    writeFileSync(TARGET, text);
    console.log(`${TARGET}: ${OPERATIONS.length} operations, ${Math.ceil(text.length / 1024)} KB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cutSlice(description: JsonObject): JsonObject {
  const paths = cutPaths(asObject(description['paths']));
  return {
    openapi: description['openapi'] ?? '3.0.3',
    info: { title: `slice of ${PACKAGE}`, version: text(asObject(description['info'])['version']) },
    paths,
    components: cutComponents(asObject(description['components']), paths),
  };
}

function cutPaths(all: JsonObject): JsonObject {
  const wanted = new Set<string>(OPERATIONS);
  const paths: Record<string, Record<string, Json>> = {};
  for (const [path, item] of Object.entries(all)) {
    for (const [method, operation] of Object.entries(asObject(item))) {
      if (!isObject(operation) || !wanted.delete(text(operation['operationId']))) continue;
      const folder = paths[path] ?? {};
      folder[method] = strip(operation, false);
      paths[path] = folder;
    }
  }
  if (wanted.size > 0) throw new Error(`${PACKAGE} has no operation ${[...wanted].join(', ')}`);
  return paths;
}

/** Every component reachable from the paths, by following `$ref`s until nothing new turns up. */
function cutComponents(all: JsonObject, paths: JsonObject): JsonObject {
  const kept: Record<string, Record<string, Json>> = {};
  const queue = references(paths);
  for (let reference = queue.pop(); reference !== undefined; reference = queue.pop()) {
    const [kind = '', name = ''] = reference.replace('#/components/', '').split('/');
    const group = kept[kind] ?? {};
    if (group[name] !== undefined) continue;
    const component = asObject(all[kind])[name];
    if (component === undefined) throw new Error(`${reference} is referenced but not described`);
    const stripped = strip(component, false);
    group[name] = stripped;
    kept[kind] = group;
    queue.push(...references(stripped));
  }
  return sorted(kept);
}

function references(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

/**
 * Drops prose, examples and `x-` keys. Names of properties are data (a property may be called `description`), and an
 * answer's `description` is required by OpenAPI: both stay, the latter empty.
 */
function strip(value: Json, keysAreNames: boolean): Json {
  if (Array.isArray(value)) return value.map((item) => strip(item, false));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    if (keysAreNames) return [[key, strip(inner, false)]];
    if (PROSE.has(key) || key.startsWith('x-')) return [];
    if (key === 'responses') return [[key, withDescriptions(strip(inner, true))]];
    return [[key, strip(inner, key === 'properties' || key === 'content' || key === 'headers')]];
  });
  const stripped = Object.fromEntries(entries);
  return keysAreNames ? stripped : spellOutNull(stripped);
}

/** `nullable` next to an enum or without a type means less to JSON Schema validators than GitHub means by it. */
function spellOutNull(schema: JsonObject): JsonObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return schema;
  if (typeof rest['type'] !== 'string') return { anyOf: [rest, { type: 'string', nullable: true, enum: [null] }] };
  const values = rest['enum'];
  return Array.isArray(values) && !values.includes(null) ? { ...schema, enum: [...values, null] } : schema;
}

function withDescriptions(responses: Json): Json {
  return Object.fromEntries(
    Object.entries(asObject(responses)).map(([status, answer]): [string, Json] => [
      status,
      isObject(answer) && '$ref' in answer ? answer : { description: '', ...asObject(answer) },
    ]),
  );
}

function sorted(groups: Record<string, Record<string, Json>>): JsonObject {
  return Object.fromEntries(
    Object.entries(groups).map(([kind, group]) => [
      kind,
      Object.fromEntries(Object.entries(group).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(value: Json | undefined): JsonObject {
  if (value !== undefined && isObject(value)) return value;
  throw new Error(`expected an object, got ${JSON.stringify(value)?.slice(0, 80)}`);
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
