import type { Comparison } from '#domain/baseline/comparison.ts';
import type { Decision } from '#domain/gate/decision.ts';
import { plainLine } from './escape.ts';
import { paint } from './paint.ts';

/** A verdict and its reasons as plain text, for decisions made without a run. */
export function renderDecision(decision: Decision, comparison: Comparison, options: { readonly colours: boolean }): string {
  const head = `${decision.verdict.toUpperCase()}  ${plainLine(decision.title, 300)}`;
  const colour = decision.verdict === 'pass' ? 'green' : decision.verdict === 'inconclusive' ? 'yellow' : 'red';
  const compared = comparison.cases.filter((one) => one.status === 'comparable').length;
  const sentences = new Set([...decision.reasons.map((reason) => reason.message), ...comparison.condition_differences]);
  sentences.delete(decision.title);
  return [
    options.colours ? paint(head, colour) : head,
    `${compared} of ${comparison.cases.length} cases compared`,
    ...[...sentences].map((sentence) => `· ${plainLine(sentence, 500)}`),
  ].join('\n');
}
