import type { ComparedCase } from '#gate/baseline/comparison/comparison.ts';
import type { CheckFact } from '#trials/facts/check-fact.ts';
import { isWhole } from '#trials/facts/parts.ts';
import { usualSequence } from '#trials/metrics/figures.ts';
import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';
import { type Cause, causesOf } from '../causes.ts';
import { FALLEN, GROUP_LABEL } from '../labels.ts';
import type { CaseRow } from '../report.ts';
import type { ReportInput } from '../report-input.ts';
import { caseGroups, passesOf } from './case-group.ts';
import { demandOfCheck, expectedCalls } from './expected-calls.ts';

/** One row per case on either side: by group, within it the least explained by chance first, then by id. */
export function caseRows(input: ReportInput, improved: readonly string[]): readonly CaseRow[] {
  const { comparison, decision } = input;
  const groupOf = caseGroups(input, improved);
  const suiteCases = new Map(input.cases.map((evalCase) => [evalCase.id, evalCase]));
  const tests = new Map(decision.decision.pass_rate.cases.map((test) => [test.id, test]));
  const fresh = new Map(input.confirmation?.cases.map((record) => [record.id, passesOf(record)]));
  const tested = decision.decision.method === 'statistical';

  const row = (compared: ComparedCase): CaseRow => {
    const { id, baseline_id, candidate, baseline, reason, regraded } = compared;
    const record = candidate ?? baseline;
    const trials = candidate?.trials ?? [];
    const group = groupOf(compared);
    const cause = mainCause(id, trials);
    const failures = tallyFailures(trials);
    const fell = FALLEN.has(group);
    return {
      id,
      name: record?.name == null || record.name === id ? null : record.name,
      renamed_from: baseline_id,
      tags: record?.tags ?? [],
      source: candidate?.source ?? null,
      group,
      baseline: baseline && passesOf(baseline),
      candidate: candidate && {
        ...passesOf(candidate),
        errors: trials.filter((trial) => trial.outcome === 'error').length,
      },
      today: fresh.get(id) ?? null,
      regraded,
      p: tested && fell ? (tests.get(id)?.p_adjusted ?? null) : null,
      reason: comparison.has_baseline ? reason : null,
      cause: cause?.text ?? null,
      cause_type: cause?.type ?? null,
      failures,
      alike: alikeOf(trials),
      errors: tallyErrors(trials),
      expected: expectedCalls(suiteCases.get(id)),
      demand: failures[0] === undefined ? null : demandOfCheck(suiteCases.get(id), checkOf(failures[0], trials)),
      evidence: input.evidence.get(id) ?? null,
    };
  };
  return [...comparison.cases, ...(comparison.unaffected ?? [])].map(row).sort(inOrder);
}

/** The most frequent cause. Where fewer than half of the trials that did not pass name one, what their checks say is told. */
function mainCause(id: string, trials: readonly TrialRecord[]): Cause | undefined {
  const causes = causesOf([{ id, trials }]);
  const naming = causes.reduce((sum, cause) => sum + cause.trials, 0);
  return 2 * naming < trials.filter(({ outcome }) => outcome !== 'passed').length ? undefined : causes[0];
}

const GROUPS = Object.keys(GROUP_LABEL);

function inOrder(left: CaseRow, right: CaseRow): number {
  const byGroup = GROUPS.indexOf(left.group) - GROUPS.indexOf(right.group);
  const byChance = (left.p ?? 1) - (right.p ?? 1);
  return byGroup || byChance || (left.id < right.id ? -1 : 1);
}

/** Failing checks and failures of the agent itself over a case's trials, grouped by check and code, most frequent first. */
function tallyFailures(trials: readonly TrialRecord[]): CaseRow['failures'] {
  const failed = trials.filter((trial) => trial.outcome === 'failed');
  return tally(
    failed.flatMap(({ failure, checks }) => [
      ...(failure === null || failure.kind === 'check'
        ? []
        : [{ key: `agent ${failure.kind}`, value: { check: 'agent', turn: null, fact: ofAgent(failure) } }]),
      ...checks
        .filter((check) => check.passed === false)
        .map(({ id, turn, fact }) => ({
          key: `check ${id} ${fact.code} ${uncalled(fact)}`,
          value: { check: id, turn, fact },
        })),
    ]),
  );
}

function alikeOf(all: readonly TrialRecord[]): CaseRow['alike'] {
  const trials = all.filter(({ outcome }) => outcome !== 'error');
  const usual = usualSequence(trials);
  const alike = trials.filter(({ sequence_hash: own }) => own === usual).length;
  return usual === null ? null : { trials: alike, of: trials.length };
}

/** Names of the expected calls that a trial did not make at all, as far as its check tells. */
export function uncalled(fact: CheckFact | undefined): readonly string[] {
  if (fact?.kind !== 'calls_made' || !isWhole(fact.called)) return [];
  return [...new Set(fact.missing)].filter((name) => !fact.called.includes(name)).sort();
}

/** The check of a failure; `null`: the agent itself failed. */
function checkOf({ check }: CaseRow['failures'][number], trials: readonly TrialRecord[]): CheckRecord | null {
  return trials.flatMap(({ checks }) => checks).find(({ id }) => id === check) ?? null;
}

function ofAgent({ kind, message, output }: NonNullable<TrialRecord['failure']>): CheckFact {
  return { kind: 'said', code: kind, text: message, ...(output !== undefined && { output }) };
}

/** Errors of the machinery over a case's trials, grouped by class, most frequent first. */
function tallyErrors(trials: readonly TrialRecord[]): CaseRow['errors'] {
  return tally(trials.flatMap(({ error }) => (error === null ? [] : [{ key: error.class, value: error }])));
}

/** The first of each kind with the number of its kind, most frequent first. */
function tally<Value>(
  entries: readonly { readonly key: string; readonly value: Value }[],
): (Value & { readonly trials: number })[] {
  const kinds = new Map<string, { readonly value: Value; trials: number }>();
  for (const { key, value } of entries) {
    const known = kinds.get(key);
    if (known) known.trials += 1;
    else kinds.set(key, { value, trials: 1 });
  }
  return [...kinds.values()]
    .map(({ value, trials }) => ({ ...value, trials }))
    .sort((left, right) => right.trials - left.trials);
}
