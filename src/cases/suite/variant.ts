import type { Expectations } from './expectation.ts';

/** How a case can be varied, in the order of reports. */
export const VARIANT_KINDS = [
  'typos',
  'casing',
  'whitespace',
  'paraphrase',
  'injection',
  'empty',
  'very_long',
  'languages',
] as const;

/** One of them. */
export type VariantKind = (typeof VARIANT_KINDS)[number];

/** Those whose texts a model writes, once: they are kept in a file. */
export const WRITTEN_KINDS = ['paraphrase', 'languages'] as const satisfies readonly VariantKind[];

/** One of them. */
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

/** How often a case is varied in one way, and by what. */
export interface VariantSpec {
  readonly kind: VariantKind;
  readonly count: number;
  readonly seed: number;
  /** Codes of languages; empty for other kinds. */
  readonly to: readonly string[];
  /** What an injection says; `null`: one of the built-in texts. */
  readonly text: string | null;
  /** Length of what is put before a very long message. */
  readonly characters: number;
  /** What must hold in place of the case's own expectations; `null`: those. */
  readonly expect: Expectations | null;
}

/** From which case a case is derived, and how. */
export interface VariantOf {
  readonly of: string;
  readonly kind: VariantKind;
}

/** The tag that every case derived in this way has. */
export function variantTag(kind: string): string {
  return `variant:${kind}`;
}
