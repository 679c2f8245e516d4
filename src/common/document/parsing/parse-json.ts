import { isJsonObject, type Json } from '#common/json.ts';
import { jsonText, parseJsonText } from '#common/json-text.ts';
import type { Issue } from '../issue.ts';
import type { DocumentPath } from '../located-document.ts';
import type { ParsedDocument, Position } from '../parsed-document.ts';
import { pathText } from '../path-text.ts';
import { valueProblems } from '../value-problems.ts';
import { type JsonNode, scanJson } from './json-positions.ts';

/** A JSON document, or what is wrong with it. */
export type JsonDocument = { readonly document: ParsedDocument } | { readonly issues: readonly Issue[] };

/**
 * Reads one JSON document. Fast for valid text: positions are computed on demand.
 *
 * @param firstLine the line of the file on which the text starts
 */
export function parseJson(text: string, file: string, firstLine = 1): JsonDocument {
  const positionOf = lazily(() => lineIndex(text));
  const place = (offset: number): Position => {
    const { line, column } = positionOf()(offset);
    return { line: line + firstLine - 1, column };
  };
  const issue = (position: Position, path: string, message: string): Issue => ({
    severity: 'error',
    file,
    ...position,
    path,
    message,
  });

  let value: Json;
  try {
    value = parseJsonText(text);
  } catch {
    const scan = scanJson(text);
    const { offset, message } = 'message' in scan ? scan : { offset: 0, message: "the text can't be read" };
    return { issues: [issue(place(offset), '', `not valid JSON: ${message}`)] };
  }

  if (keysWritten(text) !== keysRead(value)) {
    const scan = scanJson(text);
    const duplicates = 'duplicates' in scan ? scan.duplicates : [];
    if (duplicates.length > 0) {
      return {
        issues: duplicates.map(({ key, offset, first }) =>
          issue(
            place(offset),
            '',
            `the key ${jsonText(key)} is written twice (first on line ${place(first).line}); keep one`,
          ),
        ),
      };
    }
  }

  const root = lazily(() => rootOf(text));
  const document: ParsedDocument = {
    file,
    value,
    locate: (path) => place(path.length === 0 ? text.search(/\S/) : walk(root(), path).value),
    locateKey: (path) => place(walk(root(), path).key),
  };
  const problems = valueProblems(value);
  if (problems.length === 0) return { document };
  return { issues: problems.map(({ path, message }) => issue(document.locate(path), pathText(path), message)) };
}

function rootOf(text: string): JsonNode {
  const scan = scanJson(text);
  return 'root' in scan ? scan.root : { start: 0, entries: new Map() };
}

function walk(root: JsonNode, path: DocumentPath): { readonly key: number; readonly value: number } {
  let place = { key: root.start, node: root };
  for (const part of path) {
    const next = place.node.entries.get(part);
    if (next === undefined) return { key: place.node.start, value: place.node.start };
    place = next;
  }
  return { key: place.key, value: place.node.start };
}

const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"([ \t\r\n]*:)?/g;

/** Keys in valid JSON text: texts followed by a colon. */
function keysWritten(text: string): number {
  let count = 0;
  for (const match of text.matchAll(TEXTS)) if (match[1] !== undefined) count++;
  return count;
}

/** Keys after parsing; fewer than written if one mapping has a key twice. */
function keysRead(value: Json): number {
  let count = 0;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (isJsonObject(next)) count += Object.keys(next).length;
    for (const item of Object.values(next)) open.push(item);
  }
  return count;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Turns offsets into a text into lines and columns. Built once for a text, then logarithmic. */
function lineIndex(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
