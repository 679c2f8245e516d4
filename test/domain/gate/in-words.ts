import { conclude as concluded, concludeWith } from '#domain/gate/conclude.ts';
import { decide as decided } from '#domain/gate/decide.ts';
import type { Heading, Reason, ReasonOf } from '#domain/gate/decision.ts';
import { messageOf as message, shortWordsOf as shortWords, titleOf } from '#domain/report/reasons/reason-words.ts';

export { titleOf };

/** A decision or a report with the words that every output makes of it. */
export function inWords<Decided extends { readonly heading: Heading; readonly reasons: readonly Reason[] }>(
  decision: Decided,
) {
  return { ...decision, title: titleOf(decision), reasons: inSentences(decision.reasons) };
}

/** A heading of these words. */
export function headed(title: string): Heading {
  return { reason: worded(title), more: 0, limits: [], remark: null };
}

/** A reason of these words. */
export function worded(facts: string, more: Partial<Omit<ReasonOf<'withheld'>, 'code' | 'facts'>> = {}): Reason {
  return { outcome: 'fail', gate: 'pass_rate', code: 'withheld', tag: null, cases: [], facts, ...more };
}

/** Findings with their words. */
export function inSentences(reasons: readonly Reason[]) {
  return reasons.map((reason) => ({ ...reason, message: message(reason), headline: shortWords(reason) }));
}

/** `decide`, with words. */
export function decide(...of: Parameters<typeof decided>) {
  return inWords(decided(...of));
}

/** `conclude`, with words. */
export function conclude(...of: Parameters<typeof concluded>) {
  return inWords(concluded(...of));
}

/** `concludeWith`, with words. */
export function concludeAgain(...of: Parameters<typeof concludeWith>) {
  return inWords(concludeWith(...of));
}

/** The words of a reason, if there is one. */
export function messageOf(reason: Reason | null | undefined): string | undefined {
  return reason ? message(reason) : undefined;
}

/** The same for a title. */
export function shortWordsOf(reason: Reason | null | undefined): string | undefined {
  return reason ? shortWords(reason) : undefined;
}
