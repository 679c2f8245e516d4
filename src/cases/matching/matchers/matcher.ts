import type { Json, JsonObject } from '#common/json.ts';

/** What is wrong with an argument. */
export type DifferenceCode = 'missing_argument' | 'unexpected_argument' | 'wrong_type' | 'wrong_value';

/** How a matcher compares the values inside it, in the mode of its comparison. */
export interface InnerComparison {
  /** `expected` may contain matchers. */
  fits(expected: Json, actual: Json | undefined): boolean;
  /** Every `$` in `expected` is an ordinary character. */
  fitsLiterally(expected: Json, actual: Json | undefined): boolean;
}

/**
 * One kind of matcher: `{$key: operand}`, perhaps with options next to the key. An absent value satisfies only `$absent`, alone
 * or as a member of `$one_of`. A malformed matcher is refused when cases are read, and matches nothing.
 */
export interface Matcher {
  /** With its `$`. */
  readonly key: string;
  /** Keys without `$` that are allowed next to it; absent: none. */
  readonly options?: readonly string[];
  /** It judges an absent value too; any other matcher is not satisfied by one. */
  readonly takes_absent?: true;
  /** What is wrong with its syntax and how to fix it; `null` if nothing is. `mapping` is the whole object. */
  problem(mapping: JsonObject): string | null;
  /** Its operand, if that contains expected values, which may be matchers themselves; absent: it does not. */
  inner?(mapping: JsonObject): readonly Json[];
  /**
   * What it demands, in words that follow "expected": `about 19.99`. Those of several matchers of one object are joined by "and".
   *
   * @param say an inner value in words
   */
  words(mapping: JsonObject, say: (value: Json) => string): string;
  /** `null` if the actual value satisfies it. */
  match(mapping: JsonObject, actual: Json | undefined, compare: InnerComparison): DifferenceCode | null;
}
