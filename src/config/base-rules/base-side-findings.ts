import { cutEnd } from '#common/cut.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { SelectionFacts } from '#gate/decision/facts/rule-facts.ts';
import type { Finding } from '#gate/decision/terms/finding.ts';
import type { RunContext } from '#gate/decision/terms/surroundings.ts';
import type { BasePolicy } from './base-policy.ts';
import { baseRuleFindings } from './base-rule-findings.ts';
import type { CasesOfMain, UnrunBase } from './cases-of-main.ts';
import { note } from './reason.ts';
import type { TrialsChange } from './trials-of-main.ts';
import { inputsOf } from './workflow-reasons.ts';

/** The part of a suite that is judged; the files of its checks are known only where it runs. */
export type JudgedSuite = Pick<LoadedSuite, 'cases' | 'left_out' | 'unaffected'> &
  Partial<Pick<LoadedSuite, 'graders'>>;

/** What the base commit and main's runs say about a suite, known before its first trial. */
export interface KnownBase<Suite extends JudgedSuite = JudgedSuite> {
  /** `null`: only the suite's own policy applies. */
  readonly policy: BasePolicy | null;
  /** The guards of the base commit, if main's stored runs are older; `null`: the stored runs have them all. */
  readonly unrun: UnrunBase | null;
  /** Main's runs with those guards, within the selection. */
  readonly stored: BaselineLookup;
  /** Cases of main's nearest run that the selection leaves out. */
  readonly left_out: readonly CaseRecord[];
  /** The suite; if a base policy applies, each case has as many trials as on main. */
  readonly suite: Suite;
  /** Cases for which the change asks for another number. */
  readonly trials: readonly TrialsChange[];
}

/** Results compared with main's, and what was read of the base commit. */
export interface ComparedRun {
  readonly results: ResultsFile;
  readonly lookup: BaselineLookup;
  readonly comparison: Comparison;
  readonly base: KnownBase;
  /** The cases of the base commit that its rules need. */
  readonly cases: CasesOfMain;
  readonly run: Pick<ResultsFile['run'], 'shard'>;
}

/** What a change does to its own rules, and whether it ran only a part of main's cases; for shards, the merge reports that. */
export function baseSideFindings(compared: ComparedRun): Pick<RunContext, 'base_rules' | 'gone' | 'selection'> {
  const { results, lookup, base, cases, run } = compared;
  const { unrun, left_out, stored } = base;
  const { suite, comparison } = withUnaffected(compared);
  const inputs = inputsOf(results, stored);
  return {
    ...baseRuleFindings({ ...base, suite, main: unrun, cases, comparison, inputs }),
    selection:
      run.shard === undefined ? selectionNote({ results, suite, comparison, baseline: lookup, left_out }) : null,
  };
}

/** Cases that the change can't reach are in its suite as they are on main. */
function withUnaffected({ base: { suite }, comparison }: ComparedRun): Pick<ComparedRun, 'comparison'> & {
  readonly suite: JudgedSuite;
} {
  const { unaffected = [] } = comparison;
  if (unaffected.length === 0) return { suite, comparison };
  const unchanged = unaffected.map((item) => ({ ...item, status: 'comparable' as const, candidate: item.baseline }));
  return {
    suite: { ...suite, cases: [...suite.cases, ...(suite.unaffected?.cases ?? [])] },
    comparison: { ...comparison, cases: [...comparison.cases, ...unchanged] },
  };
}

/** The effect of a selection of cases on a run. */
interface SelectedRun {
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
function selectionNote(run: SelectedRun): Finding | null {
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
