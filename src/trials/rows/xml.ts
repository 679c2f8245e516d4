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

/** A comment, a declaration, CDATA, a tag with its attributes, or text: one after the other, or the document can't be read. */
const TOKENS =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s<>/=!?]+)((?:\s+[^\s<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy;

const ATTRIBUTES = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads the XML that test runners write: elements, attributes, text and CDATA. Documents that define entities are refused, so
 * that nothing in one can grow.
 */
export function readXml(source: string): XmlReading {
  const document: Open = { name: '', attributes: {}, children: [], text: '' };
  const outer: Open[] = [];
  let inner = document;
  let at = 0;
  for (const [token, data, isEnd, name, written = '', isEmpty, text] of source.matchAll(TOKENS)) {
    at += token.length;
    const plain = data ?? unescaped(text ?? '');
    const attributes = attributesOf(written);
    if (plain === null || attributes === null) return { problem: 'it names an entity that XML does not have' };
    inner.text += plain;
    if (name === undefined) continue;
    if (isEnd === '/') {
      const parent = outer.pop();
      if (parent === undefined || inner.name !== name)
        return { problem: `</${name.slice(0, 60)}> closes another element` };
      inner = parent;
      continue;
    }
    const element: Open = { name, attributes, children: [], text: '' };
    inner.children.push(element);
    if (isEmpty === '/') continue;
    outer.push(inner);
    inner = element;
    if (outer.length > DEEPEST) return { problem: `more than ${DEEPEST} elements stand in one another` };
  }
  if (at < source.length) return { problem: `${JSON.stringify(source.slice(at, at + 40))} can't be read` };
  if (inner !== document) return { problem: `<${inner.name}> has no end; the runner was cut off` };
  const [root] = document.children;
  return root === undefined ? { problem: 'it has no element' } : { root };
}

const DEEPEST = 50;

/** `null`: as of a text. */
function attributesOf(written: string): XmlElement['attributes'] | null {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, key = '', double, single] of written.matchAll(ATTRIBUTES)) {
    const value = unescaped(double ?? single ?? '');
    if (value === null) return null;
    attributes[key] = value;
  }
  return attributes;
}

/** `null`: an entity is not one of XML's own. */
function unescaped(text: string): string | null {
  let known = true;
  const plain = text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (_, name: string) => {
    if (name.startsWith('#')) {
      const code = Number(name.toLowerCase().replace('#x', '0x').replace('#', ''));
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    }
    known &&= name in ENTITIES;
    return ENTITIES[name] ?? '';
  });
  return known ? plain : null;
}

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
