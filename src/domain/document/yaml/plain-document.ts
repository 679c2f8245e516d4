import type { Json } from '#domain/json.ts';
import type { DocumentPath } from '../located-document.ts';
import type { ParsedDocument, Position } from '../parsed-document.ts';

/** A value of plain YAML, where it begins (from 1), and its entries if it is a list or a mapping. */
export interface PlainNode {
  readonly value: Json;
  readonly line: number;
  readonly column: number;
  readonly entries: readonly PlainNode[] | ReadonlyMap<string, PlainEntry> | null;
}

/** A value of a mapping, and where its key begins. */
export interface PlainEntry {
  readonly line: number;
  readonly column: number;
  readonly node: PlainNode;
}

/** A document read by `readPlainYaml`. */
export function plainDocument(root: PlainNode, file: string): ParsedDocument {
  return {
    file,
    value: root.value,
    locate: (path) => positionOf(walk(root, path).node),
    locateKey: (path) => positionOf(walk(root, path)),
  };
}

/** The entry at a path, or the nearest ancestor that exists. */
function walk(root: PlainNode, path: DocumentPath): PlainEntry {
  let found: PlainEntry = { line: root.line, column: root.column, node: root };
  for (const part of path) {
    const { node } = found;
    const next = entryOf(node, part);
    if (next === null) return { line: node.line, column: node.column, node };
    found = next;
  }
  return found;
}

function entryOf({ entries }: PlainNode, part: string | number): PlainEntry | null {
  if (entries instanceof Map) return entries.get(String(part)) ?? null;
  const item = Array.isArray(entries) && typeof part === 'number' ? entries[part] : undefined;
  return item === undefined ? null : { line: item.line, column: item.column, node: item };
}

function positionOf({ line, column }: Position): Position {
  return { line, column };
}
