import { percent } from '#common/words.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import { messageOf, titleOf, withLimits, wordsOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import { failedHeadline } from './failed.ts';
import { type Headline, stopped, wordsWith } from './headline-words.ts';
import { openHeadline } from './open.ts';
import { passedHeadline } from './passed.ts';

/** What a report says in ten seconds. The same for comment, summary, overview and terminal. */
export function headlineOf(report: Report): Headline {
  const headline = verdictHeadline(report);
  const incidents = report.reasons.filter(({ code }) => code === 'bad_round');
  const sentences = incidents.map((reason) => sentenceOf(messageOf(reason, report.main)));
  return { ...headline, sentence: [headline.sentence, ...sentences].filter((part) => part !== '').join(' ') };
}

/** The pass rate on both sides, as people say it, a sentence; `null`: it is not known of both. */
export function beforeAndNow({ metrics, baseline }: Report): string | null {
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  if (baseline.kind === 'none' || row?.baseline == null || row.candidate === null) return null;
  return `Before: ${percent(row.baseline)} of trials went well. Now: ${percent(row.candidate)}.`;
}

function verdictHeadline(report: Report): Headline {
  switch (report.verdict) {
    case 'fail':
      return failedHeadline(report);
    case 'pass':
      return passedHeadline(report);
    case 'inconclusive':
      return openHeadline(report);
    case 'error': {
      const [first, ...others] = report.reasons.filter(({ outcome }) => outcome === 'error');
      const mend = first === undefined ? '' : wordsOf(first, report.main).evidence;
      const sentence = [mend, ...others.map((reason) => messageOf(reason, report.main))]
        .filter((part) => part !== '')
        .map(sentenceOf)
        .join(' ');
      const ended = first !== undefined && isOfEnd(first) ? 'ended in an error' : 'could not run';
      if (first?.code === 'nothing_evaluated' && first.facts.kind === 'cancelled') {
        const brief = withLimits('cancelled before any trial ended', report);
        return { words: `Agent eval was ${brief}`, brief, sentence, also: [], numbers: [] };
      }
      return { ...wordsWith(`Agent eval ${ended}`, titleOf(report)), sentence, also: [], numbers: [] };
    }
  }
}

/** Whether the trials ran, and the error is what came of them. */
function isOfEnd(reason: Reason): boolean {
  return reason.code === 'runner_files' || (reason.code === 'results_lost' && reason.facts.kind === 'not_stored');
}

/** A sentence part as a sentence. */
function sentenceOf(part: string): string {
  return stopped(part.slice(0, 1).toUpperCase() + part.slice(1));
}
