import { capitalise, percent, plural } from '#common/words.ts';
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
  const [main, here] = inTens(row.baseline, row.candidate);
  return `Before: ${main} conversations went well. Now: ${here}.`;
}

/** `9 in 10`, `5 in 10`: of the fewest that tell both rates apart, and as far as they are; else percents. */
function inTens(main: number, here: number): readonly [string, string] {
  const size = [10, 100, 1000].find((many) => {
    const isEnd = [main, here].every((rate) => [0, many].includes(Math.round(rate * many)) === [0, 1].includes(rate));
    const shown = (Math.round(main * many) - Math.round(here * many)) / many;
    return isEnd && Math.abs(shown - (main - here)) <= 0.35 * Math.abs(main - here);
  });
  if (size === undefined) return [`${percent(main)} of`, percent(here)];
  const words = (rate: number) => ({ 0: 'no', 1: 'all' })[rate] ?? `${Math.round(rate * size)} in ${size}`;
  return [words(main), here === 0 ? 'none' : words(here)];
}

/**
 * The same for whoever owns the agent: of a red report, whether the change may be merged and how many of its cases broke come
 * first.
 */
export function ownersHeadline(report: Report): Pick<Headline, 'words' | 'sentence' | 'also'> {
  const headline = headlineOf(report);
  if (report.verdict !== 'fail' || report.baseline.kind === 'none') return headline;
  const broken = report.cases.filter(({ group }) => group === 'broken').length;
  if (broken === 0) return { ...headline, words: `Not ready to merge: ${headline.brief}` };
  return {
    words: `Not ready to merge. ${broken} of ${plural(report.cases.length, 'case')} broke.`,
    sentence: `${stopped(headline.words)} ${headline.sentence}`.trim(),
    also: headline.also,
  };
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
  return stopped(capitalise(part));
}
