import { listed, percent, plural, pValue } from '#common/words.ts';
import type { EpochChange } from '#gate/baseline/epoch/epoch-change.ts';
import { BEFORE_AND_NOW, differenceWords } from '#gate/baseline/pairing/difference-words.ts';

/** Says that main differs from its earlier runs, a sentence each. An intended change is only mentioned, not a warning. */
export function driftWarnings(changes: readonly EpochChange[]): readonly string[] {
  const cases = changes.filter((change) => change.kind === 'case');
  return [
    ...changes.flatMap((change) => {
      if (change.kind === 'case') return [];
      if (change.kind === 'accepted')
        return [`main changed as a merged change accepted: ${change.metrics.join(', ')}. ${ANEW}`];
      if (change.kind === 'suite') {
        const rates = `${percent(change.before)} → ${percent(change.now)} over ${plural(change.cases, 'case')}, ${pValue(change.p)}`;
        return [`main changed: its pass rate went ${rates}; ${blame(change.cause)}. ${ANEW}`];
      }
      const what = change.kind === 'declared' ? 'the declared model or sampling' : 'the conditions of a run';
      const differences = change.differences.map((difference) => differenceWords(difference, BEFORE_AND_NOW));
      return [`main changed ${what}: ${differences.join('; ')}. ${ANEW}`];
    }),
    ...(cases.length === 0 ? [] : [caseWarning(cases)]),
  ];
}

const ANEW = 'Earlier runs are no longer used for comparison.';

type CaseChange = Extract<EpochChange, { kind: 'case' }>;

function caseWarning(cases: readonly CaseChange[]): string {
  const drifts = cases.map(
    ({ id, before, now }) => `${id} (${before.passed}/${before.trials} before, ${now.passed}/${now.trials} now)`,
  );
  const cause = cases.every((change) => change.cause === 'provider') ? 'provider' : 'main';
  return `main changed in ${plural(cases.length, 'case')}: ${listed(drifts)}; ${blame(cause)}. Earlier trials of ${cases.length === 1 ? 'that case' : 'those cases'} are no longer used for comparison.`;
}

function blame(cause: 'main' | 'provider'): string {
  return cause === 'provider'
    ? 'nothing in this repository explains it, so the model behind it has drifted'
    : 'caused by a merged change, or by drift of the model behind it';
}
