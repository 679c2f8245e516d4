import { plural } from '#common/words.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { differenceWords, mainAndHere } from '#gate/baseline/pairing/difference-words.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import { inColour } from './colour.ts';
import { plainLine } from './escape.ts';
import { VERDICT_COLOUR } from './labels.ts';
import { titleOf } from './reasons/reason-words.ts';
import { reasonSentences } from './sentences.ts';

/** A verdict and its reasons as plain text, for decisions without a run. */
export function renderDecision(
  decision: Decision,
  comparison: Comparison,
  options: { readonly colours: boolean },
): string {
  const head = `${decision.verdict.toUpperCase()}  ${plainLine(titleOf(decision), 300)}`;
  const runs = comparison.pool.length > 1 ? ` with ${plural(comparison.pool.length, 'run')} of main` : '';
  const compared = comparison.cases.filter((evalCase) => evalCase.status === 'comparable');
  const again = compared.filter((evalCase) => evalCase.regraded).length;
  const regraded = again === 0 ? '' : `, ${again} of them with main graded again`;
  const sides = mainAndHere(decision.main);
  const sentences = [
    ...reasonSentences(decision).map(({ text }) => text),
    ...comparison.condition_differences.map((difference) => `not comparable: ${differenceWords(difference, sides)}`),
    ...comparison.treatment_changes.map((change) => `changed: ${differenceWords(change, sides)}`),
    ...comparison.left_out,
  ];
  return [
    options.colours ? inColour(head, VERDICT_COLOUR[decision.verdict]) : head,
    `${compared.length} of ${comparison.cases.length} cases compared${runs}${regraded}`,
    ...sentences.map((sentence) => `· ${plainLine(sentence, 500)}`),
  ].join('\n');
}
