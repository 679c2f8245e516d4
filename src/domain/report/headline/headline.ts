import type { Reason } from '#domain/gate/reason-code.ts';
import { messageOf, titleOf } from '../reasons/reason-words.ts';
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
      const sentence = others.map((reason) => sentenceOf(messageOf(reason))).join(' ');
      const ended = first !== undefined && isOfEnd(first) ? 'ended in an error' : 'could not run';
      const title = titleOf(report);
      const cancelled = title.replace(/^the run was cancelled/, 'Agent eval was cancelled');
      const words = cancelled === title ? `Agent eval ${ended}: ${title}` : cancelled;
      return { words, sentence, also: [] };
    }
  }
}

/** Whether the trials ran, and the error is what came of them. */
function isOfEnd(reason: Reason): boolean {
  return reason.code === 'runner_files' || (reason.code === 'results_lost' && reason.facts.kind === 'not_stored');
}

/** A sentence part as a sentence. */
function sentenceOf(part: string): string {
  const words = part.slice(0, 1).toUpperCase() + part.slice(1);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
