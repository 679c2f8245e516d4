import { type PolicyChange, policyChanges, priceChanges } from '#config/policy-changes.ts';
import type { CaseChangedFacts } from '#gate/decision/facts/rule-facts.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import type { BasePolicy } from './base-policy.ts';
import { guardReasons } from './guard-reasons.ts';
import type { RewrittenCase } from './loosened-cases.ts';
import type { PairWithMain } from './pair-with-main.ts';
import { MOST_TOLD, note, open } from './reason.ts';
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
  const config = source.places[0]?.path ?? path;
  switch (origin.kind) {
    case 'base':
      return origin.place.path === config
        ? []
        : [note('policy_origin', { kind: 'elsewhere', config, path: origin.place.path })];
    case 'first':
      return [note('policy_origin', { kind: 'first', config, commit: origin.commit })];
    case 'unknown':
      return [open('rules_unknown', { kind: 'policy', problem: origin.problem })];
  }
}

/** The author of a pull request chooses its base, and may be the only one who writes to that branch. */
function branchReasons({ source: { side_branch: branch } }: BasePolicy): readonly Reason[] {
  return branch === null ? [] : [note('policy_origin', { kind: 'branch', branch })];
}

/** Unknown is not harmless: a file that can't be read could contain a guard. */
function unreadReasons(unread: readonly string[]): readonly Reason[] {
  return unread.length === 0 ? [] : [open('rules_unknown', { kind: 'case_files', files: unread })];
}

/** A run without most of main's suite says little about it. */
function goneReasons(pairs: readonly PairWithMain[]): readonly Reason[] {
  const gone = pairs.filter(({ candidate }) => candidate === null);
  if (gone.length * 2 <= pairs.length) return [];
  const removed = gone.filter((item) => !item.left_out).length;
  const known = gone.some(({ compared }) => compared?.status === 'no_result') ? 'no_result' : 'removed';
  const kind = removed === gone.length ? known : 'left_out';
  const ids = gone.map(({ id }) => id);
  return [open('cases_gone', { kind, removed, of: pairs.length }, ids)];
}

function keysAndTrials(keys: readonly PolicyChange[], trials: readonly TrialsChange[]): readonly PolicyChange[] {
  return [...keys, ...trials.map(({ id, base, head }) => ({ key: `trials of case ${id}`, base, head }))];
}

function changeNotes(changes: readonly PolicyChange[]): readonly Reason[] {
  const first = changes.slice(0, MOST_TOLD).map((change) => note('policy_changed', { kind: 'key', change }));
  const keys = changes.slice(MOST_TOLD).map(({ key }) => key);
  return keys.length === 0 ? first : [...first, note('policy_changed', { kind: 'more_keys', keys })];
}

function rewrittenReasons(cases: readonly RewrittenCase[]): readonly Reason[] {
  const loosened = cases.filter(({ lost }) => lost?.some(({ kind }) => kind === 'less') === true);
  const others = cases.filter((evalCase) => evalCase.demands && !loosened.includes(evalCase));
  const extended = others.filter(({ lost }) => lost?.every(({ kind }) => kind === 'kept')).map(({ id }) => id);
  const rest = others.flatMap(({ id }) => (extended.includes(id) ? [] : [id]));
  const inputs = cases.filter(({ input }) => input).map(({ id }) => id);
  const more = loosened.slice(MOST_TOLD).map(({ id }) => id);
  const list = (ids: readonly string[], facts: CaseChangedFacts) =>
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
  return changes.length === 0 ? [] : [note('policy_changed', { kind: 'prices', changes })];
}

/**
 * Cases that a change takes out of a tag's rule. If a stored run of main has the tag, the rule counts them anyway; if only
 * main's own files have it, nothing does, and the verdict stays open.
 *
 * @param tags those that main has a rule for
 */
function tagReasons(tags: readonly string[], pairs: readonly PairWithMain[]): readonly Reason[] {
  return tags.toSorted().flatMap((tag) => {
    const untagged = pairs.filter(
      ({ candidate, baseline }) => candidate !== null && baseline.tags.includes(tag) && !candidate.tags.includes(tag),
    );
    const isCounted = ({ compared }: PairWithMain) => compared?.baseline?.tags.includes(tag) === true;
    const counted = untagged.filter(isCounted).map(({ id }) => id);
    const others = untagged.filter((pair) => !isCounted(pair)).map(({ id }) => id);
    return [
      ...(others.length === 0 ? [] : [{ ...open('tag_removed', { is_counted: false }, others), tag }]),
      ...(counted.length === 0 ? [] : [{ ...note('tag_removed', { is_counted: true }, counted), tag }]),
    ];
  });
}
