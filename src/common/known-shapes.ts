/** A part of a text: [start, end). */
export type Range = readonly [start: number, end: number];

/**
 * Shapes of widely used credentials; `secret` is the last part of a match. Repetitions that can fail are bounded, because texts
 * may be hostile.
 */
const SHAPES: readonly RegExp[] = [
  /\bsk-(?=[\w-]{0,200}\d)[\w-]{20,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{20,}/g,
  /\bhf_[A-Za-z0-9]{30,}/g,
  /\bnpm_[A-Za-z0-9]{36}/g,
  /\bA[KS]IA[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\beyJ[\w-]{10,1000}\.eyJ[\w-]{10,8000}\.[\w-]{5,}/g,
  /\bauthorization["']?\s{0,9}[:=]\s{0,9}["']?(?:bearer|basic|token)\s{1,9}(?<secret>[\w.~+/=-]{6,})/gi,
  /\bx-api-key["']?\s{0,9}[:=]\s{0,9}["']?(?<secret>[\w.~+/=-]{6,})/gi,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^"<>]{0,10000}?-----END [A-Z ]{0,40}PRIVATE KEY-----|[A-Za-z0-9+/=\s]*)/g,
];

/** Where a text has the shape of a well-known credential. */
export function knownShapes(text: string): readonly Range[] {
  return SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map(({ 0: match, index, groups }): Range => {
      const end = index + match.length;
      return [end - (groups?.['secret'] ?? match).length, end];
    }),
  );
}
