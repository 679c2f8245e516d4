import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import type { FloorDecision } from '#gate/decision/terms/decision.ts';
import type { GateEvidence } from '#gate/decision/terms/evidence.ts';
import type { FigureName } from '#trials/metrics/figures.ts';

/**
 * Whether a selection left no case that a bound is about: then the bound can be neither met nor missed. A bound that a case is about
 * is never left empty, and neither is one of a whole suite.
 */
export function isLeftEmpty(metric: FloorDecision['metric'], selected: GateEvidence['selected']): boolean {
  if (selected === undefined || metric === 'case_pass_rate') return false;
  const demands = DEMANDS[metric];
  return selected.every(({ record }) => demands !== undefined && record !== null && !demands(record));
}

/** Whether a case expects what a figure measures, as its trials tell; absent: every trial has such a figure, unless it was not reported. */
const DEMANDS: { readonly [Figure in FigureName]?: (item: CaseRecord) => boolean } = {
  tool_recall: expectsCalls,
  tool_precision: expectsCalls,
  parameter_accuracy: expectsCalls,
  phrase_recall: (item) => isChecked(item, 'response'),
  task_completion: (item) => isChecked(item, 'response'),
  mean_recall: (item) => expectsCalls(item) || isChecked(item, 'response'),
  retrieval_accuracy: (item) => isChecked(item, 'retrieved'),
  tools_ok: (item) => expectsCalls(item) || isChecked(item, 'tools') || isChecked(item, 'no_tools'),
};

function expectsCalls({ expected_tool_calls: calls }: CaseRecord): boolean {
  return calls > 0;
}

/** A trial that was broken off may lack its last checks. */
function isChecked({ trials }: CaseRecord, kind: string): boolean {
  const whole = trials.filter(({ outcome, completed }) => outcome !== 'error' && completed === true);
  return whole.length === 0 || whole.some(({ checks }) => checks.some(({ name }) => name.split('.')[0] === kind));
}
