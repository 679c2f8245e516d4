import type { Case } from '#cases/suite/case.ts';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { judgeIdentity } from '#judge/identity.ts';
import type { JudgeVerdict } from '#judge/judged.ts';
import { type Subject, subjectOf } from '#judge/labels/label.ts';
import { criterionKey, type Known } from '#judge/labels/unknown-labels.ts';
import { questionHash } from '#judge/question-hash.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { parseStoredTrajectory } from '#trials/trial/stored-trajectory.ts';
import { trajectoryHash } from '#trials/trial/trajectory-hash.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { seenTrials } from './seen-trials.ts';

/** What is stored of labelled trajectories. */
export interface LabelEvidence {
  readonly known: Known;
  /** The judge whose stored verdicts count; `null`: no run has verdicts of the config's judge. */
  readonly judge: StoredJudge | null;
  /** Its verdicts, by `subjectOf`, one for each time it was really asked. */
  readonly verdicts: ReadonlyMap<string, readonly JudgeVerdict[]>;
  /** Labelled trajectories that can be judged again, by {@link placeOf}. */
  readonly trials: ReadonlyMap<string, Trial>;
}

/** A judge as a run names it. */
interface StoredJudge {
  readonly identity: string;
  readonly models: readonly string[];
}

/**
 * Reads what is stored of labelled trajectories: in runs of main, and next to the labels.
 *
 * @param labelled places of the labels
 * @throws Error whose message follows "its trajectories"
 */
export async function readEvidence(
  runs: readonly StoredRun[],
  suite: Pick<LoadedSuite, 'cases' | 'config'>,
  labelled: ReadonlySet<string>,
  {
    baselines,
    stored,
  }: { readonly baselines: Pick<BaselineStore, 'trajectories'>; readonly stored: AsyncIterable<string> },
): Promise<LabelEvidence> {
  const cases = new Map(suite.cases.map((evalCase) => [evalCase.id, evalCase]));
  const trajectories = new Map<string, Set<string>>();
  const trials = new Map<string, Trial>();
  const note = (trial: Trial, hash: string, whole: boolean): void => {
    const hashes = trajectories.get(trial.case_id) ?? new Set<string>();
    trajectories.set(trial.case_id, hashes.add(hash));
    const place = placeOf({ case_id: trial.case_id, trajectory: hash });
    if (whole && labelled.has(place) && !trials.has(place)) trials.set(place, trial);
  };
  const judge = storedJudge(runs, suite);
  const verdicts = new Map<string, JudgeVerdict[]>();
  for await (const { run, case_record: record, record: stored, trial, hash, line } of seenTrials(runs, baselines)) {
    note(trial, hash, parseStoredTrajectory(line) !== null);
    const evalCase = cases.get(record.id);
    const isOfJudge = judge !== null && run.results.judge?.identity === judge.identity;
    if (evalCase === undefined || !isOfJudge || !isToday(record, evalCase) || record.judge_key !== keyOf(suite))
      continue;
    for (const { criterion, turn, verdict, cached } of stored.judged ?? []) {
      const subject = subjectOf({
        case_id: record.id,
        trajectory: hash,
        criterion,
        ...(turn === undefined ? {} : { turn }),
      });
      const before = verdicts.get(subject) ?? [];
      // A remembered verdict is no second opinion.
      if (!cached || before.length === 0) verdicts.set(subject, [...before, verdict]);
    }
  }
  for await (const line of stored) {
    const stored = parseStoredTrajectory(line);
    const [, id] = /^(.*)#\d+$/s.exec(stored?.id ?? '') ?? [];
    if (stored !== null && id !== undefined) note(trialOf(id, stored), trajectoryHash(stored.trajectory), true);
  }
  return { known: { criteria: criteriaOf(suite.cases), trajectories }, judge, verdicts, trials };
}

/** Where a label's trajectory is looked up. */
export function placeOf({ case_id, trajectory }: Pick<Subject, 'case_id' | 'trajectory'>): string {
  return `${case_id} ${trajectory}`;
}

/** The judge of the newest run that was judged by what the config says. */
function storedJudge(runs: readonly StoredRun[], suite: Pick<LoadedSuite, 'config'>): StoredJudge | null {
  const { judge } = suite.config;
  if (judge === null) return null;
  const run = runs.find(({ results }) => results.judge?.identity === judgeIdentity(judge, results.judge?.models ?? []));
  return run?.results.judge ?? null;
}

function keyOf({ config: { judge } }: Pick<LoadedSuite, 'config'>): string | undefined {
  return judge === null ? undefined : judgeIdentity(judge);
}

function isToday(record: { readonly input_hash: string; readonly expect_hash: string }, evalCase: Case): boolean {
  return record.input_hash === inputHash(evalCase) && record.expect_hash === expectHash(evalCase);
}

function criteriaOf(cases: readonly Case[]): Known['criteria'] {
  return new Map(
    cases.map((evalCase) => [
      evalCase.id,
      new Map([
        ...(evalCase.expect.judge ?? []).map(
          (item) => [criterionKey({ criterion: item.id }), questionHash(item)] as const,
        ),
        ...evalCase.turns.flatMap(({ expect }, index) =>
          (expect?.judge ?? []).map(
            (item) => [criterionKey({ criterion: item.id, turn: index + 1 }), questionHash(item)] as const,
          ),
        ),
      ]),
    ]),
  );
}

/** A kept trajectory does not name the run that it came from, and no criterion needs that. */
function trialOf(case_id: string, { trajectory, end }: Pick<Trial, 'trajectory' | 'end'>): Trial {
  const unknown = { seed: 0, source: 'live', started_at: '', duration_ms: 0, wait_ms: 0, tries: 1 } as const;
  return { case_id, index: 1, ...unknown, trajectory, end };
}
