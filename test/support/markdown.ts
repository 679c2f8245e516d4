/** Markdown of ours as a person reads it: entities as characters, without the zero-width spaces that break mentions. */
export function readable(markdown: string): string {
  return decoded(markdown).replaceAll('\u200b', '');
}

/**
 * What in a comment or summary could act on a reader: mentions, references, addresses, links and images that are not
 * ours, HTML outside the few tags we write, HTML comments after the first line, control and bidirectional characters.
 * Empty for a harmless text. GitHub looks for mentions and references in the rendered text, so entities are decoded
 * for those, and code is left out where GitHub leaves it out.
 *
 * @param links prefixes of the addresses that we link to
 */
export function liveMarkup(markdown: string, links: readonly string[]): readonly string[] {
  const text = markdown.replace(OWN_MARKER, '');
  const visible = decoded(text.replace(CODE, '').replace(LINK, ']'));
  return [
    ...find(text, /<!--/g),
    ...find(text, /<[a-z!?/][^>]*>?/gi).filter((tag) => !OWN_TAG.test(tag)),
    ...find(text.replace(LINK, ']'), /&(?!#\d+;)\S*/g),
    ...find(text, /!\[/g),
    ...find(text, LINK).filter((link) => !links.some((prefix) => link.startsWith(`](${prefix}`))),
    ...find(text, /^ {0,3}\[[^\]]+\]:/gm),
    ...find(text, CONTROL),
    ...find(decoded(text), /@[a-z0-9]\S*/gi),
    ...find(visible, /#\d+/g),
    ...find(visible, /\bGH-\d+/gi),
    ...find(visible, /[a-z][a-z0-9+.-]*:\/\/\S*|\bwww\.\S*/gi),
  ];
}

/** The first lines of our comments: whose the comment is, and whose each section. */
const OWN_MARKER =
  /^<!-- agent-eval-(?:action:[0-9a-f]{12}:v1|suite:[0-9a-f]{12}) run=\d+ attempt=\d+ sha=[0-9a-f]{40}(?: about=[\w.~!*'()%]+)? -->\n/gm;

/** Tags that our renderings write, without any attribute. */
const OWN_TAG = /^<\/?(?:b|br|code|details|pre|span|strong|sub|summary|sup|table|td|th|tr)>$/;

const CODE = /<(code|pre)>.*?<\/\1>/gs;
const LINK = /\]\([^)\s]*\)?/g;

/** Control characters but the line feed, and characters that reorder text. */
const CONTROL = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

function find(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => found);
}
