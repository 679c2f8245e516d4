import { MARK } from './shown.ts';

/** Whether a quote occurs in a text, apart from white space, kinds of quotation marks, and marks of lines. */
export function isQuoteOf(quote: string, text: string): boolean {
  const plainQuote = plain(unquote(quote));
  return plainQuote !== '' && (plain(text).includes(plainQuote) || plain(text).includes(plain(quote)));
}

/** Models put a quote in quotation marks of their own. */
function unquote(quote: string): string {
  return quote.trim().replace(/^["'“”‘’«»„`]+|["'“”‘’«»„`]+$/g, '');
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => (line.startsWith(MARK) ? line.slice(MARK.length) : line))
    .join('\n')
    .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
    .replace(/[\u{fe00}-\u{fe0e}\u{e0100}-\u{e01ef}]/gu, '')
    .replace(/\\+(["'])/g, '$1')
    .replace(/\\[nrt]/g, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚`]/g, "'")
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/< \|/g, '<|')
    .replace(/\| >/g, '|>')
    .trim();
}
