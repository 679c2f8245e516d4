import type { Report } from '../report.ts';
import { failedHeadline } from './failed.ts';
import { openHeadline } from './open.ts';
import { passedHeadline } from './passed.ts';

/**
 * A report for a reader in a hurry: what happened in words, before any number. All plain text that may hold names of cases,
 * paths and messages of others.
 */
export interface Headline {
  /** One line, with the verdict: `Agent eval failed: color-sky and capital-japan broke`. */
  readonly words: string;
  /** What else it takes to understand that line; sentences in one line. Empty if there is nothing. */
  readonly sentence: string;
  /** Every further reason of the same verdict, in words. */
  readonly also: readonly string[];
}

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
      const [, ...others] = report.reasons.filter(({ outcome }) => outcome === 'error');
      const sentence = others.map(({ message }) => sentenceOf(message)).join(' ');
      return { words: `Agent eval could not run: ${report.title}`, sentence, also: [] };
    }
  }
}

/** A sentence part as a sentence. */
function sentenceOf(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
