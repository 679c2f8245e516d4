import type { ComparedCase } from '#domain/baseline/comparison.ts';
import type { CaseRecord } from '#domain/baseline/results-file.ts';
import type { Decision } from '#domain/gate/decision.ts';
import type { Case } from '#domain/suite/case.ts';
import type { ExpectedCall } from '#domain/suite/expectation.ts';
import type { ReportInput } from './build-report.ts';
import type { CaseGroup, CaseRow } from './report.ts';

/** Groups in the order they are shown. */
export const GROUP_ORDER: readonly CaseGroup[] = [
  'broken',
  'worse',
  'failing',
  'errors',
  'flaky',
  'fixed',
  'new',
  'changed',
  'not_comparable',
  'removed',
  'stable',
];

/** One row per case on either side, by group, then id. */
export function caseRows(input: ReportInput): readonly CaseRow[] {
  const written = new Map(input.cases.map((one) => [one.id, one]));
  const blamed = blamedCases(input.decision);
  const decided = new Map(input.decision.decision.pass_rate.cases.map((one) => [one.id, one]));
  return input.comparison.cases
    .map((compared): CaseRow => {
      const { id } = compared;
      const record = compared.candidate ?? compared.baseline;
      return {
        id,
        name: record?.name ?? null,
        tags: record?.tags ?? [],
        source: compared.candidate?.source ?? null,
        group: groupOf(compared, input.comparison.has_baseline, blamed),
        baseline: compared.baseline && tally(compared.baseline),
        candidate: compared.candidate && { ...tally(compared.candidate), errors: errorsOf(compared.candidate).length },
        p: decided.get(id)?.p_adjusted ?? null,
        reason: compared.reason,
        failures: failuresOf(compared.candidate),
        errors: tallyErrors(compared.candidate),
        expected: expectedCalls(written.get(id)),
        evidence: input.evidence.get(id) ?? null,
      };
    })
    .sort((one, other) => GROUP_ORDER.indexOf(one.group) - GROUP_ORDER.indexOf(other.group) || (one.id < other.id ? -1 : 1));
}

/** Cases the verdict names as the cause of a FAIL. */
function blamedCases(decision: Decision): ReadonlySet<string> {
  const named = decision.reasons.filter((reason) => reason.outcome === 'fail').flatMap((reason) => reason.cases);
  return new Set(named);
}

function groupOf(compared: ComparedCase, hasBaseline: boolean, blamed: ReadonlySet<string>): CaseGroup {
  const { candidate, baseline } = compared;
  if (candidate === null) return 'removed';
  const here = tally(candidate);
  if (blamed.has(compared.id) && here.passed < here.scored) return 'broken';
  if (here.scored === 0) return 'errors';
  if (hasBaseline && compared.status !== 'comparable') return compared.status === 'removed' ? 'removed' : compared.status;
  if (baseline === null || !hasBaseline) return here.passed === here.scored ? 'stable' : here.passed === 0 ? 'failing' : 'flaky';
  return againstBaseline(here, tally(baseline));
}

function againstBaseline(here: Tally, main: Tally): CaseGroup {
  const change = here.passed / here.scored - (main.scored === 0 ? 0 : main.passed / main.scored);
  const mixedHere = here.passed > 0 && here.passed < here.scored;
  const mixedMain = main.passed > 0 && main.passed < main.scored;
  if (here.passed === here.scored) return main.passed === main.scored ? 'stable' : 'fixed';
  if (mixedHere && mixedMain) return 'flaky';
  if (change < 0) return 'worse';
  return here.passed === 0 ? 'failing' : 'flaky';
}

interface Tally {
  readonly passed: number;
  readonly scored: number;
}

function tally(record: CaseRecord): Tally {
  const scored = record.trials.filter((trial) => trial.outcome !== 'error');
  return { passed: scored.filter((trial) => trial.outcome === 'passed').length, scored: scored.length };
}

function errorsOf(record: CaseRecord): CaseRecord['trials'] {
  return record.trials.filter((trial) => trial.outcome === 'error');
}

/** Failing checks and failures of the agent, joined by check and code, most frequent first. */
function failuresOf(record: CaseRecord | null): CaseRow['failures'] {
  const joined = new Map<string, { check: string; code: string | null; reason: string; trials: number }>();
  const add = (check: string, code: string | null, reason: string): void => {
    const key = `${check} ${code}`;
    const known = joined.get(key);
    if (known) known.trials += 1;
    else joined.set(key, { check, code, reason, trials: 1 });
  };
  for (const trial of record?.trials ?? []) {
    if (trial.outcome !== 'failed') continue;
    if (trial.failure && trial.failure.kind !== 'check') add('agent', trial.failure.kind, trial.failure.message);
    for (const check of trial.checks) if (check.passed === false) add(check.id, check.code, check.reason);
  }
  return [...joined.values()].sort((one, other) => other.trials - one.trials);
}

function tallyErrors(record: CaseRecord | null): CaseRow['errors'] {
  const joined = new Map<string, { class: string; message: string; trials: number }>();
  for (const { error } of record ? errorsOf(record) : []) {
    if (!error) continue;
    const known = joined.get(error.class);
    if (known) known.trials += 1;
    else joined.set(error.class, { ...error, trials: 1 });
  }
  return [...joined.values()].sort((one, other) => other.trials - one.trials);
}

function expectedCalls(one: Case | undefined): readonly string[] {
  if (!one) return [];
  return [one.expect, ...one.turns.map((turn) => turn.expect)]
    .flatMap((expect) => expect?.tools?.calls ?? [])
    .map((step) => (step.kind === 'call' ? callText(step.call) : `at once: ${step.calls.map(callText).join(' + ')}`));
}

function callText(call: ExpectedCall): string {
  return call.args === null ? call.name : `${call.name} ${JSON.stringify(call.args)}`;
}
