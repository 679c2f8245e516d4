import { cutEnd } from '#common/cut.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';

/**
 * Why the verdicts of the judges of two runs can't be compared although the config names the same judge, a sentence part: the
 * provider serves another model under its name. `null`: it does not, or nobody knows.
 */
export function servedOtherwise(candidate: LeanResults, main: LeanResults, branch = 'main'): string | null {
  const [here, there] = [candidate.judge?.models ?? [], main.judge?.models ?? []];
  if (here.length === 0 || there.length === 0 || here.join() === there.join()) return null;
  const [now, before] = [here, there].map((models) => cutEnd(models.join(', '), MOST_NAMED));
  return `its criteria were judged by ${before} on ${branch} and by ${now} here; a new run of ${branch} makes them comparable`;
}

const MOST_NAMED = 200;
