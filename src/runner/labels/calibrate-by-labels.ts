import type { Issue } from '#common/document/issue.ts';
import { firstOf, plural } from '#common/words.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { JudgeCalibration } from '#judge/calibration/calibration-file.ts';
import type { Counts } from '#judge/calibration/estimate.ts';
import { judgeIdentity } from '#judge/identity.ts';
import type { JudgeVerdict } from '#judge/judged.ts';
import { type CalibratingLabel, calibrateLabels } from '#judge/labels/calibrate-labels.ts';
import { type Label, subjectOf } from '#judge/labels/label.ts';
import type { PlacedLabel } from '#judge/labels/parse-labels.ts';
import { criterionKey, unknownLabels } from '#judge/labels/unknown-labels.ts';
import type { Judge } from '#ports/grader-ports.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { type JudgedLabels, judgeLabels } from './judge-labels.ts';
import { type LabelEvidence, placeOf, readEvidence } from './label-evidence.ts';

/** What is stored: runs of main, and labelled trajectories next to the labels. */
interface LabelStore {
  readonly runs: readonly StoredRun[];
  readonly baselines: Pick<BaselineStore, 'trajectories'>;
  readonly stored: AsyncIterable<string>;
}

/** How the judge is asked where no verdict of it is stored. */
export interface Asking {
  /** Opens it, without a memory of what it said before; `problem`: it can't be asked, a sentence part. */
  open(): Promise<{ readonly judge: Judge | null; close(): Promise<void> } | { readonly problem: string }>;
  /** How often each trajectory is judged again. */
  readonly repeats: number;
  note(sentence: string): void;
}

/** A calibration, or why there is none. */
type CalibrationResult =
  | { readonly calibration: JudgeCalibration; readonly notes: readonly string[] }
  | { readonly issues: readonly Issue[] }
  | { readonly problem: string };

/**
 * Measures a judge by labels. Stored verdicts count if this very judge gave them; otherwise it is asked now, and about every
 * label if its provider now serves another model.
 *
 * @throws Error for what a judge can't do
 */
export async function calibrateByLabels(
  labels: readonly PlacedLabel[],
  suite: Pick<LoadedSuite, 'cases' | 'config'>,
  { runs, ...store }: LabelStore,
  asking: Asking,
  signal: AbortSignal,
): Promise<CalibrationResult> {
  const { judge } = suite.config;
  if (judge === null) return { problem: 'the config names no judge' };
  const labelled = new Set(labels.map(({ label }) => placeOf(label)));
  const evidence = await readEvidence(runs, suite, labelled, store);
  const issues = unknownLabels(labels, evidence.known);
  if (issues.length > 0) return { issues };

  const ask = async (some: readonly PlacedLabel[]): Promise<JudgedLabels | { readonly problem: string }> => {
    const opened = await asking.open();
    if ('problem' in opened) return opened;
    if (opened.judge === null) return { problem: 'no case has a criterion' };
    asking.note(`Judging ${plural(some.length, 'label')}.`);
    const { concurrency } = suite.config;
    const around = { cases: suite.cases, trials: evidence.trials, concurrency, signal };
    return judgeLabels(some, opened.judge, around).finally(opened.close);
  };
  const open = labels.filter(({ label }) => !evidence.verdicts.has(subjectOf(label)));
  let [models, verdicts] = [evidence.judge?.models ?? [], new Map(evidence.verdicts)];
  const problems: string[] = [];
  if (open.length > 0) {
    const first = await ask(open);
    if ('problem' in first)
      return {
        problem: `this judge has not judged ${plural(open.length, 'labelled trajectory', 'labelled trajectories')} yet, and can't be asked now: ${first.problem}`,
      };
    const isOther = evidence.judge !== null && first.models.length > 0 && first.models.join() !== models.join();
    const rest =
      isOther && open.length < labels.length ? await ask(labels.filter((label) => !open.includes(label))) : null;
    if (rest !== null && 'problem' in rest) return rest;
    if (isOther) verdicts = new Map();
    if (first.models.length > 0) models = first.models;
    problems.push(...take(first, verdicts), ...(rest === null ? [] : take(rest, verdicts)));
  }
  for (let repeat = 0; repeat < asking.repeats; repeat += 1) {
    const again = await ask(labels);
    if ('problem' in again) return { problem: `the judge can't be asked again: ${again.problem}` };
    take(again, verdicts);
  }
  return calibrationOf(labels, { verdicts, problems, evidence }, { ...judge, identity: judgeIdentity(judge, models) });
}

/** Adds verdicts to those that are known. */
function take(judged: JudgedLabels, verdicts: Map<string, readonly JudgeVerdict[]>): readonly string[] {
  for (const [subject, verdict] of judged.verdicts) verdicts.set(subject, [...(verdicts.get(subject) ?? []), verdict]);
  return judged.problems;
}

function calibrationOf(
  labels: readonly PlacedLabel[],
  {
    verdicts,
    problems,
    evidence,
  }: {
    readonly verdicts: ReadonlyMap<string, readonly JudgeVerdict[]>;
    readonly problems: readonly string[];
    readonly evidence: LabelEvidence;
  },
  { identity, model }: { readonly identity: string; readonly model: string },
): CalibrationResult {
  const calibrating = labels.flatMap(({ label }): readonly CalibratingLabel[] => {
    const [first, ...others] = verdicts.get(subjectOf(label)) ?? [];
    if (first === undefined) return [];
    const question = evidence.known.criteria.get(label.case_id)?.get(criterionKey(label)) ?? '';
    const { criterion, label: answer, drawn = null } = label;
    return [{ criterion, label: answer, drawn, question, verdicts: [first, ...others] }];
  });
  if (calibrating.length === 0) return { problem: `no labelled trajectory has a verdict: ${firstOf(problems)}` };
  const count = labels.filter(({ label }) => label.drawn === undefined).length;
  const unjudged = labels.length - calibrating.length;
  const notes = [
    ...(count === 0
      ? []
      : [
          `${plural(count, 'label')} ${count === 1 ? 'is' : 'are'} of trajectories that somebody chose, so this estimate is only as good as that choice. The command label draws them at random`,
        ]),
    ...(unjudged === 0 ? [] : [`Left out: ${plural(unjudged, 'label')} without a verdict (${firstOf(problems)})`]),
  ];
  const criteria = calibrateLabels(calibrating, storedCounts(verdicts));
  return { calibration: { version: 1, judge: identity, model, criteria }, notes };
}

/** Trajectories with each verdict, by criterion. */
function storedCounts(verdicts: ReadonlyMap<string, readonly JudgeVerdict[]>): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const [subject, [verdict]] of verdicts) {
    const criterion: Label['criterion'] = JSON.parse(subject)[2];
    const before = counts.get(criterion) ?? { met: 0, not_met: 0 };
    if (verdict === 'met' || verdict === 'not_met')
      counts.set(criterion, { ...before, [verdict]: before[verdict] + 1 });
  }
  return counts;
}
