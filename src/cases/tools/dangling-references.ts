import { visitSchemas } from '#cases/matching/visit-schemas.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/** References of a JSON Schema that lead nowhere, or outside, where no provider can follow. */
export function danglingReferences(
  root: JsonObject,
): readonly { readonly path: DocumentPath; readonly message: string }[] {
  const problems: { path: DocumentPath; message: string }[] = [];
  visitSchemas(root, ({ $ref }, path) => {
    if (typeof $ref !== 'string' || leadsSomewhere(root, $ref)) return;
    const message = $ref.startsWith('#')
      ? 'points at nothing in this schema; define it, or write the schema out here'
      : "points outside this schema, where a provider can't follow it; define it under $defs and write #/$defs/NAME";
    problems.push({ path: [...path, '$ref'], message });
  });
  return problems;
}

function leadsSomewhere(root: JsonObject, reference: string): boolean {
  if (reference === '#') return true;
  if (!reference.startsWith('#/')) return false;
  let value: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    value = member(value, key);
  }
  return value !== undefined;
}

function member(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
