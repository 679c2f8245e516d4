import type { SideDoubt } from '#domain/baseline/results/side-doubt.ts';
import type { ScopeName, TriedTest } from './again/tried-test.ts';
import type {
  ForeignWriting,
  LostResultsFacts,
  MissingSecretFacts,
  ShardFacts,
  UnavailableAgentFacts,
  WithheldFacts,
} from './facts/circumstance-facts.ts';
import type {
  CaseChangedFacts,
  GoneCasesFacts,
  LostGuardFacts,
  PolicyChange,
  PolicyChangedFacts,
  PolicyOriginFacts,
  SelectionFacts,
  UnknownRuleFacts,
  WorkflowFacts,
} from './facts/rule-facts.ts';
import type {
  BadRound,
  Counts,
  DependentTrialsFacts,
  IncompleteFacts,
  MissingCounts,
  MissingTrialsFacts,
  NoComparableCase,
  NothingEvaluatedFacts,
  OutsideFacts,
  RateOfCases,
  TimeoutFacts,
} from './facts/run-facts.ts';
import type { SuiteDecision } from './facts/test-decisions.ts';
import type {
  AcceptFacts,
  AuditedFacts,
  AuditFacts,
  BlindJudgeFacts,
  BlindSpotFacts,
  CaseFacts,
  DriftFacts,
  DropFacts,
  FloorFacts,
  HarderCasesFacts,
  MissingValuesFacts,
  NeverFailFacts,
  NeverFailSubject,
  NoRegressionFacts,
  NotConfirmedByJudge,
  OpenDropFacts,
  RecallFacts,
  RiseFacts,
  RuleOutFacts,
  UnusedAcceptFacts,
} from './facts/test-facts.ts';
import type { ScopeTest } from './metrics.ts';
import type { SelfAudit } from './self-audit.ts';

/** Tests that were made again on fresh trials of both sides, and main's commit. */
export interface TriedFacts {
  readonly tests: readonly TriedTest[];
  readonly sha: string | null;
}

/** Red by comparison with main. */
interface ComparedFacts {
  readonly suite_drop: DropFacts;
  readonly case_broken: CaseFacts;
  readonly recall_drop: RecallFacts;
  readonly increase: RiseFacts;
}

/** Red by itself. */
interface AbsoluteFacts {
  readonly audited_drop: AuditedFacts;
  /** Also a floor that can't be decided, or that is only a warning because a judge decided the answers. */
  readonly floor: FloorFacts;
  readonly never_fail: NeverFailFacts;
  /** Kinds of failures. */
  readonly never_completes: { readonly judged: number; readonly failures: Counts };
}

/** Open: the gates can't decide. */
interface OpenFacts {
  readonly drop_open: OpenDropFacts;
  /** Main has too few trials of these cases to tell. */
  readonly case_unsettled: CaseFacts;
  readonly within_drift: DriftFacts;
  readonly values_missing: MissingValuesFacts;
  readonly increase_open: RiseFacts;
  readonly never_fail_unscored: NeverFailSubject;
  /** Why; `null`: nobody knows. */
  readonly no_baseline: { readonly problem: string | null };
  readonly no_comparable_case: NoComparableCase;
  /** Main's run was cut short before it tried the cases, of so many. */
  readonly baseline_incomplete: { readonly of: number };
  readonly baseline_never_passes: { readonly stored: number; readonly passed: number; readonly here: number };
  readonly harder_cases: HarderCasesFacts;
  readonly incomplete: IncompleteFacts;
  readonly never_asked: { readonly answered: number };
  readonly replayed: { readonly replayed: number; readonly judged: number };
  readonly missing_trials: MissingTrialsFacts;
  readonly dependent_trials: DependentTrialsFacts;
  /** Fresh trials of both sides neither show a change nor rule out one that matters. */
  readonly still_open: TriedFacts;
  /** What looks worse was not tried again, or not to the end, or main's side could not be kept apart; why, a sentence part or these doubts. `tests`: those that were. */
  readonly not_tried_again: {
    readonly reason: string | readonly SideDoubt[];
    readonly means: readonly ScopeName[];
    readonly tests: readonly TriedTest[];
  };
  /** What was red, and how often this gate was so without any change. */
  readonly self_check: { readonly heading: Heading; readonly audit: SelfAudit };
  readonly judge_cannot_tell: BlindJudgeFacts;
  /** Why labels that there are don't count, a sentence part; `null`: there are none of these criteria. */
  readonly judge_uncalibrated: { readonly criteria: readonly string[]; readonly unusable: string | null };
  readonly judge_not_confirmed: NotConfirmedByJudge;
}

/** Green. */
interface GreenFacts {
  readonly no_regression: NoRegressionFacts;
  /** Whether pull requests are compared with it. */
  readonly baseline_made: { readonly serves: boolean };
  /** Cases that the change can't reach were not run; green if that is all of them. */
  readonly carried: { readonly tried: number; readonly since: string | null };
}

/** Notes beside a verdict. */
interface NoteFacts {
  readonly watch: CaseFacts;
  /** It looked worse, and does not on fresh trials of both sides. */
  readonly held_again: TriedFacts;
  /** Of so many that are compared. */
  readonly unseen_cases: { readonly compared: number };
  readonly tolerated_drop: { readonly suite: SuiteDecision };
  readonly floor_not_proven: FloorFacts;
  readonly never_fail_clean: { readonly rules: number; readonly trials: number };
  readonly few_comparable: { readonly comparable: number; readonly of: number };
  readonly mostly_failing: { readonly rate: number };
  readonly timed_out: TimeoutFacts;
  readonly all_cases: { readonly all: RateOfCases; readonly compared: RateOfCases };
  readonly not_compared: OutsideFacts;
  readonly blind_spot: BlindSpotFacts;
  readonly rule_out: RuleOutFacts;
  readonly threshold_false_alarm: { readonly rate: number };
  readonly missing_shares_differ: { readonly here: MissingCounts; readonly main: MissingCounts };
  /** On either side, in their order: an incident of the provider, or a cold start. */
  readonly bad_round: { readonly rounds: readonly BadRound[] };
  readonly identical_trials: { readonly trials: number; readonly side: 'here' | 'main' };
  readonly identical_content: { readonly cases: number };
  /** It is red on fresh trials of both sides. */
  readonly tried_again: TriedFacts;
  /** How many trials say as much as one by a judge that never errs; how much of a drop shows in how many cases. */
  readonly judge_tax: { readonly tax: number; readonly j: number; readonly cases: number };
  readonly judge_audited: AuditFacts;
  /** All of one reason. */
  readonly accepted: { readonly accepts: readonly AcceptFacts[] };
  readonly accept_without_effect: UnusedAcceptFacts;
}

/** What a change does to the rules that judge it. */
interface BaseRuleFacts {
  readonly policy_origin: PolicyOriginFacts;
  readonly policy_changed: PolicyChangedFacts;
  readonly rules_unknown: UnknownRuleFacts;
  readonly guard_weakened: LostGuardFacts;
  readonly cases_gone: GoneCasesFacts;
  readonly case_changed: CaseChangedFacts;
  /** Cases lose the reason's tag. Stored runs of main have it, or only main's own files. */
  readonly tag_removed: { readonly is_counted: boolean };
  readonly workflow_changed: WorkflowFacts;
  readonly inputs_differ: { readonly changes: readonly PolicyChange[] };
  readonly selection: SelectionFacts;
}

/** The run could not do its work, or its results can't be read. */
interface CircumstanceFacts {
  readonly nothing_evaluated: NothingEvaluatedFacts;
  readonly missing_secrets: MissingSecretFacts;
  readonly withheld: WithheldFacts;
  readonly replay_miss: { readonly names: readonly string[]; readonly example: string };
  readonly agent_unavailable: UnavailableAgentFacts;
  /** Cases whose checks changed while the suite ran. */
  readonly grader_changed: { readonly changed: readonly string[] };
  /** Tests of main that have no result here although no test changed. */
  readonly vanished: { readonly names: readonly string[] };
  readonly baseline_required: { readonly problem: string };
  readonly policy_unreadable: { readonly problem: string };
  readonly results_lost: LostResultsFacts;
  readonly runner_files: ForeignWriting;
  readonly shard: ShardFacts;
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

/** Red by comparison with main. */
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
