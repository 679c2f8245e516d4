import type { Change } from './change.ts';
import type { Minutes } from './minutes.ts';
import type { Population } from './population.ts';
import type { Repeats } from './repeats.ts';

/** What trials have beside their outcome: nothing that a gate reads, values that never vary, or made-up ones. */
export type Metrics = 'none' | 'constant' | 'drawn';

/** How tokens vary from trial to trial of a case; `half sessions`: from run to run, half of which a warm cache halves. */
export type Noise = 'none' | 'sd 0.3' | 'sd 1' | 't(2)' | 'half cached' | 'half sessions';

/** What trials that all pass take: tokens that some cases take more of, or the cost of runs whose provider's cache is warm or cold. */
export type Amounts =
  | {
      readonly kind: 'tokens';
      readonly noise: Noise;
      readonly risen: { readonly cases: number; readonly times: number };
    }
  | {
      readonly kind: 'cost';
      readonly known: 'list' | 'paid';
      readonly output_times: number;
      /** Fresh trials of both sides find the cache alike. */
      readonly alike: boolean;
    };

/** A kind of pull request on a kind of suite. */
export interface Scenario {
  readonly population: Population;
  readonly cases: number;
  /** Trials per case of the candidate at each look. */
  readonly looks: readonly number[];
  /** Most fresh trials of a case on each side; absent: what nothing limits. */
  readonly again?: 5 | 10;
  /** Of the cases that never failed on main, if they differ. */
  readonly stable_looks?: readonly number[];
  readonly pool: { readonly runs: number; readonly trials: number };
  readonly metrics: Metrics;
  /** Only what trials take is drawn, and gated: all of them pass. Absent: they pass or fail. */
  readonly amounts?: Amounts;
  readonly change: Change;
  /** Standard deviation of a day's shift of all rates, in logits; 0: every day is alike. */
  readonly drift: number;
  /** Which rounds an outage of the provider hits; absent: none. */
  readonly incident?: Incident;
  /** Minutes of an outage; absent: none. */
  readonly outage?: Minutes;
  /** A round of the change breaks what main's next turn needs. */
  readonly poisons?: true;
  /** Both are tried again in a job of their own, main first, in one stage. Absent: in the same job, round by round in turn. */
  readonly own_job?: true;
  /** The agent keeps answers, and no recorder sees it; main's fresh side has a cache of its own. Absent: every trial has its own. */
  readonly repeats?: Repeats;
  /** All trials of one number are a round of the suite's own runner, and share its fate; absent: they are run one by one. */
  readonly rounds?: Rounds;
  /** A judge with errors decides every trial; absent: nothing errs. */
  readonly judge?: JudgeWithErrors;
  /** Share of the cases that the change can reach; the others are not run. Absent: all. */
  readonly reached?: number;
}

/** `here`: one of the first five rounds of the candidate, always; `anywhere`: one of them, and one of the fresh trials of a side, in 30 % each. */
export type Incident = 'here' | 'anywhere';

/** How often a round dies whole, and the standard deviations of its shift of all rates, in logits, and of all tokens, as a logarithm. */
export interface Rounds {
  readonly dead: number;
  readonly shift: number;
  /** Absent: none. */
  readonly log_tokens?: number;
}

/** A judge that errs: how often it is right about good answers (`q1`) and about bad ones (`q0`). */
export interface JudgeWithErrors {
  readonly q1: number;
  readonly q0: number;
  /** The same on the candidate's answers, where the judge treats them differently. */
  readonly here?: { readonly q1?: number; readonly q0?: number };
  /** Labels of good answers, and of bad ones, that its errors are estimated from. */
  readonly labels: number;
}

/** The rule that decides. `gate…`: this product's; the others are what it is compared with. */
export type Rule =
  | 'naive-0'
  | 'naive-2'
  | 'paired-t'
  | 'suite-only'
  /** The test of the total of tokens alone at 5 %. */
  | 'total-only'
  /** Suite and case tests alone, each with half of the false-alarm budget. */
  | 'gate-halves'
  /** Looks of the default policy against stored runs of main, as if every day were alike. */
  | 'gate'
  /** The default policy where main's agent can't be run: how far its runs differ counts too. */
  | 'gate-alone'
  /** The default policy where it can: looks choose, fresh trials of both sides decide. */
  | 'gate-again'
  /** Looks that chose for it, where main's agent can't be run after all: stored trials decide in place of fresh ones. */
  | 'gate-in-place'
  /** The suite test alone at 5 %, on judged answers: of a judge taken as the truth, and corrected for its errors. */
  | 'judged-as-is'
  | 'judged-corrected'
  /** The same, where a judge must be shown to tell good from bad, and where a second judge audits it. */
  | 'judged'
  | 'judged-audited'
  /** Suite and case tests of the default policy, with looks by what main saw fail. */
  | 'by-failures'
  /** An open suite by stored trials, with as many more trials as its report says that settle it. */
  | 'settling'
  /** Nothing decides: alarms are pull requests that are said to improve something. */
  | 'praise';

/** What is measured of a cell. `further`: fresh trials of both sides; `covered`: the interval that is told holds the real drop; `early`: red after at most ten of them a case and side; `promised`: reds by what reports say; `beyond`: found reds less these; `settled`: whatever is not open. */
export type Measure =
  | 'fail'
  | 'pass'
  | 'inconclusive'
  | 'alarm'
  | 'trials'
  | 'further'
  | 'early'
  | 'covered'
  | 'promised'
  | 'beyond'
  | 'settled';

/** A figure that the design of the gate names, and its Monte Carlo error. Shares in percent. */
export interface DesignValue {
  readonly value: number;
  readonly error: number;
}

/** A bound that the gate is held to. */
export interface Mark {
  readonly name: string;
  readonly measure: Measure;
  readonly at: 'most' | 'least';
  readonly bound: number;
}

/** One cell of a table: a rule in a scenario, beside what its design says of it. */
export interface Cell {
  readonly row: string;
  readonly column: string;
  readonly scenario: Scenario;
  readonly rule: Rule;
  readonly design?: Readonly<Partial<Record<Measure, DesignValue>>>;
  readonly marks?: readonly Mark[];
  /** Pull requests drawn in a full run. */
  readonly draws: number;
}

/** A table of cells; every one shows the same measures. */
export interface Table {
  readonly title: string;
  readonly measures: readonly Measure[];
  /** What is above the rows. */
  readonly corner: string;
  readonly cells: readonly Cell[];
}
