import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Json } from '#domain/json.ts';
import type { DialectOptions, ReferenceRule, ReferenceScorer } from '../dialect.ts';
import { criterion } from './criterion.ts';
import type { Fields } from './fields.ts';
import { type DraftObject, place } from './placed.ts';

/** Reference answers of a row, any of which will do, and the field that holds them. */
export interface WrittenReference {
  readonly texts: readonly string[];
  readonly key: string;
  readonly origin: DocumentPath;
}

/** Scorers of a format: the regular expression (RE2) of the answers that are right by any of some texts. */
export type Scorers = { readonly [Scorer in ReferenceScorer]: (texts: readonly string[]) => string };

/**
 * What a reference answer demands: as the option `reference` says, or else as the format means it.
 *
 * @param meant `null`: the format leaves it to code, so that only the option can say
 * @param scorers `null`: the format has none of these names
 */
export function referenceDemand(
  row: Fields,
  { texts, key, origin }: WrittenReference,
  { reference }: DialectOptions,
  meant: ReferenceRule | null,
  scorers: Scorers | null = null,
): DraftObject {
  const rule = reference ?? meant;
  const given = texts.filter((text) => text.trim() !== '');
  if (given.length === 0 || rule === 'ignore') return {};
  if (rule === null) {
    const message = `\`${key}\` is an answer for reference, and this format leaves to code how the agent's is compared with it; say so with \`dialect: {reference: ${scorers === null ? 'contains' : 'match'}}\` (or ${scorers === null ? '' : 'includes, contains, '}equals, judge, {rouge_l: {min: 0.5}}, ignore)`;
    row.problems.push({ severity: 'error', path: origin, message, topic: `reference ${key}` });
    return {};
  }
  if (rule !== 'match' && rule !== 'includes') return demandOf(rule, given, origin);
  if (scorers !== null) return { response: { matches: [place(scorers[rule](given), origin)] } };
  const message = `\`${rule}\` is a scorer of Inspect and of openai/evals, not of this format; write \`dialect: {reference: contains}\` (or equals, judge, {rouge_l: {min: 0.5}}, ignore)`;
  row.problems.push({ severity: 'error', path: origin, message, topic: `scorer ${key}` });
  return {};
}

function demandOf(
  rule: Exclude<ReferenceRule, ReferenceScorer | 'ignore'>,
  texts: readonly string[],
  origin: DocumentPath,
): DraftObject {
  const [only = '', second] = texts;
  if (rule === 'judge') {
    const written = texts.map((text) => JSON.stringify(text)).join(' or ');
    return criterion('reference', `Does the answer agree in substance with this reference: ${written}?`, origin);
  }
  if (rule === 'equals' || rule === 'contains') {
    if (second === undefined) {
      return { response: rule === 'equals' ? { equals: place(only, origin) } : { contains: [place(only, origin)] } };
    }
    const any = texts.map(literal).join('|');
    return { response: { matches: [place(rule === 'equals' ? `^(?:${any})$` : `(?i)${any}`, origin)] } };
  }
  const measures = Object.fromEntries(
    Object.entries(rule).map(([measure, least]): [string, Json] => [measure, { ...least }]),
  );
  return { response: { similar: { to: place(second === undefined ? only : [...texts], origin), ...measures } } };
}

/** Any of some texts, as a part of a regular expression. */
export function anyOf(texts: readonly string[]): string {
  return `(?:${texts.map(literal).join('|')})`;
}

/** A text as a regular expression that matches just it. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
