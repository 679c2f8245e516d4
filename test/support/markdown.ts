/** Markdown of ours as a person reads it: entities as characters, without the zero-width spaces that break mentions. */
export function readable(markdown: string): string {
  return markdown
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('\u200b', '');
}

/**
 * What in a comment or summary could act on a reader: mentions, references, links and images that are not ours, HTML
 * outside the few tags we write, HTML comments after the first line. Empty for a harmless text.
 *
 * @param links prefixes of the addresses that we link to
 */
export function liveMarkup(markdown: string, links: readonly string[]): readonly string[] {
  const text = markdown.replace(OWN_MARKER, '');
  return [
    ...find(text, /<!--/g),
    ...find(text, /<\/?[a-z!?][^>]*>?/gi).filter((tag) => !OWN_TAG.test(tag)),
    ...find(text, /!\[/g),
    ...find(text, /\]\(([^)\s]*)/g).filter((link) => !links.some((prefix) => link.startsWith(`](${prefix}`))),
    ...find(text.replace(/\]\([^)\s]*\)/g, ']'), /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:)\S*/gi),
    ...find(text, /(?<![\w/])@[a-z0-9]\S*/gi),
    ...find(text, /(?<!&)(?:\b[\w.-]+\/[\w.-]+)?#\d+/g),
    ...find(text, /\bGH-\d+/gi),
    ...find(text, /^ {0,3}\[[^\]]+\]:/gm),
    ...find(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g),
  ];
}

/** The first line of our comments. */
const OWN_MARKER = /^<!-- agent-eval-action:[0-9a-f]{12}:v1 run=\d+ attempt=\d+ sha=[0-9a-f]{40} -->\n/;

/** Tags that our renderings write, without any attribute. */
const OWN_TAG = /^<\/?(?:b|br|code|details|pre|strong|sub|summary|sup|table|td|th|tr)>$/;

function find(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => found);
}
