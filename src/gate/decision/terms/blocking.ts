import type { Policy } from './policy.ts';
import type { Reason, ReasonCode } from './reason-code.ts';

/** What an undecided verdict leads to, once it is known why it is undecided. */
export type WhenOpen = 'green' | 'red' | 'review';

/** `auto` blocks on whatever names cases or lacks evidence; what no change can help, and what somebody asked for, lets it be merged. */
export function whenUndecided(setting: Policy['on_inconclusive'], reasons: readonly Reason[]): WhenOpen {
  if (setting !== 'auto') return SETTINGS[setting];
  const open = reasons.filter(({ outcome }) => outcome === 'inconclusive');
  if (open[0] !== undefined && ASKED_FOR.has(open[0].code)) return 'green';
  return open.every(isNoFaultOfChange) ? 'green' : 'red';
}

const SETTINGS = { warn: 'green', fail: 'red', review: 'review' } as const;

/** Nothing was to be evaluated: a label or a draft says so, or there is no key, as in a fork. They outrank the numbers. */
const ASKED_FOR: ReadonlySet<ReasonCode> = new Set(['withheld', 'missing_secrets']);

/** It would be open for every change: main has no results that can be compared, or the suite or its judge sees too little. */
function isNoFaultOfChange(reason: Reason): boolean {
  if (reason.code === 'no_comparable_case') return reason.facts.kind === 'other_version';
  if (reason.code === 'shard') return reason.facts.kind !== 'part' && !reason.facts.blocks;
  if (reason.code === 'standing') return reason.facts.before?.blocks === false;
  if (reason.code === 'judge_cannot_tell') return !reason.facts.fails;
  return SEES_TOO_LITTLE.has(reason.code);
}

const SEES_TOO_LITTLE: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'no_baseline',
  'baseline_never_passes',
  'drop_open',
  'judge_uncalibrated',
  // Asked for in main's config: failures are warnings until the gate keeps its promise.
  'self_check',
]);
