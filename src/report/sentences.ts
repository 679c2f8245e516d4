import { canonicalJson } from '#common/json.ts';
import { differenceWords, mainAndHere } from '#gate/baseline/pairing/difference-words.ts';
import type { Decision, Reason } from '#gate/decision/terms/decision.ts';
import { endingWords } from './ending-words.ts';
import { placeOfReason } from './reason-place.ts';
import { messageOf, plainMessageOf, wordsOf } from './reasons/reason-words.ts';
import type { Report } from './report.ts';
import { asideWords } from './units.ts';

/** One sentence part of a report, and what it is of: a reason, something that changed in the agent, a model that ends, or anything else. */
export interface Sentence {
  readonly text: string;
  /** Without the verdict that may begin it. */
  readonly bare: string;
  /** Without that and p-values. */
  readonly plain: string;
  readonly of: Reason | 'change' | 'ending' | null;
}

/** The sentences of a report besides its title; nothing twice. */
export interface Sentences {
  /** The long form of the title's reason: interval, p, the rule. */
  readonly evidence: readonly Sentence[];
  /** Further reasons, and the limits of the verdict. */
  readonly verdict: readonly Sentence[];
  /** What the run could and could not have detected, and further notes. */
  readonly background: readonly Sentence[];
}

/** The sentences of a report, in their order. */
export function sentencesOf(report: Report): Sentences {
  const { verdict } = report;
  const sides = mainAndHere(report.main);
  const sentences = reasonSentences(report).filter(({ of }) => placeOfReason(of) !== 'elsewhere');
  const isBackground = (reason: Reason): boolean =>
    reason.outcome === 'note'
      ? placeOfReason(reason) === 'background'
      : reason.outcome === 'pass' && verdict !== 'pass';
  const [first] = report.reasons;
  const others = sentences.filter(({ of }) => of !== first);
  return {
    evidence: sentences.filter(({ of }) => of === first),
    verdict: distinct([
      ...others.filter(({ of }) => !isBackground(of)),
      ...[
        ...absence(report),
        ...setAside(report),
        ...report.remarks,
        ...report.condition_differences.map((difference) => `not comparable: ${differenceWords(difference, sides)}`),
      ].map((text) => sentence(text, null)),
      ...report.treatment_changes.map((change) => sentence(`changed: ${differenceWords(change, sides)}`, 'change')),
    ]),
    background: distinct([
      ...others.filter(({ of }) => isBackground(of)),
      ...(report.ending ?? []).map((model) => sentence(endingWords(model), 'ending')),
      ...report.notes.map((text) => sentence(text, null)),
    ]),
  };
}

function sentence<Of extends Sentence['of']>(text: string, of: Of): Sentence & { readonly of: Of } {
  return { text, bare: text, plain: text, of };
}

/** Why there is no baseline, if one is expected and the title does not say it. */
function absence({ baseline, reasons, heading }: Report): readonly string[] {
  if (baseline.kind === 'found' || heading.reason?.code === 'baseline_required') return [];
  return reasons.some(({ code }) => code === 'baseline_made') ? [] : [`no baseline: ${baseline.reason}`];
}

/** Which of two pass rates the rules are about. */
function setAside({ metrics }: Report): readonly string[] {
  return metrics.flatMap(({ without }) =>
    without === null ? [] : [`the pass rate that is tested is without the ${asideWords(without)}`],
  );
}

/** Reasons as sentences, without what the title already says. */
export function reasonSentences({
  heading,
  reasons,
  main,
}: Pick<Decision, 'heading' | 'reasons' | 'main'>): readonly (Sentence & { readonly of: Reason })[] {
  const { reason: title, limits } = heading;
  return reasons.flatMap((reason, index) => {
    const { evidence, message } = wordsOf(reason, main);
    const isTitle = title !== null && isSame(title, reason);
    const isNamed = isTitle || limits.some((limit) => isSame(limit, reason));
    if (evidence === '' ? isNamed : index === 0 && isTitle) return evidence === '' ? [] : [sentence(evidence, reason)];
    return [{ text: messageOf(reason, main), bare: message, plain: plainMessageOf(reason, main), of: reason }];
  });
}

/** Whether two are one reason; next to a more severe one it is a note. */
function isSame(left: Reason, right: Reason): boolean {
  const isAlike = left.code === right.code && left.gate === right.gate && left.tag === right.tag;
  return isAlike && canonicalJson(left.cases) === canonicalJson(right.cases);
}

function distinct(sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.filter(({ text }, index) => sentences.findIndex((other) => other.text === text) === index);
}
