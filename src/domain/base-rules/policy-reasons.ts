import { type PolicyChange, policyChanges, priceChanges } from '#domain/config/policy-changes.ts';
import { changedKey } from '#domain/config/policy-words.ts';
import type { Reason } from '#domain/gate/decision.ts';
import type { FactsOf } from '#domain/gate/reason-code.ts';
import { listed } from '#domain/words.ts';
import type { BasePolicy } from './base-policy.ts';
import { guardReasons } from './guard-reasons.ts';
import type { RewrittenCase } from './loosened-cases.ts';
import type { PairWithMain } from './pair-with-main.ts';
import { MOST_TOLD, named, note, open } from './reason.ts';
import { tagReasons } from './tag-reasons.ts';
import type { TrialsChange } from './trials-of-main.ts';
import { type UnknownGraders, unknownGraderReasons } from './unknown-graders.ts';
import { inputReasons, type RunInputs, workflowReasons } from './workflow-reasons.ts';

/** What a change does to the rules that judge it. */
export interface PolicyFacts {
  readonly policy: BasePolicy;
  readonly trials: readonly TrialsChange[];
  readonly pairs: readonly PairWithMain[];
  readonly suite: UnknownGraders['suite'];
  /** Those of them that belong to the run: with a selection, those of main's run with the same selection. */
  readonly run_pairs: readonly PairWithMain[];
  readonly rewritten: readonly RewrittenCase[];
  /** Case files of main that its rules need and that could not be read, each with the reason. */
  readonly unread: readonly string[];
  /** Inputs of this run and of main's nearest, if both have them. */
  readonly inputs: RunInputs | null;
}

/**
 * What a reader must know about it, most important first. Nothing of it is red; the verdict stays open if the rule itself is
 * unknown, if a case would leave zero tolerance or is weakened under it, or if most of the suite is gone.
 */
export function policyReasons({
  policy,
  trials,
  pairs,
  suite,
  run_pairs: run,
  rewritten,
  unread,
  inputs,
}: PolicyFacts): readonly Reason[] {
  const { origin } = policy;
  if (origin.kind !== 'base')
    return [
      ...originReasons(policy),
      ...branchReasons(policy),
      ...goneReasons(run),
      ...workflowReasons(policy),
      ...inputReasons(inputs),
    ];
  const { base, own } = origin;
  return [
    ...originReasons(policy),
    ...branchReasons(policy),
    ...guardReasons({ base: base.gate.never_fail, own: own.gate.never_fail, pairs, rewritten }),
    ...unknownGraderReasons({ pairs, suite, policy, guards: base.gate.never_fail }),
    ...tagReasons(Object.keys(base.gate.tags), pairs),
    ...unreadReasons(unread),
    ...goneReasons(run),
    ...workflowReasons(policy),
    ...inputReasons(inputs),
    ...changeNotes(keysAndTrials(policyChanges(base, own), trials)),
    ...rewrittenReasons(rewritten),
    ...priceReasons(priceChanges(base, own)),
  ];
}

function originReasons({ origin, config_path: path, source }: BasePolicy): readonly Reason[] {
  const named = source.places[0]?.path ?? path;
  switch (origin.kind) {
    case 'base':
      return origin.place.path === named ? [] : [note('policy_elsewhere', elsewhere(named, origin.place.path))];
    case 'first': {
      const words = `this change adds the first policy: ${origin.commit}, its base, has no ${named}, so its own policy decides`;
      return [note('policy_first', words)];
    }
    case 'unknown': {
      const words = `main's policy is not known, and a change can't pass by its own policy: ${origin.problem}`;
      return [open('policy_unknown', words)];
    }
  }
}

function elsewhere(named: string, path: string): string {
  return `the policy of main's ${path} decides: main has no ${named}, which is a link here or lies behind one`;
}

/** The author of a pull request chooses its base, and may be the only one who writes to that branch. */
function branchReasons({ source: { side_branch: branch } }: BasePolicy): readonly Reason[] {
  if (branch === null) return [];
  const words = `this change targets the branch ${branch}, and the policy of that branch decided; the default branch may have another`;
  return [note('policy_of_branch', words)];
}

/** Unknown is not harmless: a file that can't be read could contain a guard. */
function unreadReasons(unread: readonly string[]): readonly Reason[] {
  if (unread.length === 0) return [];
  const words = `can't tell whether this change drops anything that main guards, because main's case files are newer than its stored runs: ${named(unread)}`;
  return [open('guards_unknown', words)];
}

/** A run without most of main's suite says little about it. */
function goneReasons(pairs: readonly PairWithMain[]): readonly Reason[] {
  const gone = pairs.filter(({ candidate }) => candidate === null);
  if (gone.length * 2 <= pairs.length) return [];
  const removed = gone.filter((one) => !one.left_out).length;
  const of = `of main's ${pairs.length} cases`;
  const what =
    removed === gone.length
      ? `this change removes ${removed} ${of}, more than half`
      : `this run leaves out ${gone.length} ${of}, more than half${removed > 0 ? ` (${removed} of them are removed)` : ''}`;
  const ids = gone.map(({ id }) => id);
  return [open(removed === gone.length ? 'cases_removed' : 'cases_left_out', `${what}: ${named(ids)}; ${LOOK}`, ids)];
}

const LOOK = 'needs a human review';

function keysAndTrials(keys: readonly PolicyChange[], trials: readonly TrialsChange[]): readonly PolicyChange[] {
  return [...keys, ...trials.map(({ id, base, head }) => ({ key: `trials of case ${id}`, base, head }))];
}

function changeNotes(changes: readonly PolicyChange[]): readonly Reason[] {
  const shown = changes
    .slice(0, MOST_TOLD)
    .map((one) => note('policy_changed', `${changedKey(one)}; main's value applies until this is merged`));
  const more = changes.slice(MOST_TOLD).map(({ key }) => key);
  return more.length === 0 ? shown : [...shown, note('policy_changed', `main's values also apply to ${named(more)}`)];
}

function rewrittenReasons(cases: readonly RewrittenCase[]): readonly Reason[] {
  const loosened = cases.filter(({ lost }) => lost?.some(({ kind }) => kind === 'less') === true);
  const others = cases.filter((evalCase) => evalCase.demands && !loosened.includes(evalCase));
  const extended = others.filter(({ lost }) => lost?.every(({ kind }) => kind === 'kept')).map(({ id }) => id);
  const rest = others.flatMap(({ id }) => (extended.includes(id) ? [] : [id]));
  const inputs = cases.filter(({ input }) => input).map(({ id }) => id);
  const more = loosened.slice(MOST_TOLD).map(({ id }) => id);
  const list = (ids: readonly string[], facts: FactsOf['case_changed']) =>
    ids.length === 0 ? [] : [note('case_changed', facts, ids)];
  return [
    ...loosened
      .slice(0, MOST_TOLD)
      .map(({ id, lost }) => note('case_changed', { kind: 'demands_less', lost: lost ?? [] }, [id])),
    ...list(more, { kind: 'others_demand_less' }),
    ...list(rest, { kind: 'rewritten' }),
    ...list(extended, { kind: 'extended' }),
    ...list(inputs, { kind: 'other_input' }),
  ];
}

function priceReasons(changes: readonly PolicyChange[]): readonly Reason[] {
  if (changes.length === 0) return [];
  const shown = listed(changes.map(changedKey), MOST_TOLD, '; ');
  return [note('prices_changed', `costs are calculated with the prices of this change: ${shown}`)];
}
