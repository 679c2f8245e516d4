import type { CheckFact } from '#trials/facts/check-fact.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { CaseRow } from '../report.ts';

/** Failing checks and failures of the agent itself over a case's trials, grouped by check and code, most frequent first. */
export function tallyFailures(trials: readonly TrialRecord[]): CaseRow['failures'] {
  const failed = trials.filter((trial) => trial.outcome === 'failed');
  return tally(
    failed.flatMap(({ failure, checks }) => [
      ...(failure === null || failure.kind === 'check'
        ? []
        : [{ key: `agent ${failure.kind}`, value: { check: 'agent', fact: ofAgent(failure) } }]),
      ...checks
        .filter((check) => check.passed === false)
        .map(({ id, fact }) => ({ key: `check ${id} ${fact.code}`, value: { check: id, fact } })),
    ]),
  );
}

function ofAgent({ kind, message, output }: NonNullable<TrialRecord['failure']>): CheckFact {
  return { kind: 'said', code: kind, text: message, ...(output !== undefined && { output }) };
}

/** Errors of the machinery over a case's trials, grouped by class, most frequent first. */
export function tallyErrors(trials: readonly TrialRecord[]): CaseRow['errors'] {
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
