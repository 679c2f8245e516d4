import { decide as decided } from '#gate/decision/decide.ts';
import type { Heading, Reason, ReasonOf } from '#gate/decision/terms/decision.ts';
import { messageOf as message, shortWordsOf as shortWords, titleOf } from '#report/reasons/reason-words.ts';

export { titleOf };

/** A decision or a report with the words that every output makes of it. */
export function inWords<
  Decided extends { readonly heading: Heading; readonly reasons: readonly Reason[]; readonly main: string },
>(decision: Decided) {
  return { ...decision, title: titleOf(decision), reasons: inSentences(decision.reasons) };
}

/** A heading of these words. */
export function headed(title: string): Heading {
  return { reason: worded(title), more: 0, limits: [], remark: null };
}

/** A reason of these words. */
export function worded(
  problem: string,
  more: Partial<Omit<ReasonOf<'policy_unreadable'>, 'code' | 'facts'>> = {},
): Reason {
  const facts = { problem };
  return { outcome: 'fail', gate: 'pass_rate', code: 'policy_unreadable', tag: null, cases: [], facts, ...more };
}

/** Findings with their words. */
export function inSentences(reasons: readonly Reason[]) {
  return reasons.map((reason) => ({
    ...reason,
    message: message(reason, 'main'),
    headline: shortWords(reason, 'main'),
  }));
}

/** `decide`, with words. */
export function decide(...of: Parameters<typeof decided>) {
  return inWords(decided(...of));
}

/** The words of a reason, if there is one. */
export function messageOf(reason: Reason | null | undefined): string | undefined {
  return reason ? message(reason, 'main') : undefined;
}

/** The same for a title. */
export function shortWordsOf(reason: Reason | null | undefined): string | undefined {
  return reason ? shortWords(reason, 'main') : undefined;
}
