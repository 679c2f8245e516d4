import { listed } from '#common/words.ts';
import { codeBlock, inlineCode, prose } from '../escape.ts';
import { headlineHasReason } from '../reasons/accept-words.ts';
import { messageOf, wordsOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import { acceptingOf } from '../rows/accepting.ts';
import type { Detail } from './detail.ts';
import { bulletList, folded } from './layout.ts';

/** Regressions that are meant, before anything else: a person has to agree with them. Then those that are no longer. */
export function accepts(report: Report, detail: Detail): readonly string[] {
  // The first line has the reason, unless it is cut there.
  const suggestions = (of: 'accept' | 'quarantine') =>
    report.reasons.flatMap((reason) => {
      if (reason.code !== 'accepted' || reason.facts.accepts[0]?.accept.source !== of) return [];
      const { message, evidence } = wordsOf(reason, report.main);
      return report.verdict === 'pass' && headlineHasReason(reason.facts) ? [evidence] : [message];
    });
  const listedAs = (title: string, sentences: readonly string[], then = '') =>
    sentences.length === 0
      ? []
      : [`**${title} (${sentences.length})**${then}`, bulletList(sentences, detail.sentences)];
  const idle = report.reasons.flatMap((reason) =>
    reason.code === 'accept_without_effect' ? [messageOf(reason, report.main)] : [],
  );
  return [
    ...listedAs('Accepted', suggestions('accept'), askedToLook(report, detail)),
    ...listedAs('In quarantine', suggestions('quarantine')),
    ...(idle.length === 0
      ? []
      : [folded(`Accepts without effect (${idle.length})`, [bulletList(idle, detail.sentences)])]),
  ];
}

/** In code, so that nobody is pinged: GitHub asks them itself. */
function askedToLook({ accepts: file, numbers }: Report, { sentences }: Detail): string {
  const isOfChange = numbers.accepts?.some(({ source, state }) => source === 'accept' && state === 'accepted') === true;
  if (file === null || file.owners === null || !isOfChange) return '';
  const path = inlineCode(file.path, 200);
  if (file.owners.length === 0) return ` · no review is requested: CODEOWNERS names no owner of ${path}`;
  const owners = listed(
    file.owners.map((owner) => inlineCode(owner, 100)),
    Math.min(10, sentences),
  );
  return ` · asked to look, as owners of ${path}: ${owners}`;
}

/** Who accepts a red that is meant, and what happens otherwise. */
export function ifMeant(report: Report): string {
  const accepting = acceptingOf(report);
  if (accepting === null) return '';
  const { path, entries, then } = accepting;
  return folded('If it is intended', [`Add this to ${inlineCode(path, 200)}${prose(then, 500)}`, codeBlock(entries)]);
}
