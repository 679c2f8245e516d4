import type { Json, JsonObject } from '#domain/json.ts';

/** What is wrong with an argument. */
export type DifferenceCode = 'missing_argument' | 'unexpected_argument' | 'wrong_type' | 'wrong_value';

/** How a matcher compares the values written inside it, in the mode of the comparison it stands in. */
export interface InnerComparison {
  /** `expected` may hold matchers. */
  fits(expected: Json, actual: Json | undefined): boolean;
  /** Every `$` in `expected` is an ordinary character. */
  fitsLiterally(expected: Json, actual: Json | undefined): boolean;
}

/**
 * One kind of matcher: `{$key: operand}`, perhaps with options beside the key. An absent value satisfies `$absent`, alone or as a
 * member of `$one_of`, and nothing else. One that is written wrongly is refused when cases are read, and fits nothing.
 */
export interface Matcher {
  /** With its `$`. */
  readonly key: string;
  /** Keys without `$` that may stand beside it. */
  readonly options: readonly string[];
  /** What is wrong with the way it is written, said so that it can be mended; `null` when nothing is. `written` is the whole object. */
  problem(written: JsonObject): string | null;
  /** Its operand, when that holds expected values which may be matchers themselves. */
  inner(written: JsonObject): readonly Json[];
  /** `null` when the actual value satisfies it. */
  match(written: JsonObject, actual: Json | undefined, compare: InnerComparison): DifferenceCode | null;
}
