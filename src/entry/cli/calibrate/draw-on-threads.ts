import { ownProgram } from '#adapters/process/own-program.ts';
import { onThreads } from '#adapters/process/threads.ts';
import type { Simulation } from '#domain/calibration/simulation.ts';
import { type Tallies, tallyDraws } from '#domain/calibration/tally-draws.ts';

/** Each takes memory of its own. */
const MOST_THREADS = 4;

/** Draws of so many cases, about, take as long as starting a thread. */
const CASES_A_THREAD = 10_000;

/** Makes all draws of a simulation. How many threads there are changes no figure. */
export function drawOnThreads(simulation: Simulation): Promise<readonly Tallies[]> {
  const { draws, suite } = simulation;
  return onThreads(ownProgram('draw-thread'), tallyDraws, {
    data: simulation,
    count: draws,
    threads: Math.min(MOST_THREADS, Math.ceil((draws * suite.cases.length) / CASES_A_THREAD)),
  });
}
