/** An element with its attributes and what is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** The root of a document, or why it can't be read, a sentence part. */
export type XmlReading = { readonly root: XmlElement } | { readonly problem: string };

interface Open extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads the XML that test runners write: elements, attributes, text and CDATA. Documents that define entities are refused, so
 * that nothing in one can grow.
 */
export function readXml(source: string): XmlReading {
  const open: Open[] = [{ name: '', attributes: Object.create(null), children: [], text: '' }];
  const top = (): Open | undefined => open.at(-1);
  let at = 0;
  while (at < source.length) {
    const start = source.indexOf('<', at);
    const text = source.slice(at, start === -1 ? source.length : start);
    const plain = unescaped(text);
    if (plain === null) return { problem: 'it names an entity that XML does not have' };
    const inner = top();
    if (inner === undefined) return { problem: 'an element ends twice' };
    inner.text += plain;
    if (start === -1) break;
    if (source.startsWith('<![CDATA[', start)) {
      const end = source.indexOf(']]>', start);
      if (end === -1) return { problem: 'a CDATA section has no end' };
      inner.text += source.slice(start + 9, end);
      at = end + 3;
      continue;
    }
    const [opening, closing] = SKIPPED.find(([begin]) => source.startsWith(begin, start)) ?? ['<', '>'];
    const end = source.indexOf(closing, start + opening.length);
    if (end === -1) return { problem: 'a tag has no end; the runner was cut off' };
    at = end + closing.length;
    if (opening !== '<') continue;
    const tag = source.slice(start + 1, end);
    if (tag.startsWith('!')) return { problem: 'it has a document type, which no test runner writes' };
    if (tag.startsWith('/')) {
      const closed = open.pop();
      if (closed?.name !== tag.slice(1).trim()) return { problem: `</${tag.slice(1, 60)}> closes another element` };
      top()?.children.push(closed);
      continue;
    }
    const element = elementOf(tag.replace(/\/$/, ''));
    if (element === null) return { problem: `<${tag.slice(0, 60)}> can't be read` };
    if (tag.endsWith('/')) inner.children.push(element);
    else open.push(element);
    if (open.length > DEEPEST) return { problem: `more than ${DEEPEST} elements stand in one another` };
  }
  const [document, unclosed] = open;
  if (unclosed !== undefined) return { problem: `<${unclosed.name}> has no end; the runner was cut off` };
  const [root] = document?.children ?? [];
  return root === undefined ? { problem: 'it has no element' } : { root };
}

/** Comments and declarations. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

const DEEPEST = 50;

function elementOf(tag: string): Open | null {
  const name = /^[^\s=]+/.exec(tag)?.[0];
  if (name === undefined) return null;
  const attributes: Record<string, string> = Object.create(null);
  for (const [, key = '', double, single] of tag.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const value = unescaped(double ?? single ?? '');
    if (value === null) return null;
    attributes[key] = value;
  }
  return { name, attributes, children: [], text: '' };
}

/** `null`: an entity is not one of XML's own. */
function unescaped(text: string): string | null {
  if (!text.includes('&')) return text;
  let known = true;
  const plain = text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (_, name: string) => {
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    if (name.startsWith('#')) return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    known &&= name in ENTITIES;
    return ENTITIES[name] ?? '';
  });
  return known ? plain : null;
}

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
