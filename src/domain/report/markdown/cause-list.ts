import { listed, plural } from '#domain/words.ts';
import { inlineCode } from '../escape.ts';
import { type Cause, hasTrials, type Report } from '../report.ts';
import type { Detail } from './detail.ts';
import { moreInResults } from './layout.ts';

/** Why trials failed: each cause once, with its number of trials and cases. */
export function causeList(report: Report, detail: Detail): string {
  const { causes } = report;
  if (causes.length === 0 || !hasTrials(report)) return '';
  const most = Math.min(MOST, detail.sentences);
  const shown = causes.slice(0, most).map((cause) => `- ${inlineCode(cause.text, 300)}: ${extent(cause)}`);
  const more = causes.length > most ? [`- ${moreInResults(causes.length - most)}`] : [];
  return [`**Why trials failed (${causes.length})**`, '', ...shown, ...more].join('\n');
}

const MOST = 5;
const MOST_CASES = 3;

function extent({ trials, cases }: Cause): string {
  const names = cases.map((id) => inlineCode(id, 128));
  return `${plural(trials, 'trial')} of ${plural(cases.length, 'case')} (${listed(names, MOST_CASES)})`;
}
