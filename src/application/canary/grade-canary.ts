import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { type Canary, canaryKey, MOST_CANARIES } from '#domain/judge/canary.ts';
import { type PlacedLabel, parseLabels } from '#domain/judge/labels/parse-labels.ts';
import { criterionKey } from '#domain/judge/labels/unknown-labels.ts';
import { subjectOf } from '#domain/label.ts';
import type { Judge } from '../grader-ports.ts';
import { judgeLabels } from '../labels/judge-labels.ts';
import { placeOf, readEvidence } from '../labels/label-evidence.ts';

/** Labelled answers in the repository, and a judge that remembers no verdict. */
export interface CanaryPort {
  readonly judge: Judge;
  /** Files with labels, which may be none. */
  files(): Promise<readonly { readonly file: string; readonly text: string }[]>;
  /** The labelled trajectories that are kept beside them. */
  kept(): AsyncIterable<string>;
}

/**
 * Puts labelled answers to the judge, the same ones in every run of main: what a judge drifts by shows where nothing else has changed. Labels
 * that name other cases or questions than today's are left out. Shards share the answers that the whole run would grade: each grades those
 * of its own cases.
 *
 * @returns `null` if there are none
 */
export async function gradeCanary(
  suite: Pick<LoadedSuite, 'cases' | 'config' | 'left_out'>,
  port: CanaryPort,
  signal: AbortSignal,
): Promise<Canary | null> {
  const { labels } = parseLabels(await port.files());
  if (labels.length === 0) return null;
  const places = new Set(labels.map(({ label }) => placeOf(label)));
  const evidence = await readEvidence([], suite, places, { baselines: NO_RUNS, kept: port.kept() });
  const isElsewhere = ({ label }: PlacedLabel): boolean => suite.left_out.has(label.case_id);
  const isAsked = (placed: PlacedLabel): boolean => {
    const { label } = placed;
    const question = evidence.known.criteria.get(label.case_id)?.get(criterionKey(label));
    return (
      evidence.trials.has(placeOf(label)) &&
      (isElsewhere(placed) || (question !== undefined && (label.question === undefined || label.question === question)))
    );
  };
  const chosen = labels
    .filter(isAsked)
    .map((placed) => ({ placed, key: canaryKey(placed.label) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, MOST_CANARIES)
    .filter(({ placed }) => !isElsewhere(placed));
  if (chosen.length === 0) return null;
  const around = { cases: suite.cases, trials: evidence.trials, concurrency: suite.config.concurrency, signal };
  const { verdicts } = await judgeLabels(
    chosen.map(({ placed }) => placed),
    port.judge,
    around,
  );
  const found = chosen.flatMap(({ placed, key }): readonly (readonly [string, 'met' | 'not_met'])[] => {
    const verdict = verdicts.get(subjectOf(placed.label));
    return verdict === 'met' || verdict === 'not_met' ? [[key, verdict]] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** Labelled trajectories are read from the repository alone: runs of main expire. */
const NO_RUNS = {
  async *trajectories() {},
};
