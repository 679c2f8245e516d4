import type { Case } from '#cases/suite/case.ts';
import { expectationsSchema } from '#cases/suite/schemas/expectations-schema.ts';
import type { JsonObject } from '#common/json.ts';
import { plural } from '#common/words.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { isBiting, unnoticed } from '../mutants/case-mutants.ts';
import { gradeMutant } from '../mutants/grade-mutant.ts';
import type { Original } from '../mutants/original.ts';
import { wholeAgent } from '../mutants/whole-agent.ts';
import { faultWords } from '../mutants/words.ts';
import { commonDemands, type Demand, demandsAsWritten } from './demands.ts';

/** A case with the expectations that nearly all of main's trials meet, or why there are none: a sentence part. */
export type SuggestedCase = {
  readonly id: string;
  /** Trials of main that were read. */
  readonly trials: number;
} & (
  | { readonly suggested: Case; readonly expect: JsonObject; readonly passing: number }
  | { readonly problem: string }
);

/** What is known of a case. */
export interface CaseTrials extends Pick<Original, 'others' | 'usual'> {
  readonly evalCase: Case;
  /** Of main; one that is not stored whole has its calls by name alone, and no answer. */
  readonly trials: readonly Trial[];
}

const FEWEST_TRIALS = 10;
const SHARE = 0.95;

/** Suggests what a case could demand: it holds in at least 95 % of the trials together, and an agent that does nothing does not pass. */
export function suggestCase({ evalCase, trials, others, usual }: CaseTrials): SuggestedCase {
  const about = { id: evalCase.id, trials: trials.length };
  if (trials.length < FEWEST_TRIALS)
    return { ...about, problem: `${plural(trials.length, 'trial')} of main, ${FEWEST_TRIALS} are needed` };
  const least = Math.ceil(SHARE * trials.length - 1e-9);
  let demands = commonDemands(trials, least).filter((demand) => caseThat(evalCase, [demand]) !== null);
  for (; demands.length > 0; demands = demands.slice(0, -1)) {
    const suggested = caseThat(evalCase, demands);
    if (suggested === null) continue;
    const passing = trials.filter((trial) => gradeByChecks(suggested, trial, new Map()).outcome === 'passed');
    const [trial] = passing;
    if (trial === undefined || passing.length < least) continue;
    const original = { evalCase: suggested, trial, passing, others, usual, tools: [] };
    const mutants = wholeAgent(original).map((mutant) => gradeMutant(suggested, mutant));
    const [fault] = unnoticed({ mutants });
    return isBiting({ mutants }) || fault === undefined
      ? { ...about, suggested, expect: demandsAsWritten(demands), passing: passing.length }
      : { ...about, problem: `what its trials have in common passes with ${faultWords(fault.fault)}` };
  }
  return { ...about, problem: 'its trials have nothing in common that could be demanded' };
}

/** `null`: no case file can say so. */
function caseThat({ bites: _, ...evalCase }: Case, demands: readonly Demand[]): Case | null {
  const { data: expect } = expectationsSchema.safeParse(demandsAsWritten(demands));
  const turns = evalCase.turns.map(({ input }) => ({ input, expect: null }));
  return expect === undefined ? null : { ...evalCase, turns, expect };
}
