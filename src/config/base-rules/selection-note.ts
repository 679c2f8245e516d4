import { cutEnd } from '#common/cut.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { SelectionFacts } from '#gate/decision/facts/rule-facts.ts';
import type { Finding } from '#gate/decision/terms/finding.ts';
import { note } from './reason.ts';

/** The effect of a selection of cases on a run. */
export interface SelectedRun {
  readonly results: Pick<ResultsFile, 'run'>;
  readonly suite: Pick<LoadedSuite, 'cases' | 'left_out'>;
  readonly comparison: Comparison;
  /** Main's runs within the selection. */
  readonly baseline: BaselineLookup;
  /** Cases of main's nearest run that it leaves out. */
  readonly left_out: readonly CaseRecord[];
}

/**
 * How many of main's cases ran and by which selection: nobody should take a part of a suite for the whole. `null`: all of them.
 */
export function selectionNote(run: SelectedRun): Finding | null {
  const { results, suite, left_out: leftOut } = run;
  const selection = selectionOf(results);
  if (selection === null && suite.left_out.size === 0 && leftOut.length === 0) return null;
  const ids = leftOut.map(({ id }) => id);
  return note('selection', { ...partOf(run), selected_by: selection }, ids);
}

function partOf({
  suite,
  comparison,
  baseline,
  left_out: leftOut,
}: SelectedRun): Pick<SelectionFacts, 'ran' | 'all' | 'of'> {
  if (baseline.kind === 'none') {
    const ran = suite.cases.length;
    return { ran, all: ran + suite.left_out.size, of: 'suite' };
  }
  const all = baseline.runs[0].results.cases.length + leftOut.length;
  const removed = comparison.cases.filter(({ candidate }) => candidate === null).length;
  return { ran: all - leftOut.length - removed, all, of: 'main' };
}

/** As the inputs are written; `null`: none is. */
function selectionOf({ run: { inputs = {} } }: SelectedRun['results']): string | null {
  const parts = ['cases', 'tags'].flatMap((name) => {
    const listed = Object.hasOwn(inputs, name) ? inputs[name] : null;
    return Array.isArray(listed) && listed.length > 0 ? [`${name}=${listed.join(',')}`] : [];
  });
  return parts.length === 0 ? null : cutEnd(parts.join(' and '), LONGEST_SELECTION);
}

const LONGEST_SELECTION = 200;
