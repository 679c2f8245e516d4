/**
 * The parts of a text between commas, without the white space around them. A part in double quotes may hold commas; in it `""`, `\\"` and
 * `\\\\` are a quote and a backslash. `null`: a quote is not closed, or something other than a comma follows it.
 */
export function listedParts(text: string): readonly string[] | null {
  const parts: string[] = [];
  let rest = skipCommas(text);
  while (rest !== '') {
    const quoted = QUOTED.exec(rest);
    if (quoted === null && rest.startsWith('"')) return null;
    const [whole, inside] = quoted ?? /^[^,]*/.exec(rest) ?? [''];
    parts.push(
      inside === undefined ? whole.trim() : inside.replace(/\\(["\\])|""/g, (_, escaped?: string) => escaped ?? '"'),
    );
    rest = rest.slice(whole.length);
    if (inside !== undefined && !/^\s*(?:,|$)/.test(rest)) return null;
    rest = skipCommas(rest);
  }
  return parts;
}

const QUOTED = /^"((?:\\["\\]|""|[^"])*)"/;

function skipCommas(text: string): string {
  return text.replace(/^[\s,]+/, '');
}
