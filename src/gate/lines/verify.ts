import { reaches } from '#statistics/beyond.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import type { CountedOracle, Outcomes, Parts } from './oracle.ts';
import { evidenceFor, type SearchRates, type SideTally, shareOf } from './rates.ts';

/** Trials of each side at which a verification may end, with the p of an exact test that shows it. */
const LOOKS = [
  { trials: 5, p: 0.01 },
  { trials: 10, p: 0.02 },
  { trials: 15, p: 0.03 },
] as const;

/** An outcome has to be so many times likelier under one answer than under the other. */
const SURE = Math.log(50);

const UNCHANGED: Parts = new Set();

/** A version that mends passes at most so much less often than main. */
const SLACK = 0.2;

/** Whether a version mends; `null`: neither is shown, or the trials are used up; `invalid`: it does not load. */
export type Verification = true | false | null | 'invalid';

/** The change itself, tried again beside what is verified: one control for all verifications of a search. */
export interface Control {
  tally: SideTally;
}

/** Verifies on fresh trials alone that the change without these parts passes as main does, and the change as it is does not. */
export async function verifyParts(
  oracle: CountedOracle,
  parts: readonly number[],
  rates: SearchRates,
  control: Control,
): Promise<{ readonly mends: Verification; readonly without: SideTally }> {
  const undone = new Set(parts);
  let without: SideTally = { passed: 0, trials: 0 };
  let evidence = 0;
  const end = (mends: Verification) => ({ mends, without });
  for (const look of LOOKS) {
    while (without.trials < look.trials) {
      // So many have to fail before more trials are needless.
      const failures = Math.ceil((evidence + SURE) / -evidenceFor(false, rates));
      const count = Math.min(look.trials - without.trials, Math.max(1, failures));
      const behind = Math.max(0, without.trials + count - control.tally.trials);
      const answers = await oracle.ask({ undone, count }, { undone: UNCHANGED, count: behind });
      if (answers === null) return end(null);
      const [own = [], unchanged = []] = answers;
      control.tally = counted(control.tally, unchanged);
      without = counted(without, own);
      if (own.includes(null)) return end('invalid');
      for (const passed of own) evidence += evidenceFor(passed === true, rates);
      if (evidence <= -SURE) return end(false);
    }
    const { tally: here } = control;
    const p = fisherLess({ a: here.passed, n: here.trials, b: without.passed, m: without.trials });
    const isAsGood = shareOf(without) >= rates.mended - SLACK;
    if (reaches(p, look.p) && evidence >= SURE && isAsGood) return end(true);
  }
  return end(null);
}

/** Whether a version passes as main does, one trial after the other; `null`: nothing is shown in the trials that are left. */
export async function isMended(oracle: CountedOracle, undone: Parts, rates: SearchRates): Promise<boolean | null> {
  for (let evidence = 0; ; ) {
    const [[passed = null] = []] = (await oracle.ask({ undone, count: 1 })) ?? [];
    if (passed === null) return null;
    evidence += evidenceFor(passed, rates);
    if (Math.abs(evidence) >= SURE) return evidence > 0;
  }
}

function counted({ passed, trials }: SideTally, outcomes: Outcomes): SideTally {
  const judged = outcomes.filter((outcome) => outcome !== null);
  return { passed: passed + judged.filter(Boolean).length, trials: trials + judged.length };
}
