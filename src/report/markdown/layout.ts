import { cutEnd } from '#common/cut.ts';
import { shortSha, wholeNumber } from '#common/words.ts';
import { prose } from '../escape.ts';

/** A part that is folded until it is clicked, or open until then. The blank lines make GitHub read the inside as Markdown. */
export function folded(summary: string, parts: readonly string[], isOpen = false): string {
  return [`<details${isOpen ? ' open' : ''}><summary>${summary}</summary>`, ...parts, '</details>']
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A link, or only its text if the address is not one of ours. */
export function link(text: string, url: string | null): string {
  return url !== null && /^https?:\/\/[\w.~:/?#@!$&'*+,;=%-]+$/.test(url) ? `[${text}](${url})` : text;
}

/** The short form of a commit, linked if the repository is known; empty if it is no commit. */
export function commit(sha: string | null, repositoryUrl: string | null): string {
  if (sha === null || !/^[0-9a-f]{7,64}$/.test(sha)) return '';
  return link(shortSha(sha), repositoryUrl && `${repositoryUrl}/commit/${sha}`);
}

/** What a list does not show: `… 3 more in results.json`. */
export function moreInResults(hidden: number): string {
  return `… ${wholeNumber(hidden)} more in results.json`;
}

/** Sentences as a list, at most `limit` of them; if there is room for only one, its beginning. */
export function bulletList(sentences: readonly string[], limit: number): string {
  const longest = limit > 1 ? Number.POSITIVE_INFINITY : LONGEST_ALONE;
  const items = sentences.slice(0, limit).map((sentence) => `- ${prose(cutEnd(sentence, longest))}`);
  const more = sentences.length > limit ? [`- ${moreInResults(sentences.length - limit)}`] : [];
  return [...items, ...more].join('\n');
}

/** Characters. */
const LONGEST_ALONE = 150;
