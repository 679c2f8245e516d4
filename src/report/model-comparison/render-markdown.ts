import { utf8Bytes } from '#common/cut.ts';
import { plural } from '#common/words.ts';
import { inlineCode, prose } from '../escape.ts';
import { columnTable } from '../markdown/column-table.ts';
import { link } from '../markdown/layout.ts';
import type { DifferingCase, ShownComparison, ShownRow } from './model-comparison.ts';
import { AGENT_COLUMNS, headOf, leftOutWords } from './words.ts';

/** Cases in a table or a list. */
const MOST_CASES = 50;

/** How it is shown next to the table of the file. */
export interface ComparisonPlace {
  /** Most UTF-8 bytes: what does not fit is left out. */
  readonly limit: number;
  /** Address of the HTML page; `null`: there is none. */
  readonly html_url: string | null;
}

/** comparison.md, the comment on a pull request, and a job's summary. */
export function renderComparisonMarkdown(
  comparison: ShownComparison,
  { limit, html_url: url }: ComparisonPlace = { limit: Number.POSITIVE_INFINITY, html_url: null },
): string {
  const { agents, pairs, notes } = comparison;
  const { title, facts, sure } = headOf(comparison);
  const blocks = [
    `### ${title}`,
    `${prose(facts, 1000)}.`,
    agentTable(agents),
    ...(pairs.length === 0
      ? []
      : [list(pairs.map(({ better, words }) => (better === null ? prose(words, 1000) : `**${prose(words, 1000)}**`)))]),
    ...couldNotRun(comparison),
    ...(notes.length === 0 ? [] : [list(notes.map((note) => prose(note, 1000)))]),
    ...differing(comparison),
    ...leftOut(comparison),
    ...(sure === '' ? [] : [sure]),
    ...(url === null ? [] : [link('Report', url)]),
  ];
  return `${blocks.filter(fitting(limit)).join('\n\n')}\n`;
}

/** Whether a block fits next to those before it. */
function fitting(limit: number): (block: string) => boolean {
  let room = limit;
  return (block) => {
    const size = utf8Bytes(block) + 2;
    if (size > room) return false;
    room -= size;
    return true;
  };
}

function agentTable(agents: readonly ShownRow[]): string {
  const name = { title: 'agent', align: 'l', cell: (row: ShownRow) => nameOf(row) } as const;
  const columns = AGENT_COLUMNS.map(({ title, cell, names }) => ({
    title,
    align: 'r' as const,
    cell: (row: ShownRow) => (names === true ? prose(cell(row)) : cell(row)),
  }));
  return columnTable([name, ...columns], agents);
}

function couldNotRun({ agents }: ShownComparison): readonly string[] {
  const stopped = agents.filter(({ problem }) => problem !== null);
  return stopped.length === 0
    ? []
    : [list(stopped.map(({ name, problem }) => `${inlineCode(name)} could not run: ${prose(problem ?? '')}`))];
}

/** The model as it was served tells more than a name that somebody chose. */
function nameOf({ name, models }: ShownRow): string {
  const served = models.filter((model) => model !== name).slice(0, 2);
  return served.length === 0
    ? inlineCode(name)
    : `${inlineCode(name)} (${served.map((model) => inlineCode(model, 60)).join(', ')})`;
}

function differing(shown: ShownComparison): readonly string[] {
  const { differing: cases, agents } = shown;
  if (cases.length === 0) return [];
  const able = agents.filter(({ problem, scored }) => problem === null && scored > 0);
  const columns = able.map(({ name }, at) => ({
    title: inlineCode(name),
    align: 'r' as const,
    cell: ({ passes }: DifferingCase) => `${passes[at]?.passed ?? 0}/${passes[at]?.scored ?? 0}`,
  }));
  const id = { title: 'case', align: 'l', cell: (row: DifferingCase) => inlineCode(row.id) } as const;
  const table = columnTable([id, ...columns], cases.slice(0, MOST_CASES));
  return ['**Cases that some pass more often than others**', table, ...more(cases.length, headOf(shown).file)];
}

function leftOut({ left_out: groups }: ShownComparison): readonly string[] {
  if (groups.length === 0) return [];
  return ['**Left out**', list(groups.slice(0, MOST_CASES).map((group) => prose(leftOutWords(group), 1000)))];
}

function more(cases: number, file: string): readonly string[] {
  return cases > MOST_CASES ? [`… ${plural(cases - MOST_CASES, 'more case')} in ${file}.json`] : [];
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
