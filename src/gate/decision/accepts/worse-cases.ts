import { reaches } from '#statistics/beyond.ts';
import { mean } from '#statistics/mean.ts';
import { UNSETTLED } from '../again/unsettled.ts';
import { looksWorse } from '../looks/suspicion.ts';
import type { GateResults } from '../rules/test-gates.ts';
import type { SuiteDecision } from '../terms/decision.ts';
import { comparableCases, type PairedCase, passes } from '../terms/evidence.ts';
import { valuesOf } from '../terms/metric-values.ts';

/**
 * The cases that got worse, as far as the tests show: a case is broken, looks so, or lowered a mean that fell beyond chance. Only
 * these have something to accept.
 */
export function casesToAccept(
  ids: ReadonlySet<string>,
  paired: readonly PairedCase[],
  { cases, suite, tags }: Pick<GateResults, 'cases' | 'suite' | 'tags'>,
): ReadonlySet<string> {
  if (ids.size === 0) return ids;
  const tested = cases.filter(
    ({ failed, p, p_adjusted: adjusted, baseline }) =>
      failed || looksWorse(p, baseline.scored) || reaches(adjusted, UNSETTLED),
  );
  const scopes = [{ tag: null, tests: suite }, ...tags].map(({ tag, tests }) => ({
    isIn: (item: PairedCase) => tag === null || item.tags.includes(tag),
    lowered: [
      ...(isBeyondChance(tests.pass_rate) ? [passedLess] : []),
      ...(isBeyondChance(tests.tool_recall) ? [recalledLess] : []),
    ],
  }));
  const lowering = comparableCases(paired).filter((item) =>
    scopes.some(({ isIn, lowered }) => isIn(item) && lowered.some((fell) => fell(item))),
  );
  return new Set([...tested, ...lowering].flatMap(({ id }) => (ids.has(id) ? [id] : [])));
}

/** Also where main may have moved as far since its runs. */
function isBeyondChance(test: Pick<SuiteDecision, 'failed' | 'p_drift'> | null): boolean {
  return test !== null && (test.failed || test.p_drift !== null);
}

function passedLess({ trials, baseline }: PairedCase): boolean {
  return passes(trials) * baseline.length < passes(baseline) * trials.length;
}

function recalledLess({ trials, baseline }: PairedCase): boolean {
  const [here, main] = [trials, baseline].map((side) => mean(valuesOf(side, 'tool_recall')));
  return typeof here === 'number' && typeof main === 'number' && here < main;
}
