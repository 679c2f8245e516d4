import { compacted, type DecodedText, decoded } from './decoded-text.ts';
import { knownShapes } from './known-shapes.ts';
import { type Range, secretNeedles } from './secret-needles.ts';

/** What stands in place of a secret. */
const MASK = '***';

/** Levels of escaping that are looked through: JSON in JSON in an entity-escaped page, and one to spare. */
const DEEPEST = 4;

/**
 * Makes a function that takes secrets out of a plain text: the values themselves and each of their lines, however they
 * are escaped (JSON, HTML, XML, percent), wrapped or encoded as base64, also when the text was cut (`…`) in the middle
 * of one, and anything shaped like a well-known credential.
 *
 * It knows nothing of formats: data is redacted before it is written as JSON, XML or Markdown (`redactReport`,
 * `redactResults`, `redactTrajectory`), since a secret can look like a number or a word of the format.
 *
 * @param values those shorter than six characters are not looked for, they would blank out ordinary text
 */
export function secretRedactor(values: readonly string[]): (text: string) => string {
  const find = secretNeedles(values);
  return (text) => masked(text, secretRanges(text, find));
}

function secretRanges(text: string, find: (compact: string) => readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  let views: readonly DecodedText[] = [];
  let level = text;
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    for (const range of knownShapes(level)) found.push(inSource(range, views));
    const compact = compacted(level);
    for (const range of find(compact.text)) found.push(inSource(range, [...views, compact]));
    const next = decoded(level);
    if (next.text === level) break;
    views = [...views, next];
    level = next.text;
  }
  return found;
}

/** A range of the last view, as a range of the text that the first view was made of. */
function inSource(range: Range, views: readonly DecodedText[]): Range {
  return views.reduceRight<Range>(([start, end], view) => [view.source(start)[0], view.source(end - 1)[1]], range);
}

function masked(text: string, ranges: readonly Range[]): string {
  let result = '';
  let copied = 0;
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    if (start >= copied) result += `${text.slice(copied, start)}${MASK}`;
    copied = Math.max(copied, end);
  }
  return result + text.slice(copied);
}
