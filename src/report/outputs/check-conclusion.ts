import type { VerdictName } from '#gate/decision/terms/decision.ts';
import type { FailOn, WhenOpen } from '../exit-code.ts';
import { headlineOf } from '../headline/headline.ts';
import { COMMENT_BYTES, renderMarkdown } from '../markdown/render-markdown.ts';
import type { Report } from '../report.ts';
import { repairMarkdown } from './repair.ts';

/** How a check run ends. If the check is required, GitHub accepts only `success` and `neutral` as green. */
export type CheckConclusion = 'success' | 'neutral' | 'failure' | 'action_required' | 'cancelled';

/** Conclusion of a verdict, green if the exit code is 0; an undecided run may ask for a person. */
export function checkConclusion(verdict: VerdictName, input: FailOn | null, open: WhenOpen): CheckConclusion {
  switch (verdict) {
    case 'pass':
      return 'success';
    case 'fail':
      return input === 'never' ? 'neutral' : 'failure';
    case 'inconclusive':
      return OPEN[open];
    case 'error':
      return 'failure';
  }
}

/** What a check run says: the headline, the comment's text, and what a coding agent needs. */
export function checkRunTexts(report: Report): Readonly<Record<'title' | 'summary' | 'text', string>> {
  return {
    title: headlineOf(report).words,
    summary: renderMarkdown(report, COMMENT_BYTES),
    text: repairMarkdown(report, COMMENT_BYTES),
  };
}

const OPEN: Readonly<Record<WhenOpen, CheckConclusion>> = {
  green: 'neutral',
  red: 'failure',
  review: 'action_required',
};
