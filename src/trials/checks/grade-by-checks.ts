import type { Case } from '#cases/suite/case.ts';
import type { Expectations } from '#cases/suite/expectation.ts';
import { keysOf } from '#common/keyed.ts';
import { criterionOfCheck, type JudgeCall, type JudgedCriterion, judgeCheckName } from '#judge/judged.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import type { ErrorClass, Trial } from '#trials/trial/trial.ts';
import type { AuditedTrial, CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';
import type { Usage } from '#trials/trial/usage.ts';
import { customChecks, EMBEDDING_CHECK, embeddingChecks } from './custom-checks.ts';
import { judgeQuestions } from './judge-questions.ts';
import { type CheckKey, checks } from './registry.ts';
import type { CheckResult, TrialView } from './terms/check.ts';
import { unjudged } from './terms/judgement.ts';
import { scopePrefix, scopesOf } from './terms/scopes.ts';
import { trialView } from './trial-view.ts';

/** The grade of one trial. */
export interface GradedTrial {
  /** Turns in order, then the whole trial; empty if the trial ended in an error. */
  readonly checks: readonly CheckRecord[];
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly failure: TrialRecord['failure'];
  readonly error: { readonly class: ErrorClass; readonly message: string } | null;
  /** Absent if no judge was asked. */
  readonly by_judge?: ByJudge;
  /** What embeddings cost; absent: none was asked for. */
  readonly embedding_usage?: Usage;
  /** What a second judge said; absent: none was asked. */
  readonly audited?: AuditedTrial;
}

/** What a judge said of a trial. */
export interface ByJudge {
  /** In the order of the checks. */
  readonly judged: readonly JudgedCriterion[];
  /** What it cost; `null`: no call was made. */
  readonly usage: Usage | null;
  readonly log: readonly JudgeCall[];
  /** An answer came from a cassette, so the trial is no evidence. */
  readonly replayed: boolean;
}

/**
 * Grades one trial of a case.
 *
 * The trial's own end comes first: an error stays an error, and a crash or time-out is a failure even if all checks hold.
 * Otherwise one failing check fails the trial; otherwise one check that could not judge makes it an error, of class `judge` unless
 * its provider is at fault, and so does a case without expectations; otherwise it passes.
 *
 * @param answers results of the case's {@link customChecks}, {@link embeddingChecks} and {@link judgeQuestions} by their id; a missing
 * one could not judge
 */
export function gradeByChecks(evalCase: Case, trial: Trial, answers: ReadonlyMap<string, CheckResult>): GradedTrial {
  if (trial.end.kind === 'error') return { checks: [], outcome: 'error', failure: null, error: trial.end.error };
  const checks = [
    ...builtInRecords(evalCase, trial),
    ...embeddingRecords(evalCase, answers),
    ...customRecords(evalCase, answers),
    ...criteriaRecords(evalCase, trial, answers),
  ].toSorted(byScope);
  if (trial.end.kind === 'failed') {
    const { cause: _, ...failure } = trial.end.failure;
    return { checks, outcome: 'failed', failure, error: null };
  }
  return { checks, ...outcomeOf(checks, answers) };
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

const NO_EMBEDDING = unjudged('not_run', { kind: 'not_judged', why: 'no_embeddings' });

function criteriaRecords(
  evalCase: Case,
  trial: Trial,
  answers: ReadonlyMap<string, CheckResult>,
): readonly CheckRecord[] {
  return judgeQuestions(evalCase, trial).map(({ id, turn, criterion, settled }) =>
    record(id, turn, { ...(settled ?? answers.get(id) ?? NOT_ASKED), name: judgeCheckName(criterion.id) }),
  );
}

const NOT_ASKED = unjudged('not_asked', { kind: 'not_judged', why: 'no_judge' });

const NOT_RUN = unjudged('not_run', { kind: 'not_judged', why: 'not_run' });

function record(id: string, turn: number | null, { name, passed, score, fact }: CheckResult): CheckRecord {
  return { id, name, turn, passed, score, fact };
}

/** Stable, so that built-in checks stay before custom ones, and those before criteria. */
function byScope(left: CheckRecord, right: CheckRecord): number {
  const place = ({ turn }: CheckRecord): number => turn ?? Number.MAX_SAFE_INTEGER;
  return place(left) - place(right);
}

function outcomeOf(
  checks: readonly CheckRecord[],
  answers: ReadonlyMap<string, CheckResult>,
): Omit<GradedTrial, 'checks'> {
  const failed = checks.filter(({ passed }) => passed === false);
  const missing = checks.filter(({ passed }) => passed === null);
  if (failed.length > 0)
    return { outcome: 'failed', failure: { kind: 'check', message: wordsOf(failed) }, error: null };
  if (missing.length > 0)
    return { outcome: 'error', failure: null, error: { class: classOf(missing, answers), message: wordsOf(missing) } };
  if (checks.length > 0) return { outcome: 'passed', failure: null, error: null };
  return {
    outcome: 'error',
    failure: null,
    error: { class: 'judge', message: 'the case demands nothing: give it an "expect"' },
  };
}

/** If money or stored answers ran out, the run ends for that reason, whatever else could not be judged. */
function classOf(missing: readonly CheckRecord[], answers: ReadonlyMap<string, CheckResult>): ErrorClass {
  const [byProvider] = missing.flatMap(({ id }) => answers.get(id)?.error_class ?? []);
  return (
    ENDS.find((end) => missing.some(({ name, fact }) => fact.code === end && criterionOfCheck(name) !== null)) ??
    byProvider ??
    'judge'
  );
}

const ENDS = ['cancelled', 'budget', 'replay_miss'] as const satisfies readonly ErrorClass[];

/** The first one in full, the number of the others. */
function wordsOf([first, ...others]: readonly CheckRecord[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more: ${others.map(({ id }) => id).join(', ')})`;
  return first === undefined ? '' : `${first.id}: ${checkWords(first.fact)}${more}`;
}

/** Judges all expectations of one turn or of the whole trial, except custom checks. */
function judgeExpectations(expect: Expectations, view: TrialView): readonly CheckResult[] {
  return keysOf(checks).flatMap((key) => judgeKey(key, expect, view));
}

function judgeKey<K extends CheckKey>(key: K, expect: Expectations, view: TrialView): readonly CheckResult[] {
  const expectation = expect[key];
  return expectation === undefined ? [] : checks[key].judge(expectation, view);
}
