import { listed } from '#common/words.ts';
import type { CaseRow, Report } from '../report.ts';

/** How the cases that failed last time do now: `weather_oslo passes now (1 of 1); refund still fails (0 of 1)`. */
export function passesNow({ cases }: Report): { readonly words: string; readonly all_pass: boolean } {
  const ran = cases.filter(({ candidate }) => candidate !== null);
  const groups = Object.entries(STATES).flatMap(([state, [one, several]]) => {
    const rows = ran.filter((row) => stateOf(row) === state);
    if (rows.length === 0) return [];
    const names = rows.length <= MOST_NAMED ? listed(rows.map(({ id }) => id)) : `${rows.length} cases`;
    const sum = (of: 'passed' | 'scored') => rows.reduce((total, { candidate }) => total + (candidate?.[of] ?? 0), 0);
    return [`${names} ${rows.length === 1 ? one : several} (${sum('passed')} of ${sum('scored')})`];
  });
  return { words: groups.join('; '), all_pass: ran.length > 0 && ran.every((row) => stateOf(row) === 'passes') };
}

type State = 'fails' | 'unknown' | 'passes';

/** Of one case, and of several. */
const STATES: { readonly [Name in State]: readonly [string, string] } = {
  fails: ['still fails', 'still fail'],
  unknown: ['could not be judged', 'could not be judged'],
  passes: ['passes now', 'pass now'],
};

function stateOf({ candidate }: CaseRow): State {
  if (candidate === null || candidate.scored === 0) return 'unknown';
  if (candidate.passed < candidate.scored) return 'fails';
  return candidate.errors > 0 ? 'unknown' : 'passes';
}

const MOST_NAMED = 3;
