import { plural } from '#domain/words.ts';
import { inlineCode } from '../escape.ts';
import { type Cause, hasTrials, type Report } from '../report.ts';
import type { Detail } from './detail.ts';

/** Why trials failed: each cause once, with what it cost. */
export function causeList(report: Report, detail: Detail): string {
  const { causes } = report;
  if (causes.length === 0 || !hasTrials(report)) return '';
  const most = Math.min(MOST, detail.sentences);
  const shown = causes.slice(0, most).map((cause) => `- ${inlineCode(cause.text, 300)}: ${extent(cause)}`);
  const more = causes.length > most ? [`- … ${causes.length - most} more in results.json`] : [];
  return [`**Why trials failed (${causes.length})**`, '', ...shown, ...more].join('\n');
}

const MOST = 5;
const MOST_CASES = 3;

function extent({ trials, cases }: Cause): string {
  const names = cases.slice(0, MOST_CASES).map((id) => inlineCode(id, 128));
  const more = cases.length > MOST_CASES ? ', …' : '';
  return `${plural(trials, 'trial')} of ${plural(cases.length, 'case')} (${names.join(', ')}${more})`;
}
