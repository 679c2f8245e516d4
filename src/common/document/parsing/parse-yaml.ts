import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { cutEnd } from '#common/cut.ts';
import { quotedValue } from '../found-value.ts';
import type { Issue } from '../issue.ts';
import type { DocumentPath } from '../located-document.ts';
import type { ParsedDocument, Position } from '../parsed-document.ts';
import { pathText } from '../path-text.ts';
import { valueProblems } from '../value-problems.ts';
import { wrongIndentation } from './yaml-indentation.ts';
import type { YamlProblem } from './yaml-problem.ts';

/** Most aliases in one document before it counts as an attack on memory (the measure of the yaml package). */
const MAX_ALIASES = 100;

const TOO_MANY_ALIASES = `aliases repeat too much (more than ${MAX_ALIASES} uses of anchored values); write the values out or use \`defaults\``;

/** Reads every YAML document of a text (core schema; no tags, no merge keys, unique keys). Documents without content are left out. */
export function parseYaml(
  text: string,
  file: string,
): { readonly documents: readonly ParsedDocument[]; readonly issues: readonly Issue[] } {
  const documents: ParsedDocument[] = [];
  const findings: YamlProblem[] = [];
  try {
    for (const { source, positionOf } of readDocuments(text, findings)) {
      const document = toParsedDocument(source, file, positionOf, findings);
      if (document !== null && document.value !== null) documents.push(document);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    findings.push({ position: { line: 1, column: 1 }, path: '', message: 'nested too deeply to be read; flatten it' });
  }
  return {
    documents,
    issues: findings.map(({ position, path, message }) => ({ severity: 'error', file, ...position, path, message })),
  };
}

function readDocuments(
  text: string,
  findings: YamlProblem[],
): { source: Document; positionOf: (offset: number) => Position }[] {
  const counter = new LineCounter();
  const positionOf = (offset: number): Position => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const sources: Iterable<Document> = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: counter,
    logLevel: 'silent',
  });
  return Array.from(sources, (source) => {
    if (MAY_HOLD_LONG.test(text)) keepDigits(source);
    findings.push(...syntaxFindings(source, text, positionOf));
    return { source, positionOf };
  });
}

function toParsedDocument(
  source: Document,
  file: string,
  positionOf: (offset: number) => Position,
  findings: YamlProblem[],
): ParsedDocument | null {
  if (source.errors.length > 0 || source.warnings.length > 0) return null;
  const structure = structureFindings(source, positionOf);
  findings.push(...structure);
  if (structure.length > 0) return null;
  const place = (node: unknown): Position => positionOf(startOf(node) ?? startOf(source.contents) ?? 0);
  const locate = (path: DocumentPath) => place(walk(source, path).value);
  try {
    const value = source.toJS({ maxAliasCount: MAX_ALIASES });
    const problems = valueProblems(value);
    findings.push(...problems.map(({ path, message }) => ({ position: locate(path), path: pathText(path), message })));
    return problems.length > 0 ? null : { file, value, locate, locateKey: (path) => place(walk(source, path).key) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    findings.push({ position: locate([]), path: '', message: TOO_MANY_ALIASES });
    return null;
  }
}

/** Restores integers beyond 2^53, which the parser has rounded, as big integers. */
function keepDigits(source: Document): void {
  visit(source, {
    Scalar: (_, scalar) => {
      const { value, source: text = '' } = scalar;
      if (typeof value !== 'number' || Number.isSafeInteger(value) || text.length > MOST_DIGITS) return;
      const [, sign, digits] = /^([-+]?)(\d+|0o[0-7]+|0x[\da-fA-F]+)$/.exec(text) ?? [];
      if (digits !== undefined) scalar.value = BigInt(digits) * (sign === '-' ? -1n : 1n);
    },
  });
}

/** Quickly excludes most texts without long integers, without walking the document. */
const MAY_HOLD_LONG = /\d{16}|\b0[xo]/;

/** As for JSON: nobody means a number with more digits than Python reads or writes. */
const MOST_DIGITS = 4300;

/** What the syntax allows but we refuse, once keys have the spelling that was written: duplicate keys, keys that are no texts, aliases to nothing or to themselves. */
function structureFindings(source: Document, positionOf: (offset: number) => Position): readonly YamlProblem[] {
  const findings: YamlProblem[] = [];
  const add = (node: unknown, message: string) =>
    findings.push({ position: positionOf(startOf(node) ?? 0), path: '', message });
  let aliases = 0;
  visit(source, {
    Map: (_, map) => {
      const seen = new Map<string, Node>();
      for (const { key } of map.items) {
        keepSpelling(key);
        const name = keyText(key);
        if (name === null || !isScalar(key)) {
          add(key ?? map, 'expected a text as key, found a list, a mapping or an alias');
          continue;
        }
        const first = seen.get(name);
        if (first === undefined) seen.set(name, key);
        else
          add(
            key,
            `the key ${quotedValue(name)} is written twice (first on line ${positionOf(startOf(first) ?? 0).line}); keep one`,
          );
      }
    },
    Alias: (_, alias, ancestors) => {
      aliases += 1;
      // Resolving an alias walks the document, so aliases are counted before, not after.
      if (aliases > MAX_ALIASES) {
        add(alias, TOO_MANY_ALIASES);
        return visit.BREAK;
      }
      const target = alias.resolve(source);
      if (target === undefined)
        add(
          alias,
          `no anchor &${alias.source} is defined before the alias *${alias.source}; put it in quotes if it is a text or glob ("*${alias.source}"), or define the anchor above`,
        );
      else if (ancestors.includes(target))
        add(alias, `the alias *${alias.source} is inside its own anchor; write the value out`);
      return undefined;
    },
  });
  return findings;
}

/** A key that YAML reads as a number, a truth value or nothing is the text that was written: `007`, `1.10`, `True`, `null`. */
function keepSpelling(key: unknown): void {
  if (isScalar(key) && typeof key.value !== 'string' && key.source !== undefined) key.value = key.source;
}

function walk(source: Document, path: DocumentPath): { readonly key: unknown; readonly value: unknown } {
  let place: { key: unknown; value: unknown } = { key: source.contents, value: source.contents };
  for (const part of path) {
    const node = isAlias(place.value) ? place.value.resolve(source) : place.value;
    const next = entryOf(node, part);
    if (next === null) return { key: place.value, value: place.value };
    place = next;
  }
  return place;
}

function entryOf(node: unknown, part: string | number): { readonly key: unknown; readonly value: unknown } | null {
  if (isSeq(node) && typeof part === 'number') {
    const item = node.items[part];
    return item === undefined ? null : { key: item, value: item };
  }
  if (!isMap(node)) return null;
  const pair = pairOf(node, String(part));
  return pair === null ? null : { key: pair.key, value: pair.value ?? pair.key };
}

function pairOf(map: YAMLMap, name: string): Pair | null {
  return map.items.find(({ key }) => keyText(key) === name) ?? null;
}

function keyText(key: unknown): string | null {
  if (!isScalar(key)) return null;
  return key.value === null ? '' : String(key.value);
}

function startOf(node: unknown): number | null {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return null;
  const start: unknown = node.range[0];
  return typeof start === 'number' ? start : null;
}

/** One finding per line: further ones on the same line nearly always follow from the first, and all from a wrong indentation. */
function syntaxFindings(
  source: Document,
  text: string,
  positionOf: (offset: number) => Position,
): readonly YamlProblem[] {
  const [first] = source.errors;
  // The parser may point at the end of the line above.
  const indentation = first === undefined ? null : wrongIndentation(text, positionOf(first.pos[0]).line + 1);
  if (indentation !== null) return [indentation];
  const perLine = new Map<number, YamlProblem>();
  for (const error of [...source.errors, ...source.warnings]) {
    const position = positionOf(error.pos[0]);
    if (!perLine.has(position.line)) perLine.set(position.line, { position, path: '', message: syntaxMessage(error) });
  }
  return [...perLine.values()];
}

/** Sentence for a syntax error of the YAML parser: its message, and the usual fix. */
function syntaxMessage(error: YAMLError): string {
  if (error.code === 'RESOURCE_EXHAUSTION') return 'nested too deeply to be read; flatten it';
  // The parser quotes whole texts.
  const message = cutEnd(`${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`, LONGEST_SAID);
  const remedy = REMEDIES[error.code];
  return `not valid YAML: ${message}${remedy === undefined ? '' : `; ${remedy}`}`;
}

const LONGEST_SAID = 300;

const REMEDIES: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'in YAML a * begins an alias: put a text or glob that begins with * in quotes, such as "*"',
  BAD_DQ_ESCAPE: 'write the text in single quotes, or the backslash twice',
  BAD_INDENT: 'start lines that belong together in the same column',
  BAD_SCALAR_START: 'put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put a text that holds ": " in quotes, or indent the lines below it',
  MISSING_CHAR: 'close what was opened',
  MULTILINE_IMPLICIT_KEY: 'end the key with ":" on its own line',
  TAB_AS_INDENT: 'indent with spaces',
  TAG_RESOLVE_FAILED: 'tags are not supported: remove it, and put the value in quotes if it is a text',
  UNEXPECTED_TOKEN: 'check the indentation of this line and the one above',
};
