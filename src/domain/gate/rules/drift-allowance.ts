import { valuesOfCounts } from '#domain/statistics/counts/between-runs.ts';
import { mean } from '#domain/statistics/mean.ts';
import { type Drift, driftOf } from '#domain/statistics/values/drift.ts';
import { type RunValues, runSpread, runValues } from '#domain/statistics/values/run-spread.ts';
import { pValue } from '#domain/words.ts';
import { type GateTrial, type PairedCase, passes } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import { readValues } from '../metric-values.ts';
import { METRICS, type Metric, type ScopeTest } from '../metrics.ts';

/**
 * How far rates usually move from day to day, in logits, as a standard deviation: a provider serves a model elsewhere, under another load, or
 * changes it. A rate of 90 % then is 87 or 92 % on another day.
 */
const USUAL_LOGITS = 0.3;

/** How far main's mean pass rate may be from that of a later day, if nothing changed. */
export function passRateDrift(cases: readonly PairedCase[]): Drift {
  return once(cases, 'pass_rate', () =>
    rateDrift(
      cases.map(({ baseline, runs }) => ({
        all: valuesOfCounts({ passed: passes(baseline), scored: baseline.length }),
        runs: runs.map(valuesOfCounts),
      })),
    ),
  );
}

/** The same for tool recall. */
export function recallDrift(cases: readonly PairedCase[]): Drift {
  const recall = (trials: readonly GateTrial[]) => runValues(readValues(trials, 'tool_recall'));
  return once(cases, 'tool_recall', () =>
    rateDrift(cases.map((item) => ({ all: recall(item.baseline), runs: runsOf(item).map(recall) }))),
  );
}

/** The same for the logarithm of a count, cost or time. */
export function logDrift(cases: readonly PairedCase[], metric: Metric): Drift {
  return once(cases, metric, () => {
    const runs = cases
      .map((item) => runsOf(item).map((trials) => runValues(readValues(trials, metric).map(Math.log))))
      .filter((each) => each.some(({ count }) => count > 0));
    return driftOf(METRICS[metric].usual_drift, mostRuns(runs), runSpread(runs));
  });
}

/** Plans that differ in their looks alone ask for the same drifts of the same cases. */
function once(cases: readonly PairedCase[], test: ScopeTest, find: () => Drift): Drift {
  const known = drifts.get(cases) ?? {};
  drifts.set(cases, known);
  known[test] ??= find();
  return known[test];
}

const drifts = new WeakMap<readonly PairedCase[], { [test in ScopeTest]?: Drift }>();

interface CaseRates {
  readonly all: RunValues;
  readonly runs: readonly RunValues[];
}

/** A shift of all rates by some logits moves the mean by the mean of r(1 − r) times as much; one more failure in all, as few trials may hide some. */
function rateDrift(cases: readonly CaseRates[]): Drift {
  const tried = cases.filter(({ all }) => all.count > 0);
  const slope = mean(tried.map(({ all }) => slopeOf(all))) ?? 0;
  const hidden = (mean(tried.map(({ all }) => 1 / all.count)) ?? 0) / Math.max(1, tried.length);
  const runs = tried.map((item) => item.runs);
  return driftOf(USUAL_LOGITS * (slope + hidden), mostRuns(runs), runSpread(runs));
}

/** r(1 − r), without bias for rates of passed trials. */
function slopeOf({ count, sum }: RunValues): number {
  const rate = sum / count;
  return count > 1 ? (rate * (1 - rate) * count) / (count - 1) : rate * (1 - rate);
}

function mostRuns(cases: readonly (readonly unknown[])[]): number {
  return cases.reduce((most, { length }) => Math.max(most, length), 1);
}

/** Main's trials run by run: they are stored in this order. */
function runsOf({ baseline, runs }: PairedCase): readonly (readonly GateTrial[])[] {
  const known = memo.get(baseline);
  if (known?.runs === runs) return known.divided;
  const divided = divide(baseline, runs);
  memo.set(baseline, { runs, divided });
  return divided;
}

interface Divided {
  readonly runs: PairedCase['runs'];
  readonly divided: readonly (readonly GateTrial[])[];
}

// Each metric asks for the same runs.
const memo = new WeakMap<PairedCase['baseline'], Divided>();

function divide(baseline: PairedCase['baseline'], runs: PairedCase['runs']): Divided['divided'] {
  const ends = runs.map((_, run) => runs.slice(0, run + 1).reduce((sum, { scored }) => sum + scored, 0));
  return runs.map(({ scored }, run) => baseline.slice((ends[run] ?? 0) - scored, ends[run]));
}

/** Whether a test is red but for what main may have moved by since its runs. */
export function isWithinDrift({
  failed,
  p_drift,
}: {
  readonly failed: boolean;
  readonly p_drift: number | null;
}): boolean {
  return !failed && p_drift !== null;
}

/** Neither a failure nor a pass: more than chance, and no more than a day may do. */
export function withinDrift(
  about: Pick<Finding, 'gate' | 'tag'>,
  what: string,
  { p, p_drift }: { readonly p: number | null; readonly p_drift: number | null },
): Finding {
  const headline = `can't tell: ${what}, more than chance explains, but main may differ as much from one day to the next`;
  const message = `${headline} (${pValue(p ?? 1)} by chance alone, ${pValue(p_drift ?? 1)} with such days); fresh trials of main would tell`;
  return finding({ ...about, outcome: 'inconclusive', code: 'within_drift' }, { headline, message });
}
