import type { Comparison } from '#domain/baseline/comparison.ts';
import { type PolicyChange, policyChanges, priceChanges } from '#domain/config/policy-changes.ts';
import { changedKey } from '#domain/config/policy-words.ts';
import type { Reason } from '#domain/gate/decision.ts';
import { lostMarks } from '#domain/gate/lost-marks.ts';
import type { RewrittenCase } from './loosened-cases.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import type { TrialsChange } from './trials-of-main.ts';

/** What a change does to the rule that it is judged by. */
export interface PolicyFacts {
  readonly policy: PolicyFromBase;
  readonly comparison: Comparison;
  readonly trials: readonly TrialsChange[];
  readonly rewritten: readonly RewrittenCase[];
}

/**
 * What a reader must know of it, in the order of telling. Nothing of it is red; where the rule itself is not known, or a case would leave zero
 * tolerance, it keeps the verdict open.
 */
export function policyReasons({ policy, comparison, trials, rewritten }: PolicyFacts): readonly Reason[] {
  const { origin } = policy;
  return [
    ...originReasons(policy),
    ...(origin.kind === 'base'
      ? markReasons(lostMarks(comparison, origin.base.gate.never_fail, origin.own.gate.never_fail))
      : []),
    ...workflowReasons(policy.workflow),
    ...(origin.kind === 'base'
      ? listed(keysAndTrials(policyChanges(origin.base, origin.own), trials), 'policy_changed')
      : []),
    ...rewrittenReasons(rewritten),
    ...(origin.kind === 'base' ? priceReasons(priceChanges(origin.base, origin.own)) : []),
  ];
}

function originReasons({ origin, config_path: path, source }: PolicyFromBase): readonly Reason[] {
  const commit = source.files.sha.slice(0, 7);
  if (origin.kind === 'first') {
    const words = `this change brings the first policy: ${commit}, which it goes onto, has no ${path}; its own counts`;
    return [note('policy_first', words)];
  }
  if (origin.kind === 'base') return [];
  const words = `the policy of main is not known, and by its own no change can pass: ${path} of ${commit} ${origin.problem}`;
  return [open('policy_unknown', words)];
}

function markReasons(ids: readonly string[]): readonly Reason[] {
  if (ids.length === 0) return [];
  const words = `main tolerates no failure of ${named(ids)}, and after this change it would: the id or tag is gone from gate.never_fail or from the case`;
  return [{ ...open('never_fail_unmarked', words), gate: 'never_fail', cases: ids }];
}

function workflowReasons(workflow: PolicyFromBase['workflow']): readonly Reason[] {
  const { path, state } = workflow;
  if (state === 'same') return [];
  if (state === 'unknown')
    return [
      note(
        'workflow_unknown',
        `whether this change edits the workflow that runs it can't be told: ${path} ${workflow.problem}`,
      ),
    ];
  const what =
    state === 'new' ? `brings the workflow that runs it, ${path}` : `edits the workflow that runs it, ${path}`;
  return [note('workflow_changed', `this change ${what}: review that file, it says what is run and by which inputs`)];
}

function keysAndTrials(keys: readonly PolicyChange[], trials: readonly TrialsChange[]): readonly PolicyChange[] {
  return [...keys, ...trials.map(({ id, base, head }) => ({ key: `trials of case ${id}`, base, head }))];
}

function listed(changes: readonly PolicyChange[], code: string): readonly Reason[] {
  const shown = changes
    .slice(0, MOST_TOLD)
    .map((one) => note(code, `${changedKey(one)}; main's counts until this is merged`));
  const more = changes.slice(MOST_TOLD).map(({ key }) => key);
  return more.length === 0 ? shown : [...shown, note(code, `main's counts also of ${named(more)}`)];
}

function rewrittenReasons(cases: readonly RewrittenCase[]): readonly Reason[] {
  const loosened = cases.filter(({ lost }) => lost !== null && lost.length > 0);
  const others = cases.filter((one) => !loosened.includes(one)).map(({ id }) => id);
  const shown = loosened.slice(0, MOST_TOLD).map(({ id, lost }) => ({
    ...note('case_loosened', `this change demands less of case ${id}: ${(lost ?? []).join('; ')}`),
    cases: [id],
  }));
  const more = loosened.slice(MOST_TOLD).map(({ id }) => id);
  return [
    ...shown,
    ...(more.length === 0
      ? []
      : [{ ...note('case_loosened', `this change demands less also of ${named(more)}`), cases: more }]),
    ...(others.length === 0
      ? []
      : [
          {
            ...note(
              'case_rewritten',
              `this change rewrites what is demanded of ${named(others)}; whether it is less can't be told`,
            ),
            cases: others,
          },
        ]),
  ];
}

function priceReasons(changes: readonly PolicyChange[]): readonly Reason[] {
  if (changes.length === 0) return [];
  const shown = changes.slice(0, MOST_TOLD).map(changedKey).join('; ');
  const more = changes.length > MOST_TOLD ? ` and ${changes.length - MOST_TOLD} more` : '';
  return [note('prices_changed', `costs are reckoned by the prices of this change: ${shown}${more}`)];
}

/** As many sentences of one kind. */
const MOST_TOLD = 4;

function named(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

const MOST_NAMED = 8;

function note(code: string, message: string): Reason {
  return { outcome: 'note', gate: 'suite', code, tag: null, cases: [], message };
}

function open(code: string, message: string): Reason {
  return { ...note(code, message), outcome: 'inconclusive' };
}
