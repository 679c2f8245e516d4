import { plural } from '#common/words.ts';
import { endingWords } from '../ending-words.ts';
import { plainLine, prose } from '../escape.ts';
import type { Report } from '../report.ts';
import type { DriftIssue } from './drift-issue.ts';

/** What an issue says of the models of a run of main that end; `null`: unknown, as none was called. */
export function endsIssue({ ending, run }: Pick<Report, 'ending' | 'run'>): EndsIssue | null {
  if (ending === undefined) return null;
  const [first] = ending;
  if (first === undefined) return { title: '', body: '', does: 'closes' };
  const others = new Set(ending.map(({ model }) => model)).size - 1;
  const more = others === 0 ? '' : `, and ${plural(others, 'more model')} later`;
  return {
    title: `Agent eval: ${plainLine(first.model, 60)} ends on ${first.day}${more} (${plainLine(run.name, 80)})`,
    body: `${[
      ...ending.map((model) => `- ${prose(endingWords(model), 1000)}`),
      'Scheduled runs bring this issue up to date, and close it once main calls none of these models. Closed by hand, it stays closed until another model or day leads it.',
    ].join('\n\n')}\n`,
    does: 'opens',
  };
}

interface EndsIssue extends Omit<DriftIssue, 'does'> {
  readonly does: 'opens' | 'closes';
}
