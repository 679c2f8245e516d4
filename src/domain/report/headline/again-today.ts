import type { Reason, ReasonOf } from '#domain/gate/decision.ts';
import { percent } from '#domain/words.ts';
import { messageOf } from '../reasons/reason-words.ts';
import type { CaseRow, Report } from '../report.ts';

/** What main does today, in one sentence; empty if it was not tried again. */
export function againToday(reason: Reason, report: Report): string {
  const { gate, cases } = reason;
  const both = onBothSides(messageOf(reason, report.main));
  if (both !== '') return both;
  const unable = report.reasons.find((other) => other.code === 'unconfirmed');
  if (report.reasons.every(({ code }) => code !== 'confirmed')) return unable === undefined ? '' : notTried(unable);
  if (gate === 'case') {
    const rows = cases.flatMap((id) => report.cases.find((row) => row.id === id && row.today !== null) ?? []);
    if (rows.length === 0) return '';
    return `Main, tried again just now, still passes ${rows.length === 1 ? 'it' : 'them'} (${sharesOf(rows)}).`;
  }
  const today = gate === 'pass_rate' ? passRateToday(report) : null;
  return today === null
    ? 'Main, tried again just now, still does better.'
    : `Main, tried again just now: ${percent(today)}.`;
}

/** Where main had too few trials of a case, new ones of both sides decide, not those that the rows count. */
function onBothSides(message: string): string {
  const [, sides] = /^(?:case|\d+ cases broke:) (.*), when main and this change were tried again; /.exec(message) ?? [];
  return sides === undefined ? '' : `When main and this change were tried again, ${sides}.`;
}

/** Why, as the gate knows it. */
function notTried({ facts }: ReasonOf<'unconfirmed'>): string {
  if ('reason' in facts) return facts.failure === null ? `Main was not tried again: ${facts.reason}.` : '';
  return '';
}

/** Mean over the cases that were tried again; `null` if none was. */
export function passRateToday({ cases }: Report): number | null {
  const shares = cases.flatMap(({ today }) =>
    today === null || today.scored === 0 ? [] : [today.passed / today.scored],
  );
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** `10/10, 9/10`. */
function sharesOf(rows: readonly CaseRow[]): string {
  const shown = rows.slice(0, MOST_SHOWN).map(({ today }) => `${today?.passed}/${today?.scored}`);
  return `${shown.join(', ')}${rows.length > MOST_SHOWN ? ' …' : ''}`;
}

const MOST_SHOWN = 3;
