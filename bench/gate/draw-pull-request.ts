import { type GateEvidence, type GateTrial, type PairedCase, plannedCountsOf } from '#gate/decision/terms/evidence.ts';
import type { RunCounts } from '#statistics/counts/between-runs.ts';
import { detectableDrop } from '#statistics/counts/detectable-drop.ts';
import { changedRates, suiteBefore } from './change.ts';
import { drawDay, drawTrials } from './draw-trials.ts';
import { drawOutages } from './incident.ts';
import { wallTime } from './minutes.ts';
import { drawSuite } from './population.ts';
import type { Random } from './random.ts';
import { repeating } from './repeats.ts';
import { drawRounds } from './rounds.ts';
import type { Scenario } from './scenario.ts';

/** A made-up pull request: what the gate sees, and what it may still ask for. Cases are named by their position. */
export interface PullRequest {
  /** The candidate has all trials up to the last look. */
  readonly evidence: GateEvidence;
  /** Fresh trials of a case on main, on the candidate's day. */
  readonly main: (id: string, count: number) => GateTrial[];
  /** Further trials of a case of the candidate. */
  readonly more: (id: string, count: number) => GateTrial[];
  /** What is told when the looks end after so many trials; absent: time does not count. */
  readonly begin?: (trials: number) => void;
  /** How far the mean pass rate really falls; absent: all trials pass. */
  readonly drop?: number;
}

/**
 * Draws a suite, the stored runs of main, and a candidate. Every run of main has a day of its own; so has the candidate.
 *
 * @param dropOf by how much the mean falls where that depends on main's trials: the cases have none of the candidate yet
 */
export function drawPullRequest(
  scenario: Scenario,
  random: Random,
  dropOf: (cases: readonly PairedCase[]) => number = usualRuleOut,
): PullRequest {
  const { metrics, drift, pool } = scenario;
  const most = scenario.looks.at(-1) ?? 1;
  const suite = suiteBefore(drawSuite(scenario.population, scenario.cases, random), scenario.change);
  const repeats = scenario.repeats === undefined ? null : repeating(scenario.repeats, random);
  const stored = Array.from({ length: pool.runs }, (_, run) => {
    const day = drawDay(drift, random);
    const rounds = drawRounds(scenario.rounds, `m${run}`, random);
    return suite.map(({ rate }, index) => {
      const trials = drawTrials(pool.trials, { rate, day, metrics, rounds }, random);
      return repeats?.run(`main ${run}`, nameOf(index), trials) ?? trials;
    });
  });
  const cases = suite.map((_, index): PairedCase => {
    const runs = stored.map((run) => run[index] ?? []);
    return {
      id: nameOf(index),
      tags: [],
      scheduled: most,
      fixed: false,
      never_fail: false,
      missing: [],
      scored: most,
      trials: [],
      baseline: runs.flat(),
      regraded: false,
      runs: runs.map(countOf),
    };
  });
  const here = changedRates(suite, scenario.change, () => dropOf(cases));
  const day = drawDay(drift, random);
  const outages = drawOutages(scenario.incident, random);
  const time =
    scenario.outage === undefined && scenario.poisons !== true ? null : wallTime(scenario, scenario.cases, random);
  const looked = drawRounds(scenario.rounds, 'c', random);
  const paired = cases.map((item, index) => {
    const trials = drawTrials(
      most,
      {
        rate: here[index] ?? 0,
        day,
        metrics,
        hit: outages.looks,
        rounds: looked,
        ...(time !== null && { struck: (round: number) => time.look(round, index) }),
      },
      random,
    );
    return { ...item, trials: repeats?.run('here', item.id, trials) ?? trials };
  });
  const further = (side: 'main' | 'here', hit: number | null, rateOf: (id: string) => number) => {
    const struck = time === null ? {} : { struck: () => time.next(side) };
    const had = new Map<string, number>();
    const rounds = drawRounds(scenario.rounds, 'f', random);
    return (id: string, count: number) => {
      const before = had.get(id) ?? 0;
      had.set(id, before + count);
      const drawn = { rate: rateOf(id), day, metrics, from: before + 1, hit, rounds, ...struck };
      const trials = drawTrials(count, drawn, random);
      return repeats?.fresh(side, id, trials) ?? trials;
    };
  };
  const { reached = 1 } = scenario;
  const ran = paired.filter((_, index) => isReached(index, reached));
  const unaffected = paired.filter((_, index) => !isReached(index, reached));
  return {
    evidence: { candidate: ran, paired: ran, ...(unaffected.length > 0 && { unaffected }) },
    main: further('main', outages.main, (id) => suite[Number(id)]?.rate ?? 0),
    more: further('here', outages.here, (id) => here[Number(id)] ?? 0),
    ...(time !== null && { begin: time.begin }),
    drop: suite.reduce((sum, { rate }, index) => sum + rate - (here[index] ?? 0), 0) / suite.length,
  };
}

function nameOf(index: number): string {
  return String(index).padStart(4, '0');
}

/** Evenly among the kinds of cases, and always the first, which is the one that breaks. */
function isReached(index: number, share: number): boolean {
  return index === 0 || Math.floor(index * share + 1e-9) > Math.floor((index - 1) * share + 1e-9);
}

function countOf(trials: readonly GateTrial[]): RunCounts {
  return { passed: trials.filter(({ passed }) => passed).length, scored: trials.length };
}

/** The suite test's part of the false-alarm budget with the default policy. */
const ALPHA_SUITE = (0.05 * 0.35) / 0.95;

/** What the default policy asks a pass to rule out: what the suite can see at all, within 5 to 15 points. */
function usualRuleOut(cases: readonly PairedCase[]): number {
  const counts = cases.map(plannedCountsOf);
  return Math.min(0.15, Math.max(0.05, detectableDrop(counts, ALPHA_SUITE) ?? 0));
}
