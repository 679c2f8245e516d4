import { type CheckRecord, checkKind, type TrialRecord } from './trial-record.ts';

/** What a lean trial lost, and what stands in its place: {@link LeanTrial} keeps decisions from reading it. */
export const LOST = {
  seed: 0,
  started_at: '',
  duration_ms: 0,
  wait_ms: 0,
  tries: 1,
  trajectory: null,
  trajectory_state: 'absent',
} as const;

/** What a decision may read of a trial, so that it is the same on lean results. */
export interface LeanTrial extends Omit<TrialRecord, keyof typeof LOST | 'checks'> {
  /** By {@link checkKind} alone: of those that passed, a lean trial has one of each kind. */
  readonly checks: readonly Pick<CheckRecord, 'name' | 'passed'>[];
}

/**
 * The part of a trial that gates, comparisons and reports read. The hash of response ids stays: it shows that two trials are one. Of
 * the hashes of messages a few digits do: they show whether all are alike.
 */
export function leanTrial(trial: TrialRecord): TrialRecord {
  const kinds = new Set(trial.checks.flatMap((check) => (check.passed === true ? checkKind(check) : [])));
  return {
    ...trial,
    ...LOST,
    checks: [...trial.checks.filter(({ passed }) => passed !== true), ...[...kinds].map((name) => ({ ...HELD, name }))],
    output_hash: fewDigits(trial.output_hash),
    tools_hash: fewDigits(trial.tools_hash),
  };
}

/** Some check that passed; of no turn, as others of its turn may be missing. */
const HELD = { id: '', turn: null, passed: true, score: null, fact: { kind: 'said', code: null, text: '' } } as const;
const FEW_DIGITS = 12;

/** What of a hash of messages tells a trial's from another's, whether it is lean or not. */
export function fewDigits(hash: string | null): string | null {
  return hash?.slice(0, FEW_DIGITS) ?? null;
}
