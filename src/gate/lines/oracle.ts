/** Parts of a change, each by its place in their list. */
export type Parts = ReadonlySet<number>;

/** Trials of the change without some of its parts. */
export interface Question {
  readonly undone: Parts;
  readonly count: number;
}

/** Whether each trial passed; `null`: the version does not load, or ends as neither side does. */
export type Outcomes = readonly (boolean | null)[];

/** What a search asks: whether the case passes fresh trials of some versions, all at the same time; the outcomes of each. `null`: no more trials may run. */
export type Oracle = (questions: readonly Question[]) => Promise<readonly Outcomes[] | null>;

/** What a search took. */
export interface SearchCost {
  readonly trials: number;
  readonly versions: number;
  readonly unloaded: number;
}

/** Asks within a number of trials, and counts what it asked. */
export class CountedOracle {
  #spent = 0;
  readonly #oracle: Oracle;
  readonly #most: number;
  readonly #versions = new Set<string>();
  readonly #unloaded = new Set<string>();

  constructor(oracle: Oracle, most: number) {
    this.#oracle = oracle;
    this.#most = most;
  }

  /** What it came to: trials, versions that were built, and those of them that did not load. */
  cost(): SearchCost {
    return { trials: this.#spent, versions: this.#versions.size, unloaded: this.#unloaded.size };
  }

  /** `null`: not so many trials are left. */
  async ask(...questions: readonly Question[]): Promise<readonly Outcomes[] | null> {
    const count = questions.reduce((sum, question) => sum + question.count, 0);
    if (this.#spent + count > this.#most) return null;
    this.#spent += count;
    const answers = await this.#oracle(questions);
    for (const [at, { undone }] of questions.entries()) {
      const version = [...undone].sort((one, other) => one - other).join();
      this.#versions.add(version);
      if (answers?.[at]?.includes(null)) this.#unloaded.add(version);
    }
    return answers;
  }
}
