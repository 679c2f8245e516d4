import { plural } from '#common/words.ts';
import { inColour } from '../colour.ts';
import { plainLine } from '../escape.ts';
import type { ShownComparison, ShownRow } from './model-comparison.ts';
import { AGENT_COLUMNS, headOf, leftOutWords } from './words.ts';

/** Cases that are printed one by one. */
const MOST_CASES = 20;

/** The comparison as plain text. Untrusted text is stripped of everything that a terminal obeys. */
export function renderComparisonTerminal(comparison: ShownComparison, options: { readonly colours: boolean }): string {
  const { agents, pairs, notes, left_out: leftOut } = comparison;
  const { facts, sure } = headOf(comparison);
  const blocks = [
    [plainLine(facts, 1000)],
    agentTable(agents),
    pairs.map(({ better, words }) =>
      better !== null && options.colours ? inColour(plainLine(words, 1000), 'green') : plainLine(words, 1000),
    ),
    couldNotRun(agents),
    caseTable(comparison),
    leftOut.slice(0, MOST_CASES).map((group) => `left out: ${plainLine(leftOutWords(group), 500)}`),
    [...notes.map((note) => plainLine(note, 1000)), ...(sure === '' ? [] : [sure])].map((line) => `· ${line}`),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function agentTable(agents: readonly ShownRow[]): readonly string[] {
  return table([
    ['agent', ...AGENT_COLUMNS.map(({ title }) => title)],
    ...agents.map((row) => [plainLine(row.name, 80), ...AGENT_COLUMNS.map(({ cell }) => plainLine(cell(row)) || '–')]),
  ]);
}

function couldNotRun(agents: readonly ShownRow[]): readonly string[] {
  return agents.flatMap(({ name, problem }) =>
    problem === null ? [] : [`${name} could not run: ${plainLine(problem, 500)}`],
  );
}

function caseTable(shown: ShownComparison): readonly string[] {
  const { differing, agents } = shown;
  if (differing.length === 0) return [];
  const able = agents.filter(({ problem, scored }) => problem === null && scored > 0);
  const rows = differing.map(({ id, passes }) => [
    plainLine(id, 80),
    ...passes.map(({ passed, scored }) => `${passed}/${scored}`),
  ]);
  const [head = '', ...lines] = table([['passes differ', ...able.map(({ name }) => name)], ...rows]);
  const more = lines.length - MOST_CASES;
  const rest = more > 0 ? [`… ${plural(more, 'more case')} in ${headOf(shown).file}.json`] : [];
  return [head, ...lines.slice(0, MOST_CASES), ...rest];
}

/** Columns as wide as their widest cell, numbers to the right; a column that is empty in every row is left out. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = []] = rows;
  const filled = head.map((_, column) => column === 0 || rows.slice(1).some((row) => (row[column] ?? '–') !== '–'));
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .filter((_, column) => filled[column])
      .join('  ')
      .trimEnd(),
  );
}
