import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { LostDemand } from '#domain/suite/demands/lost-demands.ts';
import type { RepeatedTest } from './confirmation/repeated-test.ts';
import type { ScopeTest } from './metrics.ts';
import type { SelfAudit } from './self-audit.ts';

/** A sentence part, and its shorter form for a title. */
export interface Words {
  readonly message: string;
  readonly headline: string;
}

/** Tests that were repeated against fresh trials of main, and its commit. */
export interface Repeated {
  readonly tests: readonly RepeatedTest[];
  readonly sha: string | null;
}

/** Words that a finding still brings along. */
export type Prose = Words | string;

/** Red by comparison with stored runs of main: fresh trials of main can withdraw it. */
interface ComparedFacts {
  readonly suite_drop: Prose;
  readonly case_broken: Prose;
  readonly recall_drop: Prose;
  readonly increase: Prose;
}

/** Red by itself. */
interface AbsoluteFacts {
  readonly audited_drop: Prose;
  readonly floor: Prose;
  readonly never_fail: Prose;
  readonly never_completes: Prose;
}

/** Open: the gates can't decide. */
interface OpenFacts {
  readonly more_trials: Prose;
  readonly more_cases: Prose;
  readonly case_unsettled: Prose;
  readonly within_drift: Prose;
  readonly values_missing: Prose;
  readonly increase_untested: Prose;
  readonly floor_undecided: Prose;
  readonly floor_unmeasured: Prose;
  readonly never_fail_removed: Prose;
  readonly never_fail_unscored: Prose;
  readonly no_baseline: Prose;
  readonly no_comparable_case: {
    readonly why: 'no_case' | 'other_version' | 'conditions' | 'nothing_same' | 'nothing_judged';
    /** Of the conditions. */
    readonly differences: number;
  };
  readonly baseline_incomplete: Prose;
  readonly baseline_never_passes: Prose;
  readonly changed_worse: Prose;
  readonly new_never_pass: Prose;
  /** Not all trials ran; `ended_by`: which cap of the budget left them out and how to raise it; `null`: none. */
  readonly incomplete: {
    readonly why: ResultsFile['stop']['reason'];
    readonly judged: number;
    readonly planned: number;
    readonly ended_by: string | null;
  };
  readonly never_asked: Prose;
  readonly replayed: Prose;
  readonly missing_trials: Prose;
  readonly unscored_cases: Prose;
  readonly hinges_on_missing: Prose;
  readonly dependent_trials: Prose;
  readonly dependent_trials_here: Prose;
  /** Main itself does worse than its stored runs. */
  readonly stale_baseline: Repeated;
  /** Fresh trials of main do not show the failure again; nothing shows that main changed either. */
  readonly not_confirmed: Repeated;
  /** No fresh trial tells: a test could not be repeated, or main could not be run at all, and then with or without what it leaves open. */
  readonly unconfirmed: Repeated | { readonly reason: string; readonly failure: Reason | null };
  /** What was red, and how often this gate was so without any change. */
  readonly self_check: { readonly heading: Heading; readonly audit: SelfAudit };
  readonly judge_cannot_tell: Prose;
  readonly judge_uncalibrated: Prose;
  readonly judge_not_confirmed: Prose;
}

/** Green. */
interface GreenFacts {
  /** Beside a verdict that something else decides, it is one of the average. */
  readonly no_regression: Words & { readonly on_average?: boolean };
  readonly baseline_made: Prose;
  readonly nothing_reached: Prose;
}

/** Notes beside a verdict. */
interface NoteFacts {
  readonly watch: Prose;
  readonly case_sound: Prose;
  readonly unseen_cases: Prose;
  readonly tolerated_drop: Prose;
  readonly floor_not_proven: Prose;
  readonly never_fail_clean: Prose;
  readonly few_comparable: Prose;
  readonly mostly_failing: Prose;
  readonly timed_out: Prose;
  readonly all_cases: Prose;
  readonly not_compared: Prose;
  readonly carried: Prose;
  readonly blind_spot: Prose;
  readonly blind_to_one_case: Prose;
  readonly rule_out_too_small: Prose;
  readonly rule_out_auto: Prose;
  readonly threshold_false_alarm: Prose;
  readonly missing_shares_differ: Prose;
  readonly identical_trials: Prose;
  readonly identical_content: Prose;
  readonly confirmed: Repeated;
  readonly judge_tax: Prose;
  readonly judge_differs: Prose;
  readonly judge_audited: Prose;
  readonly floor_judged: Prose;
  readonly accepted: Prose;
  readonly accept_without_effect: Prose;
}

/** What a change does to the rules that judge it. */
interface BaseRuleFacts {
  readonly policy_elsewhere: Prose;
  readonly policy_first: Prose;
  readonly policy_unknown: Prose;
  readonly policy_of_branch: Prose;
  readonly policy_changed: Prose;
  readonly prices_changed: Prose;
  readonly guards_unknown: Prose;
  readonly guard_weakened: Prose;
  readonly graders_unknown: Prose;
  readonly never_fail_left_out: Prose;
  readonly never_fail_unmarked: Prose;
  readonly cases_removed: Prose;
  readonly cases_left_out: Prose;
  /** What the change rewrites of cases that main has. */
  readonly case_changed:
    | { readonly kind: 'demands_less'; readonly lost: readonly LostDemand[] }
    | { readonly kind: 'others_demand_less' | 'rewritten' | 'extended' | 'other_input' };
  readonly tag_lost: Prose;
  readonly tag_removed: Prose;
  readonly workflow_changed: Prose;
  readonly workflow_unknown: Prose;
  readonly automation_changed: Prose;
  readonly inputs_differ: Prose;
  readonly selection: Prose;
}

/** The run could not do its work, or its results can't be read. */
interface CircumstanceFacts {
  readonly nothing_evaluated: Prose;
  readonly missing_secrets: Prose;
  readonly withheld: Prose;
  readonly replay_miss: Prose;
  readonly agent_unavailable: Prose;
  readonly grader_changed: Prose;
  /** Tests of main that have no result here although no test changed. */
  readonly vanished: { readonly names: readonly string[] };
  readonly baseline_required: Prose;
  readonly policy_unreadable: Prose;
  /** Results that can't be read again, or of which some could not be stored; why, a sentence part. */
  readonly results_lost:
    | { readonly kind: 'unreadable' | 'not_stored'; readonly problem: string }
    | { readonly kind: 'too_large'; readonly megabytes: number };
  /** Programs of the run wrote to files of the runner, which later steps obey; `removed`: that text is gone again. */
  readonly runner_files: { readonly files: readonly string[]; readonly removed: boolean };
  readonly shard: Prose;
  /** Parts that are missing or don't fit together, or that stopped. */
  readonly shards: Words & { readonly stopped: boolean };
}

/** What a reason of each code knows: its words are made of nothing else. */
export interface FactsOf
  extends ComparedFacts,
    AbsoluteFacts,
    OpenFacts,
    GreenFacts,
    NoteFacts,
    BaseRuleFacts,
    CircumstanceFacts {}

/** Machine-readable kind of a reason. Beside something more severe, an open or a green one may become a note. */
export type ReasonCode = keyof FactsOf;

/** Red by comparison with stored runs of main: fresh trials of main can withdraw it. */
export type ComparedCode = keyof ComparedFacts;

/** `error`: nothing could be evaluated. */
export type VerdictName = 'pass' | 'fail' | 'inconclusive' | 'error';

/** The rule of a reason. */
type GateName = ScopeTest | 'case' | 'case_pass_rate' | 'never_fail' | 'infrastructure' | 'baseline' | 'suite';

/** A reason of one code: what is said of the verdict, as facts. Reasons with the verdict's own outcome come first. */
export interface ReasonOf<Code extends ReasonCode> {
  readonly outcome: VerdictName | 'note';
  readonly gate: GateName;
  readonly code: Code;
  /** Tag the rule is limited to, or `null`. */
  readonly tag: string | null;
  /** Ids of the cases concerned. */
  readonly cases: readonly string[];
  readonly facts: FactsOf[Code];
}

/** A reason of any code, which tells its facts. */
export type Reason = { readonly [Code in ReasonCode]: ReasonOf<Code> }[ReasonCode];

/** What a title is made of. */
export interface Heading {
  /** What decides; `null`: nothing was found. */
  readonly reason: Reason | null;
  /** How many further reasons have the same outcome. */
  readonly more: number;
  /** What the verdict does not cover. */
  readonly limits: readonly Reason[];
  /** A general remark on the results. */
  readonly remark: string | null;
}
