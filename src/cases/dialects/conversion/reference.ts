import type { DocumentPath } from '#common/document/located-document.ts';
import type { Json } from '#common/json.ts';
import { criterion } from './criterion.ts';
import type { DialectOptions, ReferenceRule } from './dialect.ts';
import type { Fields } from './fields.ts';
import { type DraftObject, place } from './placed.ts';

/** Reference answers of a row (any of them suffices), and the field that holds them. */
export interface WrittenReference {
  readonly texts: readonly string[];
  readonly key: string;
  readonly origin: DocumentPath;
}

/**
 * What a reference answer demands: as the option `reference` says, or else as the format means it.
 *
 * @param usual `null`: the format leaves it to code, so that only the option can say
 */
export function referenceDemand(
  row: Fields,
  { texts, key, origin }: WrittenReference,
  { reference }: DialectOptions,
  usual: ReferenceRule | null,
): DraftObject {
  const rule = reference ?? usual;
  const references = texts.filter((text) => text.trim() !== '');
  if (references.length === 0 || rule === 'ignore') return {};
  if (rule === null) {
    const message = `\`${key}\` is a reference answer, and this format does not say how to compare the agent's answer with it; say it with \`dialect: {reference: contains}\` (or equals, judge, {rouge_l: {min: 0.5}}, ignore)`;
    row.problems.push({ severity: 'error', path: origin, message, topic: `reference ${key}` });
    return {};
  }
  return demandOf(rule, references, origin);
}

function demandOf(rule: Exclude<ReferenceRule, 'ignore'>, texts: readonly string[], origin: DocumentPath): DraftObject {
  const [only = '', second] = texts;
  if (rule === 'judge') {
    const alternatives = texts.map((text) => JSON.stringify(text)).join(' or ');
    return criterion('reference', `Does the answer agree in substance with this reference: ${alternatives}?`, origin);
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

/** A text as a regular expression that matches just it. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
