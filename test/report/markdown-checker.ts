/** Tags that our Markdown may hold. All but `br` are closed again. */
const TAGS = ['details', 'summary', 'table', 'tr', 'th', 'td', 'pre', 'code', 'span', 'br'];

/** Everything in a comment that acts and is not ours, each as a sentence; knows our own layout and allows nothing else. */
export function markdownProblems(markdown: string): readonly string[] {
  const own = withoutOurNumbers(markdown);
  // Nothing acts inside of a fence; what follows a line that ends one early is outside of it.
  const outside = own.replace(/(?<=\n\n)(`{3,})(?:sh|json)\n[\s\S]*?\n\1(?=\n\n|\n$)/g, 'x');
  return [
    ...invisibleProblems(own),
    ...[tagProblems, layoutProblems].flatMap((problems) => problems(outside)),
    ...outside.split('\n').flatMap(lineProblems),
  ];
}

/** Intervals, small p-values and sums of money are written with characters that texts of others may not have. */
function withoutOurNumbers(markdown: string): string {
  return markdown
    .replace(/(?<= )\[[−+]?[\d,]+(?:\.\d)?(?:\u00a0%)?,\u00a0[−+]?[\d,]+(?:\.\d)?(?:\u00a0%)?\](?= \|)/g, '0')
    .replace(/(?<=[ |])<\u00a0(?=\d[\d.]+)/g, '')
    .replace(/(?<=\| |· |under\s)\$(?=\d[\d,]*\.\d+(?: spent| by the judge)? [|·])/g, '');
}

function invisibleProblems(markdown: string): readonly string[] {
  const found = markdown.match(/[^\P{C}\n]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|\p{M}{5,}/gu) ?? [];
  return found.map((character) => `invisible or piled: U+${character.codePointAt(0)?.toString(16)}`);
}

/** Every `<` opens or closes one of our tags, and what is opened is closed in order. */
function tagProblems(markdown: string): readonly string[] {
  const open: string[] = [];
  const problems: string[] = [];
  for (const [found, , opened, slash, name = opened ?? ''] of markdown.matchAll(
    /<(\/?)([a-z]+)(?<=<details) open>|<(\/?)([a-z]+)>|</g,
  )) {
    if (!TAGS.includes(name)) problems.push(`a bare < or a tag that is not ours: ${found}`);
    else if (slash === '/') {
      if (open.pop() !== name) problems.push(`</${name}> closes nothing`);
    } else if (name !== 'br') open.push(name);
  }
  return [...problems, ...open.map((name) => `<${name}> is not closed`)];
}

/** A fold's inside is read as Markdown only between blank lines; tables are whole. */
function layoutProblems(markdown: string): readonly string[] {
  const lines = markdown.split('\n');
  return lines.flatMap((line, index) => {
    const [before = '', after = ''] = [lines[index - 1], lines[index + 1]];
    if (/^<\/?details(?: open)?>/.test(line))
      return before === '' && after === '' ? [] : [`no blank lines around: ${line}`];
    if (!line.startsWith('|')) return [];
    if (before !== '' && !before.startsWith('|')) return [`no blank line before: ${line}`];
    const columns = (row: string): number => row.split('|').length;
    return before === '' || columns(before) === columns(line) ? [] : [`another number of cells: ${line}`];
  });
}

function lineProblems(line: string): readonly string[] {
  const { source, block, code, running } = withoutOurLayout(line);
  const found = (where: string, text: string, patterns: readonly RegExp[]): readonly string[] =>
    patterns.filter((pattern) => pattern.test(text)).map((pattern) => `${pattern} ${where}: ${line}`);
  return [
    ...found('written', source, [BLOCK_START, /[<>[\]*_~`$\\@|&]/, /#(?!\d*[a-z])/i]),
    ...found('read', block, [/@[a-z0-9]/i]),
    ...found('read', `${code} ${running}`, [/@[a-z0-9]/i, /#\d+\b/, /:\/\//, /www\./i, /\bgh-\d/i]),
    ...found('read', running, [/:(?!\d{1,2}:)[\w+-]+:/, /\$/]),
  ];
}

const BLOCK_START = /^(?:[-+*>] |\d+[.)] |#|={2,}|-{3,}|```|~~~| {4}|\t)/;

/** A line without the marks that only we write. */
interface Rest {
  /** As written, tags and entities as x. */
  readonly source: string;
  /** As read in `<pre>`, where GitHub looks for nothing. */
  readonly block: string;
  /** As read in `<code>`. */
  readonly code: string;
  /** As read outside of both. */
  readonly running: string;
}

function withoutOurLayout(line: string): Rest {
  const row = line.startsWith('|')
    ? line
        .slice(1, -1)
        .split('|')
        .join(' ')
        .replace(/^[ :-]+$/, '')
        .trimStart()
    : line;
  const marks = row
    .replace(/^(?:### |- |\*\*(?=[A-Z][\w, ]+ \(\d+\)(?:, (?:\d+ )?re-graded)?\*\*))/, '')
    .replace(/(?<=^[A-Z][\w, ]+ \(\d+\)(?:, (?:\d+ )?re-graded)?)\*\*/, '')
    .replace(/(?<=^ ?)\*\*(\d+ cases)\*\*(?=<br>)/, '$1')
    .replace(CASE_LINK, '$1')
    .replace(OUR_LINK, '$1');
  return {
    source: marks.replace(/<details open>|<\/?[a-z]+>|&#\d+;/g, 'x'),
    block: insideOf(marks, /<pre>(.*?)<\/pre>/g),
    code: insideOf(marks, /<code>(.*?)<\/code>/g),
    running: decoded(marks.replace(/<(pre|code)>.*?<\/\1>|<span>&#36;<\/span>/g, ' ')),
  };
}

const CASE_LINK =
  /\[(<code>[^<]*<\/code>)\]\(https:\/\/github\.com\/acme\/shop\/[\w/-]+#(?:c=[\w.%-]+(?:&t=\d+)?|diff-[0-9a-f]{64})\)/g;
const OUR_LINK =
  /\[([0-9a-f]{7}|run|its run|Open the report)\]\(https:\/\/github\.com\/acme\/shop\/(?:commit|actions\/runs)\/[0-9a-f]+(?:\/artifacts\/\d+)?\)/g;

function insideOf(text: string, element: RegExp): string {
  return decoded([...text.matchAll(element)].map(([, inside]) => inside).join(' '));
}

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
