import type { BoundedFigure } from '#trials/metrics/figures.ts';
import type { BehaviourChangedFacts, BehaviourSameFacts } from '../facts/behaviour-facts.ts';
import type { CircumstanceFacts } from '../facts/circumstance-facts.ts';
import type { BaseRuleFacts } from '../facts/rule-facts.ts';
import type { RunFacts } from '../facts/run-facts.ts';
import type { ComparedFacts, TestFacts } from '../facts/test-facts.ts';
import type { ScopeTest } from './metrics.ts';
import type { SelfAudit } from './self-audit.ts';

/** What a reason of each code knows: its words are made of nothing else. */
export interface FactsOf extends ComparedFacts, TestFacts, RunFacts, BaseRuleFacts, CircumstanceFacts {
  readonly behaviour_changed: BehaviourChangedFacts;
  readonly behaviour_same: BehaviourSameFacts;
  /** What was red, and how often this gate was so without any change. */
  readonly self_check: { readonly heading: Heading; readonly audit: SelfAudit };
}

/** Machine-readable kind of a reason. Next to something more severe, an open or a green one may become a note. */
export type ReasonCode = keyof FactsOf;

/** Red by comparison with main. */
export type ComparedCode = keyof ComparedFacts;

/** `error`: nothing could be evaluated. */
export type VerdictName = 'pass' | 'fail' | 'inconclusive' | 'error';

/** The rule of a reason. */
type GateName =
  | ScopeTest
  | 'case'
  | 'case_pass_rate'
  | BoundedFigure
  | 'never_fail'
  | 'behaviour'
  | 'infrastructure'
  | 'baseline'
  | 'suite';

/** A reason of one code: what is said about the verdict, as facts. Reasons with the verdict's own outcome come first. */
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
