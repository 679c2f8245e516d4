import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { decide } from '#gate/decision/decide.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';

/** How long one decision takes, from parsed files to a verdict with its words. */
export interface Speed {
  readonly work: string;
  readonly ms: number;
  readonly most_ms: number;
  /** The same in units of a fixed piece of work, done just before: what a slow machine does not change. */
  readonly ratio: number;
}

const TRIALS = 10;
const RUNS = 5;
const TRIALS_OF_MAIN = 5;
const LOOKS = [3, 5, TRIALS];
const SEED = 7;

/**
 * P7: `compare` and `decide` on suites of two sizes, after three looks, with every gate that the default policy has. A run pays for its first
 * verdict, code not yet compiled; only the first size shows all of that. It waits for nothing, so what it takes is the time its thread is on
 * a processor, whatever else the machine does.
 */
export function measureSpeed(): readonly Speed[] {
  // Four points keep the suite's test open to the last look; with 2000 cases no drop would, single cases do.
  return [timed({ cases: 200, lost: 0.04, most_ms: 100 }), timed({ cases: 2_000, lost: 0, most_ms: 2_000 })];
}

function timed({
  cases,
  lost,
  most_ms,
}: {
  readonly cases: number;
  readonly lost: number;
  readonly most_ms: number;
}): Speed {
  const { candidate, runs } = suite(cases, lost);
  const policy = defaultPolicy();
  const unit = unitOfWork();
  const begun = ownMilliseconds();
  const { decision } = decide(compare(candidate, runs), policy, candidate);
  const ms = ownMilliseconds() - begun;
  if (decision.comparable_cases !== cases || decision.pool?.runs !== RUNS || decision.looks.length !== LOOKS.length)
    throw new Error(`the gate read something else than ${cases} cases against ${RUNS} runs at ${LOOKS.length} looks`);
  return {
    work: `${cases} cases × ${TRIALS} against ${RUNS} × ${TRIALS_OF_MAIN}, three looks`,
    ms,
    most_ms,
    ratio: ms / unit,
  };
}

/** Milliseconds for a fixed piece of work: a million numbers drawn and sorted. */
function unitOfWork(): number {
  const begun = ownMilliseconds();
  const random = seededRandom(SEED);
  Float64Array.from({ length: 1_000_000 }, random).sort();
  return ownMilliseconds() - begun;
}

function ownMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * A suite in which seven of ten cases are stable and the others waver, and a candidate whose cases pass less often by `lost`. Every trial
 * has all values that a gate can be about.
 */
function suite(
  cases: number,
  lost: number,
): { readonly candidate: ResultsFile; readonly runs: readonly ResultsFile[] } {
  const random = seededRandom(SEED);
  const rates = Array.from({ length: cases }, (_, i) => (i % 10 < 7 ? 0.98 : 0.6));
  const run = (trials: number, less: number) =>
    rates.map((rate, i) => measuredCase(`case-${String(i).padStart(4, '0')}`, trials, rate - less, random));
  const looks = { looks: LOOKS, stop: { look: TRIALS, reason: 'decided' } } as const;
  return {
    candidate: resultsFile(run(TRIALS, lost), looks),
    runs: Array.from({ length: RUNS }, () => resultsFile(run(TRIALS_OF_MAIN, 0))),
  };
}

function measuredCase(id: string, trials: number, rate: number, random: () => number): CaseRecord {
  const facts = Array.from({ length: trials }, () => ({
    outcome: random() < rate ? ('passed' as const) : ('failed' as const),
    tool_recall: random() < 0.9 ? 1 : 0.5,
    total_tokens: 1_000 + Math.floor(1_000 * random()),
    cost_usd: 0.01 + 0.01 * random(),
    latency_ms: 500 + 1_000 * random(),
  }));
  return caseRecord(id, { expected_tool_calls: 2, trials: trialRecords(facts) });
}
