/** Passed and judged trials. */
export interface SideTally {
  readonly passed: number;
  readonly trials: number;
}

/** Trials of the change without some of its parts. */
export interface OracleQuestion<Part> {
  readonly undone: readonly Part[];
  readonly count: number;
}

/** Whether each trial passed; `null`: the version does not load, or ends as neither side does. */
export type Outcomes = readonly (boolean | null)[];

/** What a search asks: whether the case passes fresh trials of some versions, all at the same time; the outcomes of each. `null`: no more trials may run. */
export type Oracle<Part> = (questions: readonly OracleQuestion<Part>[]) => Promise<readonly Outcomes[] | null>;

/** An oracle that answers within a number of trials, and what it was asked. */
export interface CountedOracle<Part> {
  /** Trials, and answers of versions that did not load. */
  readonly cost: { readonly trials: number; readonly unloaded: number };
  /** `null`: not so many trials are left. */
  ask(...questions: readonly OracleQuestion<Part>[]): Promise<readonly Outcomes[] | null>;
}

/** Lets a search ask for so many trials. */
export function countedOracle<Part>(oracle: Oracle<Part>, most: number): CountedOracle<Part> {
  const cost = { trials: 0, unloaded: 0 };
  return {
    cost,
    async ask(...questions) {
      const count = questions.reduce((sum, question) => sum + question.count, 0);
      if (cost.trials + count > most) return null;
      cost.trials += count;
      const answers = await oracle(questions);
      cost.unloaded += answers?.filter((outcomes) => outcomes.includes(null)).length ?? 0;
      return answers;
    },
  };
}

/** How often the case passes with what broke it undone, and with it. */
export interface SearchRates {
  readonly mended: number;
  readonly broken: number;
}

/** Few trials are known, so neither rate is ever certain: one wrong answer must not decide a search. */
const MOST_SURE = { mended: 0.92, broken: 0.08 } as const;
const LEAST_MENDED = 0.6;
const LEAST_GAP = 0.2;

/** The rates of both sides, with half-sure guesses where trials are few. */
export function ratesOf(main: SideTally, here: SideTally): SearchRates {
  const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const mended = within((main.passed + 0.9) / (main.trials + 1), LEAST_MENDED, MOST_SURE.mended);
  const broken = within((here.passed + 0.3) / (here.trials + 1), MOST_SURE.broken, mended - LEAST_GAP);
  return { mended, broken };
}

/** How much likelier outcomes are if the change is mended: a logarithm. */
export function evidenceFor(outcomes: Outcomes, { mended, broken }: SearchRates): number {
  const each = (passed: boolean) => Math.log(passed ? mended / broken : (1 - mended) / (1 - broken));
  return outcomes.reduce((sum, passed) => sum + each(passed === true), 0);
}

/** The share of passed trials. */
export function shareOf({ passed, trials }: SideTally): number {
  return trials === 0 ? 0 : passed / trials;
}
