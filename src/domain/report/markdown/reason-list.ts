import { prose } from '../escape.ts';
import type { Report } from '../report.ts';

const MAX_REASONS = 12;

/** Why the verdict is what it is, and what else should be known; nothing twice. */
export function reasonList(report: Report): string {
  const sentences = [
    ...report.reasons.map((reason) => reason.message),
    ...report.condition_differences.map((difference) => `Not comparable: ${difference}`),
    ...report.notes,
  ];
  const distinct = [...new Set(sentences)].filter((sentence) => sentence !== report.title);
  const shown = distinct.slice(0, MAX_REASONS).map((sentence) => `- ${prose(sentence)}`);
  if (distinct.length > MAX_REASONS) shown.push(`- … ${distinct.length - MAX_REASONS} more in results.json`);
  return shown.join('\n');
}
