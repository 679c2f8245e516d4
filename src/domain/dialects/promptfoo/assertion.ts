import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Json } from '#domain/json.ts';
import type { Draft, DraftObject } from '../conversion/placed.ts';
import { listedParts } from './listed-parts.ts';

/** One assertion of a promptfoo test, its variables filled in. */
export interface Assertion {
  /** The type without `not-`. */
  readonly type: string;
  readonly negated: boolean;
  readonly value: Json;
  readonly threshold: number | null;
  readonly origin: DocumentPath;
}

/** A text that the answer must, or must not, contain. */
export interface Phrase {
  readonly text: string;
  readonly negated: boolean;
  readonly ignores_case: boolean;
  readonly origin: DocumentPath;
}

/** What an assertion demands of the tools: calls in an order, and perhaps the names that may not be called. */
export interface ToolsDemand {
  readonly kind: 'used' | 'arguments' | 'sequence';
  readonly order: 'any' | 'in_order' | 'exact';
  readonly calls: readonly (DraftObject & { readonly name: string })[];
  readonly origin: DocumentPath;
}

/** What an assertion demands here; or why it has no equal, with the nearest thing there is. */
export type Meaning =
  | { readonly demand: DraftObject }
  | { readonly phrases: readonly Phrase[] }
  | { readonly tools: ToolsDemand }
  | { readonly nearest: string };

/** The meaning of one type of assertion. */
export type Reader = (assertion: Assertion) => Meaning;

/** The texts of a value: a list, or one text. */
export function textsOf({ value }: Assertion): readonly string[] | null {
  const items = Array.isArray(value) ? value : [value];
  const texts = items.flatMap((item: Json) => (isScalarText(item) ? [String(item)] : []));
  return texts.length === items.length && texts.length > 0 ? texts : null;
}

/** The same where a text lists its parts between commas, some perhaps in quotes. */
export function partsOf(assertion: Assertion): readonly string[] | null {
  const { value } = assertion;
  if (typeof value !== 'string') return textsOf(assertion);
  const parts = listedParts(value);
  return parts?.length ? parts : null;
}

/** A demand of the answer. */
export function ofResponse(response: Draft & DraftObject): Meaning {
  return { demand: { response } };
}

function isScalarText(item: Json): boolean {
  return (typeof item === 'string' && item !== '') || typeof item === 'number' || typeof item === 'boolean';
}
