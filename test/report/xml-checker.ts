/** Why a text is no well-formed XML 1.0 document, or `null`. Knows elements, attributes, text and the five entities. */
export function xmlProblem(text: string): string | null {
  const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.exec(text);
  if (forbidden !== null) return `forbidden character at ${forbidden.index}`;
  const open: string[] = [];
  let roots = 0;
  let place = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(text)?.[0].length ?? 0;
  while (place < text.length) {
    const [token = ''] = TOKEN.exec(text.slice(place)) ?? [];
    if (token === '') return `malformed at ${place}: ${text.slice(place, place + 60)}`;
    place += token.length;
    const [, slash, name = ''] = /^<(\/?)([a-z-]+)/.exec(token) ?? [];
    if (name === '') {
      if (open.length === 0 && token.trim() !== '') return `text outside of the root: ${token}`;
    } else if (slash === '/') {
      if (open.pop() !== name) return `</${name}> closes nothing`;
    } else {
      if (open.length === 0) roots += 1;
      if (!token.endsWith('/>')) open.push(name);
    }
  }
  if (open.length > 0) return `<${open.at(-1)}> is not closed`;
  return roots === 1 ? null : `${roots} root elements`;
}

const REFERENCE = '&(?:amp|lt|gt|quot|apos);';
const ATTRIBUTE = ` [a-z]+="(?:[^<&"]|${REFERENCE})*"`;
const TOKEN = new RegExp(`^(?:</[a-z-]+>|<[a-z-]+(?:${ATTRIBUTE})*/?>|(?:(?!]]>)[^<&]|${REFERENCE})+)`);
