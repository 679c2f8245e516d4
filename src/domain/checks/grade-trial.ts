import { keysOf } from '#domain/keyed.ts';
import type { Case } from '#domain/suite/case.ts';
import type { Expectations } from '#domain/suite/expectation.ts';
import type { ErrorClass, FailureKind, Trial } from '#domain/trial/trial.ts';
import type { CheckRecord } from '#domain/trial/trial-record.ts';
import type { CheckResult, TrialView } from './check.ts';
import { customChecks, EMBEDDING_CHECK, embeddingChecks } from './custom-checks.ts';
import { type CheckKey, checks } from './registry.ts';
import { scopePrefix, scopesOf } from './scopes.ts';
import { trialView } from './trial-view.ts';

/** The grade of one trial. */
export interface GradedTrial {
  /** Turns in order, then the whole trial; empty if the trial ended in an error. */
  readonly checks: readonly CheckRecord[];
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly failure: { readonly kind: FailureKind; readonly message: string } | null;
  readonly error: { readonly class: ErrorClass; readonly message: string } | null;
}

/**
 * Grades one trial of a case.
 *
 * The trial's own end comes first: an error stays an error, and a crash or time-out is a failure even if all checks hold.
 * Otherwise one failing check fails the trial; otherwise one check that could not judge makes it an error, of class `judge` unless
 * its provider is at fault, and so does a case without expectations; otherwise it passes.
 *
 * @param custom results of the case's {@link customChecks} and {@link embeddingChecks} by their id; a missing one could not judge
 */
export function gradeTrial(evalCase: Case, trial: Trial, custom: ReadonlyMap<string, CheckResult>): GradedTrial {
  if (trial.end.kind === 'error') return { checks: [], outcome: 'error', failure: null, error: trial.end.error };
  const asked = [...embeddingRecords(evalCase, custom), ...customRecords(evalCase, custom)];
  const checks = [...builtInRecords(evalCase, trial), ...asked].toSorted(byScope);
  if (trial.end.kind === 'failed') return { checks, outcome: 'failed', failure: trial.end.failure, error: null };
  return { checks, ...outcomeOf(checks, (id) => custom.get(id)?.error_class ?? 'judge') };
}

function builtInRecords(evalCase: Case, trial: Trial): readonly CheckRecord[] {
  return scopesOf(evalCase).flatMap(({ turn, expect }) =>
    judgeExpectations(expect, trialView(evalCase, trial, turn)).map((result) =>
      record(`${scopePrefix(turn)}${result.name}`, turn, result),
    ),
  );
}

function customRecords(evalCase: Case, custom: ReadonlyMap<string, CheckResult>): readonly CheckRecord[] {
  return customChecks(evalCase).map(({ id, turn }) =>
    record(id, turn, { ...(custom.get(id) ?? NOT_RUN), name: 'custom' }),
  );
}

function embeddingRecords(evalCase: Case, results: ReadonlyMap<string, CheckResult>): readonly CheckRecord[] {
  return embeddingChecks(evalCase).map(({ id, turn }) =>
    record(id, turn, { ...(results.get(id) ?? NO_EMBEDDING), name: EMBEDDING_CHECK }),
  );
}

const NO_EMBEDDING: CheckResult = {
  name: EMBEDDING_CHECK,
  passed: null,
  score: null,
  code: 'not_run',
  reason: 'no model of embeddings was asked',
};

const NOT_RUN: CheckResult = {
  name: 'custom',
  passed: null,
  score: null,
  code: 'not_run',
  reason: 'the custom check was not run',
};

function record(id: string, turn: number | null, { name, passed, score, code, reason }: CheckResult): CheckRecord {
  return { id, name, turn, passed, score, code, reason };
}

/** Stable, so that built-in checks stay before custom ones. */
function byScope(left: CheckRecord, right: CheckRecord): number {
  const place = ({ turn }: CheckRecord): number => turn ?? Number.MAX_SAFE_INTEGER;
  return place(left) - place(right);
}

function outcomeOf(checks: readonly CheckRecord[], classOf: (id: string) => ErrorClass): Omit<GradedTrial, 'checks'> {
  const failed = checks.filter(({ passed }) => passed === false);
  const unjudged = checks.filter(({ passed }) => passed === null);
  if (failed.length > 0) return { outcome: 'failed', failure: { kind: 'check', message: told(failed) }, error: null };
  if (unjudged.length > 0)
    return {
      outcome: 'error',
      failure: null,
      error: { class: classOf(unjudged[0]?.id ?? ''), message: told(unjudged) },
    };
  if (checks.length > 0) return { outcome: 'passed', failure: null, error: null };
  return {
    outcome: 'error',
    failure: null,
    error: { class: 'judge', message: 'the case demands nothing: give it an "expect"' },
  };
}

/** The first one in full, the number of the others. */
function told([first, ...others]: readonly CheckRecord[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more: ${others.map(({ id }) => id).join(', ')})`;
  return first === undefined ? '' : `${first.id}: ${first.reason}${more}`;
}

/** Judges all expectations of one turn or of the whole trial, except custom checks. */
function judgeExpectations(expect: Expectations, view: TrialView): readonly CheckResult[] {
  return keysOf(checks).flatMap((key) => judgeKey(key, expect, view));
}

function judgeKey<K extends CheckKey>(key: K, expect: Expectations, view: TrialView): readonly CheckResult[] {
  const expectation = expect[key];
  return expectation === undefined ? [] : checks[key].judge(expectation, view);
}
