import type { ComparedCase } from '#gate/baseline/comparison/comparison.ts';
import { causesOf } from '../causes.ts';
import { GROUP_LABEL } from '../labels.ts';
import type { CaseRow } from '../report.ts';
import type { ReportInput } from '../report-input.ts';
import { caseGroups, passesOf } from './case-group.ts';
import { expectedCalls } from './expected-calls.ts';
import { tallyErrors, tallyFailures } from './failure-tally.ts';

/** One row per case on either side: by group, within it the least explained by chance first, then by id. */
export function caseRows(input: ReportInput): readonly CaseRow[] {
  const { comparison, decision } = input;
  const groupOf = caseGroups(input);
  const suiteCases = new Map(input.cases.map((evalCase) => [evalCase.id, evalCase]));
  const tests = new Map(decision.decision.pass_rate.cases.map((test) => [test.id, test]));
  const fresh = new Map(input.confirmation?.cases.map((record) => [record.id, passesOf(record)]));
  const tested = decision.decision.method === 'statistical';

  const row = (compared: ComparedCase): CaseRow => {
    const { id, baseline_id, candidate, baseline, reason, regraded } = compared;
    const record = candidate ?? baseline;
    const trials = candidate?.trials ?? [];
    const group = groupOf(compared);
    const [cause] = causesOf([{ id, trials }]);
    const fell = group === 'broken' || group === 'worse' || group === 'affected';
    return {
      id,
      name: record?.name ?? null,
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
      failures: tallyFailures(trials),
      errors: tallyErrors(trials),
      expected: expectedCalls(suiteCases.get(id)),
      evidence: input.evidence.get(id) ?? null,
    };
  };
  return [...comparison.cases, ...(comparison.unaffected ?? [])].map(row).sort(inOrder);
}

const GROUPS = Object.keys(GROUP_LABEL);

function inOrder(left: CaseRow, right: CaseRow): number {
  const byGroup = GROUPS.indexOf(left.group) - GROUPS.indexOf(right.group);
  const byChance = (left.p ?? 1) - (right.p ?? 1);
  return byGroup || byChance || (left.id < right.id ? -1 : 1);
}
