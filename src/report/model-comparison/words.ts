import { dollars, duration, listed, percent, pointRange, points, pValue, wholeNumber } from '#common/words.ts';
import type { AgentPair, ShownComparison, ShownRow, UncomparedCases } from './model-comparison.ts';

/** The decision on two agents: `b passes more than a: 12 points (95 %: 4 to 20)`. */
export function pairWords({ first, second, difference, ci95, better, p_holm: p }: Omit<AgentPair, 'words'>): string {
  if (difference === null || ci95 === null)
    return `${first} and ${second}: nothing to compare, no case has judged trials of both`;
  if (better === null) {
    const most = Math.max(Math.abs(ci95.low), Math.abs(ci95.high));
    return `${first} and ${second}: no difference shown; up to ${points(most)} are possible (${pValue(p)})`;
  }
  const worse = better === second ? first : second;
  const { low, high } = better === second ? ci95 : { low: -ci95.high, high: -ci95.low };
  return `${better} passes more than ${worse}: ${points(Math.abs(difference))} (95 %: ${pointRange({ low, high })}; ${pValue(p)})`;
}

/** A column of the table, the same in every rendering; an empty cell is unknown. */
interface AgentColumn {
  readonly title: string;
  readonly cell: (row: ShownRow) => string;
  /** Its cells name cases. */
  readonly names?: true;
}

/** The columns after the name. */
export const AGENT_COLUMNS: readonly AgentColumn[] = [
  { title: 'standing', cell: ({ standing = '' }) => standing },
  { title: 'pass rate', cell: ({ pass_rate: rate }) => orDash(rate, percent) },
  { title: '95 %', cell: ({ ci95 }) => (ci95 === null ? '' : `${percent(ci95.low)} to ${percent(ci95.high)}`) },
  {
    title: 'passed',
    cell: ({ passed, scored }) => (scored === 0 ? '' : `${wholeNumber(passed)}/${wholeNumber(scored)}`),
  },
  { title: 'tool recall', cell: ({ tool_recall: recall }) => orDash(recall, percent) },
  { title: 'tokens per trial', cell: ({ tokens }) => orDash(tokens, wholeNumber) },
  { title: 'cost per trial', cell: ({ cost_usd: cost }) => orDash(cost, dollars) },
  { title: 'latency p95', cell: ({ latency_p95: latency }) => orDash(latency, duration) },
  {
    title: 'cost per passed trial',
    cell: ({ cost_per_pass_usd: cost, passed, scored }) =>
      scored > 0 && passed === 0 ? 'none passed' : orDash(cost, dollars),
  },
  { title: 'worst case', cell: ({ worst_case: worst = '' }) => worst, names: true },
  { title: 'on the frontier', cell: ({ frontier = '' }) => frontier },
];

/** What a rendering begins with, and how sure it says that its decisions are: nothing where there are none. */
export function headOf(shown: ShownComparison): NonNullable<ShownComparison['head']> {
  const { head, pairs } = shown;
  const sure = pairs.length === 0 ? '' : HOW_SURE;
  return head ?? { file: 'comparison', title: 'Agents compared', facts: comparedWords(shown), sure };
}

/** What was compared, a sentence part. */
function comparedWords({ agents, cases, trials }: ShownComparison): string {
  return `${wholeNumber(agents.length)} agents, ${wholeNumber(cases)} ${cases === 1 ? 'case' : 'cases'} × ${wholeNumber(trials)} ${trials === 1 ? 'trial' : 'trials'} each`;
}

/** How the pairs are decided. */
const HOW_SURE =
  'Differences are shown where they are beyond chance for all pairs together: if no agent differed, at most one comparison in twenty would show any (exact test over cases, after Holm). Each interval is for its pair alone.';

/** Why cases are in neither the table nor the tests. */
export function leftOutWords({ ids, agent, reason }: UncomparedCases): string {
  const why = reason === null ? 'has no trial' : 'has no judged trial';
  return `${listed(ids)}: ${agent} ${why} of ${ids.length === 1 ? 'it' : 'them'}${reason === null ? '' : `: ${reason}`}`;
}

function orDash(value: number | null, text: (value: number) => string): string {
  return value === null ? '' : text(value);
}
