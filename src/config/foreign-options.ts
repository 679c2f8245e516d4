import type { SimilarityMeasure } from '#cases/suite/expectation.ts';

/** Similarities (0–1) that an answer must reach. */
type Similarities = { readonly [Measure in SimilarityMeasure]?: { readonly min: number } };

/** Options of an entry of `cases` for files in a foreign format. */
export interface ForeignOptions {
  /** Order of the expected tool calls. */
  readonly order?: 'any' | 'in_order' | 'exact';
  /** Whether other calls than the expected ones are fine. */
  readonly extra?: boolean;
  /** How arguments of tools are compared. */
  readonly args?: 'exact' | 'includes' | 'ignore';
  /** Who speaks in messages of a role. */
  readonly roles?: { readonly [role: string]: 'user' | 'assistant' | 'system' | 'tool' };
  /** Fields that are left unread. */
  readonly ignore?: readonly string[];
  /** What a written answer demands. */
  readonly reference?: 'equals' | 'contains' | 'judge' | 'ignore' | Similarities;
  /** What the user says, with `{{variables}}`. */
  readonly input?: string;
  /** Parts of a case → columns with them. */
  readonly columns?: { readonly [part: string]: string | readonly string[] };
}
