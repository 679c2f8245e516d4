import type { ComponentChildren } from 'preact';
import type { DifferingCase, ShownComparison, ShownRow } from '#report/model-comparison/model-comparison.ts';
import { AGENT_COLUMNS, headOf, leftOutWords } from '#report/model-comparison/words.ts';
import { htmlText } from '../markup/html-text.ts';
import { scrolledTable } from '../markup/scrolled.tsx';
import { visibleText } from '../markup/shown.ts';
import { sentenceList } from '../overview/page-head.tsx';
import { pageTop } from './page-top.ts';

/** Cases in a table or a list; the file of JSON beside it has all of them. */
const MOST_CASES = 500;

/** Several agents on the same cases, as a page without script: table, decisions, the cases that some pass more often. */
export function renderComparisonHtml(comparison: ShownComparison): string {
  const { agents, pairs, notes, left_out: leftOut } = comparison;
  const { title, facts, sure } = headOf(comparison);
  const stopped = agents.filter(({ problem }) => problem !== null);
  const body = htmlText([
    <header class="page-head">
      <p class="suite">Agent eval</p>
      <h1>{title}</h1>
      <p class="facts">{visibleText(facts)}</p>
    </header>,
    agentTable(agents),
    section(
      'decisions',
      'Which passes more',
      <ul class="sentences">
        {pairs.map(({ better, words }) => (
          <li>{better === null ? visibleText(words) : <b>{visibleText(words)}</b>}</li>
        ))}
      </ul>,
      pairs.length,
    ),
    section(
      'stopped',
      'Could not run',
      sentenceList(stopped.map(({ name, problem }) => `${name}: ${problem}`)),
      stopped.length,
    ),
    differingCases(comparison),
    section('left-out', 'Left out', sentenceList(leftOut.slice(0, MOST_CASES).map(leftOutWords)), leftOut.length),
    section('sure', 'How sure this is', sentenceList([...notes, ...(sure === '' ? [] : [sure])]), 1),
    <footer>
      <p>
        {'To see trials of two agents side by side, name their folders: '}
        <code>report agent-eval-results/ONE agent-eval-results/OTHER</code>
      </p>
    </footer>,
  ]);
  return [
    ...pageTop(`${agents.length} agents compared`, { script: false }),
    `<body><main>${body}</main></body></html>\n`,
  ].join('\n');
}

function section(id: string, title: string, content: ComponentChildren, items: number): ComponentChildren {
  if (items === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {content}
    </section>
  );
}

function agentTable(agents: readonly ShownRow[]): ComponentChildren {
  const columns = AGENT_COLUMNS.filter(({ cell }) => agents.some((row) => cell(row) !== ''));
  const rows = table(
    'agents',
    ['agent', ...columns.map(({ title }) => title), 'pass rate, 0 to 100 %'],
    agents.map((row) => [
      [
        <code>{visibleText(row.name)}</code>,
        row.models.length === 0 ? null : <span class="name note">{visibleText(` ${row.models.join(', ')}`)}</span>,
      ],
      ...columns.map(({ cell }) => visibleText(cell(row)) || '–'),
      picture(row),
    ]),
  );
  return (
    <section aria-labelledby="agents">
      <h2 id="agents">Agents</h2>
      {rows}
    </section>
  );
}

const WIDTH = 140;

/** The interval of an agent's pass rate, from 0 % at the left to 100 % at the right; the figures stand next to it. */
function picture({ pass_rate: rate, ci95 }: ShownRow): ComponentChildren {
  if (rate === null) return '';
  const at = (value: number): number => Math.round(4 + (WIDTH - 8) * value);
  return (
    <svg viewBox={`0 0 ${WIDTH} 16`} width={WIDTH} height={16} class="interval-picture" aria-hidden="true">
      {ci95 === null ? null : <line class="range" x1={at(ci95.low)} x2={at(ci95.high)} y1={8} y2={8} />}
      <circle class="point" cx={at(rate)} cy={8} r={3.5} />
    </svg>
  );
}

function differingCases({ differing, agents }: ShownComparison): ComponentChildren {
  const able = agents.filter(({ problem, scored }) => problem === null && scored > 0);
  const row = ({ id, passes }: DifferingCase): ComponentChildren[] => [
    <code>{visibleText(id)}</code>,
    ...able.map((_, at) => `${passes[at]?.passed ?? 0}/${passes[at]?.scored ?? 0}`),
  ];
  const heads = ['case', ...able.map(({ name }) => visibleText(name))];
  const rows = differing.slice(0, MOST_CASES).map(row);
  return section('differing', 'Cases that some pass more often', table('differing', heads, rows), rows.length);
}

/** The first cell of a row is its head. */
function table(id: string, heads: readonly string[], rows: readonly ComponentChildren[][]): ComponentChildren {
  const row = ([first = null, ...cells]: ComponentChildren[]) => (
    <tr>
      <th scope="row">{first}</th>
      {cells.map((cell) => (
        <td class="number">{cell}</td>
      ))}
    </tr>
  );
  return scrolledTable({ 'aria-labelledby': id }, heads, rows.map(row));
}
