import type * as z from 'zod';
import { isJsonObject, valueAt } from '#common/json.ts';
import type { DocumentPath } from './located-document.ts';

/** What was read, and the schema that it does not fit. */
export interface Reading {
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
}

/** A key in the wrong column. */
export interface MisplacedKey {
  /** A sentence with the mend. */
  readonly message: string;
  /** The path at which the key, or the mapping that it belongs to, therefore seems to be missing. */
  readonly missing: DocumentPath;
}

/** Whether an unknown key is known one level deeper or higher, so that the line is indented wrongly; `null` if it is not. */
export function misplacedKey({ schema, value }: Reading, path: DocumentPath): MisplacedKey | null {
  const holder = path.slice(0, -1);
  const key = String(path.at(-1));
  return belowNeighbour(schema, value, holder, key) ?? besideHolder(schema, value, holder, key);
}

/** An empty key above it takes it. */
function belowNeighbour(schema: z.core.$ZodType, value: unknown, holder: DocumentPath, key: string) {
  const mapping = valueAt(value, holder);
  if (!isJsonObject(mapping)) return null;
  const keys = Object.keys(mapping);
  const above = keys.slice(0, keys.indexOf(key)).findLast((name) => mapping[name] === null);
  if (above === undefined || !keysAt(schema, [...holder, above]).includes(key)) return null;
  return {
    message: `is next to \`${above}\` and belongs below it; indent this line further than \`${above}\``,
    missing: [...holder, above],
  };
}

/** The mapping that holds its holder takes it, and has none. */
function besideHolder(schema: z.core.$ZodType, value: unknown, holder: DocumentPath, key: string) {
  const outer = holder.slice(0, -1);
  const name = holder.at(-1);
  const mapping = valueAt(value, outer);
  if (typeof name !== 'string' || !isJsonObject(mapping) || Object.hasOwn(mapping, key)) return null;
  if (!keysAt(schema, outer).includes(key)) return null;
  return {
    message: `is below \`${name}\` and belongs next to it; begin this line in the column of \`${name}\``,
    missing: [...outer, key],
  };
}

/** The keys that a schema knows at a path, those of all its alternatives. */
function keysAt(schema: z.core.$ZodType, path: DocumentPath): readonly string[] {
  const alternatives = path.reduce<readonly z.core.$ZodType[]>(
    (schemas, part) => schemas.flatMap((schema) => partsOf(schema, part)),
    [schema],
  );
  return alternatives.flatMap(alternativesOf).flatMap((def) => (isObject(def) ? Object.keys(def.shape) : []));
}

function partsOf(schema: z.core.$ZodType, part: string | number): readonly z.core.$ZodType[] {
  return plain(schema).flatMap(({ _zod: { def } }) => {
    if (isObject(def)) return Object.hasOwn(def.shape, part) ? (def.shape[part] ?? []) : [];
    if (isList(def)) return [def.element];
    return isRecord(def) ? [def.valueType] : [];
  });
}

/** What a schema takes, each alternative. */
export function alternativesOf(schema: z.core.$ZodType): readonly Def[] {
  return plain(schema).map(({ _zod: { def } }) => def);
}

/** The alternatives of a schema, without what is wrapped around them. */
function plain(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = schema._zod;
  if (isUnion(def)) return def.options.flatMap(plain);
  if (isPipe(def)) return plain(def.in);
  return isWrapped(def) ? plain(def.innerType) : [schema];
}

type Def = z.core.$ZodTypeDef;

/** Whether it takes a mapping of known keys. */
export function isObject(def: Def): def is z.core.$ZodObjectDef {
  return def.type === 'object';
}

function isList(def: Def): def is z.core.$ZodArrayDef {
  return def.type === 'array';
}

function isRecord(def: Def): def is z.core.$ZodRecordDef {
  return def.type === 'record';
}

function isUnion(def: Def): def is z.core.$ZodUnionDef {
  return def.type === 'union';
}

function isPipe(def: Def): def is z.core.$ZodPipeDef {
  return def.type === 'pipe';
}

function isWrapped(def: Def): def is z.core.$ZodOptionalDef {
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default';
}
