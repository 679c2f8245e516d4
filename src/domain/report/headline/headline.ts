import type { Report } from '../report.ts';
import { failedHeadline } from './failed.ts';
import { openHeadline } from './open.ts';
import { passedHeadline } from './passed.ts';
import type { Headline } from './said.ts';

/** What a report says in ten seconds. The same for comment, summary, overview and terminal. */
export function headlineOf(report: Report): Headline {
  switch (report.verdict) {
    case 'fail':
      return failedHeadline(report);
    case 'pass':
      return passedHeadline(report);
    case 'inconclusive':
      return openHeadline(report);
    case 'error': {
      const [first, ...others] = report.reasons.filter(({ outcome }) => outcome === 'error');
      const sentence = others.map(({ message }) => sentenceOf(message)).join(' ');
      const ended = first?.code === 'results_not_stored' ? 'ended in an error' : 'could not run';
      const cancelled = report.title.replace(/^the run was cancelled/, 'Agent eval was cancelled');
      const words = cancelled === report.title ? `Agent eval ${ended}: ${report.title}` : cancelled;
      return { words, sentence, also: [] };
    }
  }
}

/** A sentence part as a sentence. */
function sentenceOf(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
