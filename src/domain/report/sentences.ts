import type { Decision, Reason } from '#domain/gate/decision.ts';
import type { Report } from './report.ts';

/** What a report says in words besides its title; nothing twice. */
export interface Sentences {
  /** Why the verdict is what it is, and what limits it. */
  readonly verdict: readonly string[];
  /** What could and could not have been seen, and what else there is to know. */
  readonly background: readonly string[];
}

/** Notes on how far a verdict reaches: for those who want to know how sure it is. */
const BACKGROUND: ReadonlySet<string> = new Set([
  'blind_spot',
  'blind_to_one_case',
  'rule_out_too_small',
  'threshold_false_alarm',
  'never_fail_clean',
  'floor_not_proven',
  'no_baseline',
]);

/** Told by the rows of the cases themselves, or by the title that takes their place. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['watch', 'not_compared', 'nothing_evaluated']);

/** The sentences of a report, in the order of telling. */
export function sentencesOf(report: Report): Sentences {
  const { title, baseline } = report;
  const told = reasonSentences({ title, reasons: report.reasons.filter(({ code }) => !TOLD_ELSEWHERE.has(code)) });
  const isBackground = ({ code, outcome }: Reason): boolean => outcome === 'note' && BACKGROUND.has(code);
  const unsaid = (text: string): boolean => ![title, ...told.map(({ sentence }) => sentence)].some((said) => said.includes(text));
  const missing = baseline.kind === 'none' && unsaid(baseline.reason) ? [`no baseline: ${baseline.reason}`] : [];
  return {
    verdict: distinct([
      ...told.filter(({ reason }) => !isBackground(reason)).map(({ sentence }) => sentence),
      ...missing,
      ...report.condition_differences.map((difference) => `not comparable: ${difference}`),
      ...report.treatment_changes.map((change) => `changed: ${change}`),
    ]),
    background: distinct([
      ...told.filter(({ reason }) => isBackground(reason)).map(({ sentence }) => sentence),
      ...report.notes,
    ]),
  };
}

/** Reasons as sentences, without what the title says already. */
export function reasonSentences({
  title,
  reasons,
}: Pick<Decision, 'title' | 'reasons'>): readonly { readonly reason: Reason; readonly sentence: string }[] {
  return reasons
    .map((reason, index) => ({ reason, sentence: index === 0 ? afterTitle(reason.message, title) : reason.message }))
    .filter(({ sentence }) => sentence !== '' && !title.includes(sentence));
}

/** The first reason is the title in more words: its clauses that are not in the title, from where the two part. */
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
