import type { Decision, Reason } from '#domain/gate/decision.ts';
import { REASON_PLACE } from './reason-place.ts';
import { messageOf, titleOf } from './reasons/reason-words.ts';
import type { Report } from './report.ts';

/** The sentences of a report besides its title; nothing twice. */
export interface Sentences {
  /** The long form of the title's reason: interval, p, the rule. */
  readonly evidence: readonly string[];
  /** Further reasons, and the limits of the verdict. */
  readonly verdict: readonly string[];
  /** What the run could and could not have detected, and further notes. */
  readonly background: readonly string[];
}

/** The sentences of a report, in their order. */
export function sentencesOf(report: Report): Sentences {
  const { verdict } = report;
  const sentences = reasonSentences(report).filter(({ reason }) => REASON_PLACE[reason.code] !== 'elsewhere');
  const isBackground = ({ code, outcome }: Reason): boolean =>
    outcome === 'note' ? REASON_PLACE[code] === 'background' : outcome === 'pass' && verdict !== 'pass';
  const pick = (choice: (reason: Reason) => boolean): readonly string[] =>
    sentences.filter(({ reason }) => choice(reason)).map(({ sentence }) => sentence);
  const [first] = report.reasons;
  return {
    evidence: pick((reason) => reason === first),
    verdict: distinct([
      ...pick((reason) => reason !== first && !isBackground(reason)),
      ...absence(report),
      ...report.remarks,
      ...report.condition_differences.map((difference) => `not comparable: ${difference}`),
      ...report.treatment_changes.map((change) => `changed: ${change}`),
    ]),
    background: distinct([...pick((reason) => reason !== first && isBackground(reason)), ...report.notes]),
  };
}

/** Why there is no baseline, if one is expected and the title does not say it. */
function absence(report: Report): readonly string[] {
  const { baseline, reasons } = report;
  if (baseline.kind === 'found' || titleOf(report).includes(baseline.reason)) return [];
  return reasons.some(({ code }) => code === 'baseline_made') ? [] : [`no baseline: ${baseline.reason}`];
}

/** Reasons as sentences, without what the title already says. */
export function reasonSentences({
  heading,
  reasons,
}: Pick<Decision, 'heading' | 'reasons'>): readonly { readonly reason: Reason; readonly sentence: string }[] {
  const title = titleOf({ heading });
  return reasons
    .map((reason, index) => {
      const message = messageOf(reason);
      return { reason, sentence: index === 0 ? afterTitle(message, title) : message };
    })
    .filter(({ sentence }) => sentence !== '' && !title.includes(sentence));
}

/** The first reason is the title in more words: its clauses after the point where the two differ. */
function afterTitle(message: string, title: string): string {
  let shared = 0;
  while (shared < message.length && message[shared] === title[shared]) shared += 1;
  if (shared === message.length) return '';
  const clause = [...message.matchAll(/[,;:] | \(/g)].findLast(({ index }) => index <= shared);
  if (clause === undefined) return message;
  const rest = message.slice(clause.index + clause[0].length);
  const clauses = (clause[0] === ' (' ? rest.replace(/\)$/, '') : rest).split('; ');
  return clauses.filter((one) => !title.includes(one)).join('; ');
}

function distinct(sentences: readonly string[]): readonly string[] {
  return [...new Set(sentences)];
}
