import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { JudgeCriterion } from '#judge/criterion.ts';
import { type Drawable, type Drawn, drawToLabel } from '#judge/labels/draw.ts';
import { type Subject, subjectOf } from '#judge/labels/label.ts';
import type { ShownBlock } from '#judge/shown.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { judgeQuestions } from '#trials/checks/judge-questions.ts';
import { type SeenTrial, seenTrials } from './seen-trials.ts';

/** What to draw. */
interface DrawOrder {
  /** Trajectories of each criterion. */
  readonly size: number;
  readonly seed: number;
  /** Names of criteria; empty: all. */
  readonly criteria: readonly string[];
}

/** A criterion of a stored trajectory for a person to decide, with what the judge saw of it, and without what it said. */
export interface ToLabel extends Drawn {
  readonly criterion: JudgeCriterion;
  readonly blocks: readonly ShownBlock[];
  /** The line of the trajectory, as stored. */
  readonly line: string;
}

/** What was drawn. */
export interface LabelDraw {
  readonly to_label: readonly ToLabel[];
  /** Criteria that the judge decided in a trial, with the number of different trajectories. */
  readonly judged: ReadonlyMap<string, number>;
  /** Judged trials that answer other expectations than today's, or another input. */
  readonly outdated: number;
}

/**
 * Draws stored trajectories to be labelled, criterion by criterion. Trials with the same trajectory are drawn as one.
 *
 * @throws Error whose message follows "its trajectories"
 */
export async function findToLabel(
  runs: readonly StoredRun[],
  suite: Pick<LoadedSuite, 'cases'>,
  baselines: Pick<BaselineStore, 'trajectories'>,
  { size, seed, criteria }: DrawOrder,
): Promise<LabelDraw> {
  const cases = new Map(
    suite.cases.map((evalCase) => [
      evalCase.id,
      { evalCase, input: inputHash(evalCase), expect: expectHash(evalCase) },
    ]),
  );
  const groups = new Map<string, Map<string, Drawable>>();
  let outdated = 0;
  for await (const { case_record: record, record: stored, hash } of seenTrials(runs, baselines)) {
    const known = cases.get(record.id);
    const judged = (stored.judged ?? []).filter(
      ({ criterion }) => criteria.length === 0 || criteria.includes(criterion),
    );
    if (judged.length > 0 && (known?.input !== record.input_hash || known.expect !== record.expect_hash)) {
      outdated += 1;
      continue;
    }
    for (const { criterion, turn, verdict } of judged) {
      if (verdict !== 'met' && verdict !== 'not_met') continue;
      const subject = { case_id: record.id, trajectory: hash, criterion, ...(turn === undefined ? {} : { turn }) };
      const group = groups.get(criterion) ?? new Map<string, Drawable>();
      groups.set(criterion, group);
      const before = group.get(subjectOf(subject));
      group.set(subjectOf(subject), { subject, verdict: before?.verdict ?? verdict, times: (before?.times ?? 0) + 1 });
    }
  }
  const drawn = [...groups]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, group]) => drawToLabel([...group.values()], size, seed));
  const trials = await trialsOf(drawn, runs, baselines);
  const to_label = drawn.flatMap((item): readonly ToLabel[] => {
    const stored = trials.get(placeOf(item.subject));
    const known = cases.get(item.subject.case_id);
    if (stored === undefined || known === undefined) return [];
    const question = judgeQuestions(known.evalCase, stored.trial).find(
      ({ criterion: { id }, turn }) => id === item.subject.criterion && turn === (item.subject.turn ?? null),
    );
    if (question === undefined) return [];
    return [{ ...item, criterion: question.criterion, blocks: question.blocks, line: stored.line }];
  });
  return { to_label, judged: new Map([...groups].map(([id, group]) => [id, group.size])), outdated };
}

/** Read again: the trajectories of all candidates need not fit into memory. */
async function trialsOf(
  drawn: readonly Drawn[],
  runs: readonly StoredRun[],
  baselines: Pick<BaselineStore, 'trajectories'>,
): Promise<ReadonlyMap<string, SeenTrial>> {
  const places = new Set(drawn.map(({ subject }) => placeOf(subject)));
  const trials = new Map<string, SeenTrial>();
  if (places.size === 0) return trials;
  for await (const seen of seenTrials(runs, baselines)) {
    const place = placeOf({ case_id: seen.case_record.id, trajectory: seen.hash });
    if (places.has(place) && !trials.has(place)) trials.set(place, seen);
  }
  return trials;
}

function placeOf({ case_id, trajectory }: Pick<Subject, 'case_id' | 'trajectory'>): string {
  return `${case_id} ${trajectory}`;
}
