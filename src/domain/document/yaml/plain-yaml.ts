import type { Json } from '#domain/json.ts';
import type { PlainEntry, PlainNode } from './plain-document.ts';
import { inlineValue, NotPlain, plainKey } from './plain-values.ts';

/**
 * Reads YAML as most people write cases: lists and mappings by indentation, values on one line, texts below (`|`, `>`). Ten times as
 * fast as a reader of all YAML, which large suites notice. `null`: the text holds anything else, or may be wrong; the reader of
 * all YAML says what it is.
 */
export function readPlainYaml(text: string): PlainNode | null {
  if (UNUSUAL.test(text)) return null;
  try {
    return readBlocks(text.split('\n'));
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

/** Tabs, carriage returns and others that YAML treats in its own way. */
const UNUSUAL = /[\0-\t\v-\x1f\x7f-\xa0\u2028\u2029\ufeff]/;

const DEEPEST = 50;

function readBlocks(lines: readonly string[]): PlainNode {
  /** The next line with content, and its first column; -1 after the last. */
  let row = 0;
  let indent = -1;
  let depth = 0;

  /** Goes to the first line with content from `from` on. */
  function goTo(from: number): void {
    for (row = from; row < lines.length; row += 1) {
      indent = firstColumn(current());
      if (indent < current().length && current()[indent] !== '#') return;
    }
    indent = -1;
  }

  const current = (): string => lines[row] ?? '';

  function block(column: number): PlainNode {
    if (depth >= DEEPEST) throw new NotPlain();
    depth += 1;
    const node = isItem(current(), column) ? list(column) : mapping(column);
    depth -= 1;
    return node;
  }

  function list(column: number): PlainNode {
    const line = row + 1;
    const entries: PlainNode[] = [];
    do {
      const line = current();
      const at = firstColumn(line, column + 1);
      const opensBlock = isItem(line, at) || plainKey(line, at) !== null;
      entries.push(opensBlock ? block(at) : valueAt(at, column, false));
    } while (indent === column && isItem(current(), column));
    if (indent > column) throw new NotPlain();
    return { value: entries.map(({ value }) => value), line, column: column + 1, entries };
  }

  function mapping(column: number): PlainNode {
    const line = row + 1;
    const value: Record<string, Json> = {};
    const entries = new Map<string, PlainEntry>();
    do {
      const key = plainKey(current(), column);
      if (key === null || entries.has(key.name)) throw new NotPlain();
      const keyLine = row + 1;
      const node = valueAt(firstColumn(current(), key.end), column, true);
      entries.set(key.name, { line: keyLine, column: column + 1, node });
      value[key.name] = node.value;
    } while (indent === column);
    if (indent > column) throw new NotPlain();
    return { value, line, column: column + 1, entries };
  }

  /** What follows a key or the dash in `column`: on its line from `at` on, or on the next ones. */
  function valueAt(at: number, column: number, afterKey: boolean): PlainNode {
    const line = current();
    if (at >= line.length || (line[at] === '#' && line[at - 1] === ' ')) {
      goTo(row + 1);
      const isListOfKey = afterKey && indent === column && isItem(current(), column);
      if (indent <= column && !isListOfKey) throw new NotPlain();
      return block(indent);
    }
    if (line[at] === '|' || line[at] === '>') return textBelow(at, column);
    const { node, end } = inlineValue(line, at, row + 1);
    const rest = firstColumn(line, end);
    if (rest < line.length && (line[rest] !== '#' || rest === end)) throw new NotPlain();
    goTo(row + 1);
    return node;
  }

  /** A text on the lines below: as they are (`|`), or joined by spaces (`>`). */
  function textBelow(at: number, column: number): PlainNode {
    const header = current().slice(at);
    const line = row + 1;
    const inner = firstColumn(lines[line] ?? '');
    const isEmpty = inner >= (lines[line] ?? '').length;
    if (!/^[|>]-?$/.test(header) || isEmpty || inner <= column) throw new NotPlain();
    const texts: string[] = [];
    let next = line;
    for (; next < lines.length; next += 1) {
      const text = lines[next] ?? '';
      const first = firstColumn(text);
      if (first < text.length && first < inner) break;
      if (first >= text.length && first > inner) throw new NotPlain();
      texts.push(text.slice(inner));
    }
    // Without a last line break the text might end without one too.
    if (next === lines.length && lines.at(-1) !== '') throw new NotPlain();
    while (texts.at(-1) === '') texts.pop();
    const folds = header.startsWith('>');
    // Those stay on lines of their own.
    if (folds && texts.some((text) => text === '' || text.startsWith(' '))) throw new NotPlain();
    goTo(next);
    const value = `${texts.join(folds ? ' ' : '\n')}${header.endsWith('-') ? '' : '\n'}`;
    return { value, line, column: at + 1, entries: null };
  }

  goTo(0);
  if (current() === '---') goTo(row + 1);
  if (indent === -1) throw new NotPlain();
  const root = block(indent);
  if (indent !== -1) throw new NotPlain();
  return root;
}

/** The first column from `from` on that is no space. */
function firstColumn(line: string, from = 0): number {
  let at = from;
  while (line.charCodeAt(at) === SPACE) at += 1;
  return at;
}

const SPACE = 0x20;

function isItem(line: string, column: number): boolean {
  return line[column] === '-' && (line[column + 1] ?? ' ') === ' ';
}
