import { knownShapes, type Range } from '#common/known-shapes.ts';
import { DECODERS, type DecodedText, withDigitsTogether, withoutSpaces } from './decoded-text.ts';
import { hexadecimals, secretNeedles } from './secret-needles.ts';

/** Replaces a secret. */
const MASK = '***';

/** Most readings of a text that are searched: escapes of four kinds may be nested in any order, a few levels deep. */
const MOST_READINGS = 24;

/**
 * Makes a function that removes secrets from a plain text: the values themselves and each of their lines, however they are
 * escaped (JSON, HTML, XML, percent), wrapped, coloured or encoded as base64 or hexadecimal digits, together or apart, even if the text was truncated
 * (`…`) in the middle of one, and everything with the shape of a well-known credential.
 *
 * It knows no formats: data is redacted before it is written as JSON, XML or Markdown (`redactReport`, `redactResults`,
 * `redactTrajectory`), because a secret can look like a number or a word of the format.
 *
 * @param values those shorter than six characters are ignored, because they would blank out ordinary text
 */
export function secretRedactor(values: readonly string[]): (text: string) => string {
  const finders = { find: secretNeedles(values), findDigits: secretNeedles(values, hexadecimals) };
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > LONGEST_REMEMBERED) return maskRanges(text, secretRanges(text, finders));
    const before = known.get(text);
    if (before !== undefined) return before;
    const clean = maskRanges(text, secretRanges(text, finders));
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, clean);
    return clean;
  };
}

/** What finds the spellings of secrets, and those of hexadecimal digits that stood apart. */
type Finders = Readonly<Record<'find' | 'findDigits', (compact: string) => readonly Range[]>>;

/** Trials repeat themselves, so results are cached: reasons of checks, names of tools, short answers. */
const LONGEST_REMEMBERED = 200;
const MOST_REMEMBERED = 4096;

function secretRanges(text: string, { find, findDigits }: Finders): readonly Range[] {
  return readingsOf(text).flatMap((views) => {
    const reading = views.at(-1)?.text ?? text;
    const compact = withoutSpaces(reading);
    const digits = withDigitsTogether(reading);
    return [
      ...knownShapes(reading).map((range) => inSource(range, views)),
      ...find(compact.text).map((range) => inSource(range, [...views, compact])),
      ...(digits === null ? [] : findDigits(digits.text).map((range) => inSource(range, [...views, digits]))),
    ];
  });
}

/**
 * A text as it is and with its escapes undone in every order, each reading as the views that lead to it, the shortest ways
 * first.
 */
function readingsOf(text: string): readonly (readonly DecodedText[])[] {
  const readings: (readonly DecodedText[])[] = [[]];
  const seen = new Set([text]);
  for (const views of readings) {
    for (const decode of DECODERS) {
      const next = decode(views.at(-1)?.text ?? text);
      if (seen.has(next.text) || readings.length >= MOST_READINGS) continue;
      seen.add(next.text);
      readings.push([...views, next]);
    }
  }
  return readings;
}

/** A range of the last view, as a range of the text that the first view was made of. */
function inSource(range: Range, views: readonly DecodedText[]): Range {
  return views.reduceRight<Range>(([start, end], view) => [view.source(start)[0], view.source(end - 1)[1]], range);
}

function maskRanges(text: string, ranges: readonly Range[]): string {
  let result = '';
  let copied = 0;
  for (const [start, end] of ranges.toSorted((left, right) => left[0] - right[0])) {
    if (start >= copied) result += `${text.slice(copied, start)}${MASK}`;
    copied = Math.max(copied, end);
  }
  return result + text.slice(copied);
}
