/** A part that is closed until it is clicked. The blank lines make GitHub read the inside as Markdown. */
export function folded(summary: string, parts: readonly string[]): string {
  return [`<details><summary>${summary}</summary>`, ...parts, '</details>'].filter((part) => part !== '').join('\n\n');
}

/** A link, or its bare text where the address is none that we would write. */
export function link(text: string, url: string | null): string {
  return url !== null && /^https?:\/\/[\w.~:/?#@!$&'*+,;=%-]+$/.test(url) ? `[${text}](${url})` : text;
}

/** The short form of a commit, linked where the repository is known; empty for what is no commit. */
export function commit(sha: string | null, repositoryUrl: string | null): string {
  if (sha === null || !/^[0-9a-f]{7,64}$/.test(sha)) return '';
  return link(sha.slice(0, 7), repositoryUrl && `${repositoryUrl}/commit/${sha}`);
}
