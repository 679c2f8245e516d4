/** Parts of a change, each by its place in their list. */
export type Parts = ReadonlySet<number>;

/** What a search asks: whether the case passes a fresh trial of the change without some of its parts. */
export interface Oracle {
  /** One trial each of several versions, at the same time; `null`: that version does not load, or ends as neither side does. */
  readonly trials: (versions: readonly Parts[]) => Promise<readonly (boolean | null)[]>;
}

/** Asks within a number of trials, and counts what it asked. */
export class CountedOracle {
  spent = 0;
  readonly #oracle: Oracle;
  readonly #most: number;
  readonly #versions = new Set<string>();

  constructor(oracle: Oracle, most: number) {
    this.#oracle = oracle;
    this.#most = most;
  }

  /** Versions that were built. */
  get versions(): number {
    return this.#versions.size;
  }

  /** `null`: not so many trials are left. */
  async ask(versions: readonly Parts[]): Promise<readonly (boolean | null)[] | null> {
    if (this.spent + versions.length > this.#most) return null;
    this.spent += versions.length;
    for (const parts of versions) this.#versions.add([...parts].sort((one, other) => one - other).join());
    return this.#oracle.trials(versions);
  }
}
