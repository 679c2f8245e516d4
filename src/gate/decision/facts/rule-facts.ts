import type { LostDemand } from '#cases/suite/demands/lost-demands.ts';
import type { Json } from '#common/json.ts';

/** A key of the policy that a change rewrites. `null`: that side does not set it. */
export interface PolicyChange {
  /** As written in the config, `gate.pass_rate.max_drop`. */
  readonly key: string;
  readonly base: Json;
  readonly head: Json;
}

/** Whose policy decided, where that is not plainly main's at the config's path. */
type PolicyOriginFacts =
  /** Main has it at another path, because the config here is a link or lies behind one. */
  | { readonly kind: 'elsewhere'; readonly config: string; readonly path: string }
  /** The base commit has none. */
  | { readonly kind: 'first'; readonly config: string; readonly commit: string }
  /** The change targets a branch that is not the default branch. */
  | { readonly kind: 'branch'; readonly branch: string };

/** What a change rewrites of the policy, which applies only once it is merged; its prices apply at once. */
type PolicyChangedFacts =
  | { readonly kind: 'key'; readonly change: PolicyChange }
  | { readonly kind: 'more_keys'; readonly keys: readonly string[] }
  | { readonly kind: 'prices'; readonly changes: readonly PolicyChange[] };

/** Which of main's rules is not known: the policy, or what keeps a guard from being compared with main's. */
type UnknownRuleFacts =
  | { readonly kind: 'policy'; readonly problem: string }
  | { readonly kind: 'case_files'; readonly files: readonly string[] }
  /** Custom checks have no folder of their own; `null`: any file that the change edits may be part of them. */
  | { readonly kind: 'checks'; readonly files: readonly string[] | null };

/** What a change does to something that must never fail on main. */
type LostGuardFacts =
  | { readonly kind: 'removed' | 'left_out' | 'unmarked' | 'more_cases' }
  | { readonly kind: 'unmarked_checks'; readonly checks: readonly string[] }
  /** `edited`: files of the check that the change edits, as far as they are known. */
  | { readonly kind: 'check'; readonly check: string; readonly edited: readonly string[] }
  /** `lost`: what the case no longer demands; `null`: main's version can't be read. */
  | {
      readonly kind: 'weakened';
      readonly input: boolean;
      readonly lost: readonly LostDemand[] | null;
      /** Edited files of its checks, as far as they are known; `null`: they are main's. */
      readonly graders: readonly string[] | null;
    };

/** Cases of main are gone from the change, have no result of its runner, demand nothing there, or most are left out of this run. */
interface GoneCasesFacts {
  readonly kind: 'removed' | 'no_result' | 'emptied' | 'left_out';
  readonly removed: number;
  readonly of: number;
}

/** What the change rewrites of cases that main has. */
export type CaseChangedFacts =
  | { readonly kind: 'demands_less'; readonly lost: readonly LostDemand[] }
  | { readonly kind: 'others_demand_less' | 'rewritten' | 'extended' | 'other_input' };

/** What the change does to the files that start the run. */
type WorkflowFacts =
  | { readonly kind: 'edited' | 'new'; readonly path: string }
  /** `path`: the workflow; `null`: other files below .github. */
  | { readonly kind: 'unknown'; readonly path: string | null; readonly problem: string }
  | { readonly kind: 'others'; readonly files: readonly string[] };

/** How many of the cases of main, or of the suite, ran, and by which selection. */
export interface SelectionFacts {
  readonly ran: number;
  readonly all: number;
  readonly of: 'main' | 'suite';
  /** As the inputs are written; `null`: none is. */
  readonly selected_by: string | null;
}

/** What a change does to the rules that judge it. */
export interface BaseRuleFacts {
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
