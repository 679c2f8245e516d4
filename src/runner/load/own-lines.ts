/** Lines that stand together: those of a test, or of a class of tests. */
interface Block {
  /** The name of a test, or its path of classes. */
  readonly name: string;
  readonly from: number;
  /** Of the line after it. */
  readonly to: number;
  readonly kind: 'test' | 'class' | 'other';
}

/** A line as the language reads it. */
interface Line {
  readonly text: string;
  /** Without texts and comments. */
  readonly code: string;
  /** It begins within a text of several lines. */
  readonly within: boolean;
  /** Brackets that are open where it begins. */
  readonly depth: number;
}

/**
 * What a file has a test do: its text without the own lines of all other tests, and without comments. What stands between tests belongs to
 * all of them. `null`: nobody can place the test for certain, so the whole file is its own.
 *
 * @param test its name as pytest (`file::Class::test[parameters]`) or Vitest (`file > describe > test`) gives it
 */
export function ownLines(text: string, file: string, test: string): string | null {
  const isPython = file.endsWith('.py');
  if (!isPython && !/\.[cm]?[jt]sx?$/.test(file)) return null;
  const lines = read(text, isPython ? PYTHON : SCRIPT);
  if (lines === null) return null;
  const blocks = isPython ? pythonBlocks(lines) : scriptBlocks(lines);
  const path = test.slice(test.indexOf('::') + 2).replace(/\[.*$/s, '');
  const named = blocks.filter(({ name, kind }) =>
    isPython ? kind !== 'class' && name === path : test.endsWith(` > ${name}`),
  );
  const [own] = named;
  if (own?.kind !== 'test' || named.length > 1) return null;
  const others = blocks.filter((it) => it.kind !== 'other' && !(it.from <= own.from && own.to <= it.to));
  const isKept = ({ code, within }: Line, at: number) =>
    (within || code.trim() !== '') && !others.some(({ from, to }) => from <= at && at < to);
  return lines
    .filter(isKept)
    .map((line) => line.text)
    .join('\n');
}

/** What opens a text or a comment; a text of several lines begins with the same mark that ends it. */
const PYTHON = /"""|'''|#.*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/;
const SCRIPT = /`|\/\/.*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/;
const LONG: Readonly<Record<string, RegExp>> = { '"""': /\\.|"""/, "'''": /\\.|'''/, '`': /\\.|`/ };

/** `null`: its texts or brackets are read wrongly, as they don't end. */
function read(text: string, marks: RegExp): readonly Line[] | null {
  let open = '';
  let depth = 0;
  const lines = text.split('\n').map((whole): Line => {
    const before = { text: whole, within: open !== '', depth };
    let code = '';
    for (let rest = whole; ; ) {
      const found = (LONG[open] ?? marks).exec(rest);
      if (open === '') code += rest.slice(0, found?.index);
      if (found === null) break;
      const [mark] = found;
      if (open === '' && !/^(?:#|\/\/)/.test(mark)) code += '"';
      if (open === '' && mark in LONG) open = mark;
      else if (open === mark) open = '';
      rest = rest.slice(found.index + mark.length);
    }
    depth += (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
    return { ...before, code };
  });
  // A slash may begin a pattern or a comment, in which quotes and brackets are none.
  const isUnclear = marks === SCRIPT && lines.some(({ code }) => code.includes('/'));
  return open === '' && depth === 0 && !isUnclear ? lines : null;
}

const indentOf = ({ text }: Line) => /^\s*/.exec(text)?.[0].length ?? 0;

function pythonBlocks(lines: readonly Line[]): readonly Block[] {
  const statements = lines.flatMap((line, at) =>
    line.within || line.depth > 0 || line.code.trim() === '' ? [] : [{ at, indent: indentOf(line), code: line.code }],
  );
  const blocks: Block[] = [];
  for (const [index, { at, indent, code }] of statements.entries()) {
    const [, word, own = ''] = /^\s*(?:async\s+)?(def|class)\s+(\w+)/.exec(code) ?? [];
    if (word === undefined) continue;
    const outer = blocks.findLast(({ to }) => at < to);
    if (outer === undefined ? indent > 0 : outer.kind !== 'class') continue;
    let first = index;
    while (statements[first - 1]?.indent === indent && statements[first - 1]?.code.trim().startsWith('@')) first -= 1;
    const from = statements[first]?.at ?? at;
    const to = statements.slice(index + 1).find((next) => next.indent <= indent)?.at ?? lines.length;
    const isTest =
      own.startsWith('test') && !lines.slice(from, at).some((line) => /@(?:\w+\.)?fixture\b/.test(line.text));
    const name = outer === undefined ? own : `${outer.name}::${own}`;
    blocks.push({ name, from, to, kind: word === 'class' ? 'class' : isTest ? 'test' : 'other' });
  }
  // What is spoken of elsewhere may be a part of other tests, and a class without a test is none of them.
  const all = lines.map(({ text }) => text).join('\n');
  const isSpokenOf = (name: string) => new RegExp(`(?<!\\b(?:def|class)\\s+)\\b${name}\\b`).test(all);
  const hasTest = ({ from, to }: Block) => blocks.some((it) => it.kind === 'test' && from < it.from && it.to <= to);
  return blocks.filter((it) => !isSpokenOf(it.name.split('::').at(-1) ?? '') && (it.kind !== 'class' || hasTest(it)));
}

function scriptBlocks(lines: readonly Line[]): readonly Block[] {
  return lines.flatMap((line, from): Block[] => {
    const [, , name] = TEST.exec(line.text) ?? [];
    if (name === undefined || line.within) return [];
    const ends = lines.findIndex(({ within, depth }, at) => at > from && !within && depth <= line.depth);
    return [{ name, from, to: ends < 0 ? lines.length : ends, kind: 'test' }];
  });
}

/** `test('name', …` at the begin of a line. */
const TEST = /^\s*(?:test|it)(?:\.(?:only|skip|concurrent|fails|sequential))*\(\s*(['"`])((?:(?!\1)[^$\\])+)\1\s*,/;
