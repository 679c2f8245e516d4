import type { VerdictName } from '#gate/decision/terms/decision.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { type FailOn, failOnOf, type WhenOpen, whenOpen } from '../exit-code.ts';
import { headlineOf } from '../headline/headline.ts';
import { COMMENT_BYTES, renderMarkdown } from '../markdown/render-markdown.ts';
import type { Report } from '../report.ts';

/** How a check run ends. If the check is required, GitHub accepts only `success` and `neutral` as green. */
export type CheckConclusion = 'success' | 'neutral' | 'failure' | 'action_required' | 'cancelled';

/**
 * Conclusion of a verdict, green if the exit code is 0; an inconclusive run asks for a person if the policy says `review` and
 * no input overrides it.
 */
export function checkConclusion(
  verdict: VerdictName,
  input: FailOn | null,
  policy: Pick<Policy, 'on_inconclusive'>,
): CheckConclusion {
  const failOn = failOnOf(input, policy);
  switch (verdict) {
    case 'pass':
      return 'success';
    case 'fail':
      return failOn === 'never' ? 'neutral' : 'failure';
    case 'inconclusive':
      return OPEN[whenOpen(input, policy)];
    case 'error':
      return 'failure';
  }
}

/** What a check run says: the headline, and the comment's text. */
export function checkRunTexts(report: Report): { readonly title: string; readonly summary: string } {
  return { title: headlineOf(report).words, summary: renderMarkdown(report, COMMENT_BYTES) };
}

const OPEN: Readonly<Record<WhenOpen, CheckConclusion>> = {
  green: 'neutral',
  red: 'failure',
  review: 'action_required',
};
