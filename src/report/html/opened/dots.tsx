import type { ComponentChildren } from 'preact';
import { plural } from '#common/words.ts';
import type { SideFacts } from '../data/case-facts.ts';

/** A sign for each way that a trial can end: each has a shape of its own. */
export const OUTCOME_SIGN = { passed: '●', failed: '○', error: '▲' } as const;

/** The same in words. */
export const OUTCOME_WORDS = { passed: 'passed', failed: 'failed', error: 'could not be judged' } as const;

const SIGN_OF_LETTER: Readonly<Record<string, string>> = {
  p: OUTCOME_SIGN.passed,
  f: OUTCOME_SIGN.failed,
  e: OUTCOME_SIGN.error,
  ' ': ' ',
};

/** Trials that are shown one by one. */
const MOST_DOTS = 40;

/** A dot for each trial of one side, and its tally: `●●●○● 4/5`. */
export function dots(side: SideFacts | null): ComponentChildren {
  if (side === null || side.trials === '') return <span class="none">–</span>;
  const { trials, passed, scored } = side;
  const signs = [...trials.slice(0, MOST_DOTS)].map((letter) => SIGN_OF_LETTER[letter] ?? '').join('');
  const errors = trials.replace(/[^e]/g, '').length;
  const missing = errors === 0 ? '' : `, ${errors} could not be judged`;
  return (
    <span class="dots">
      <span class="signs" role="img" aria-label={`${plural(passed, 'trial')} of ${scored} passed${missing}`}>
        {signs + (trials.length > MOST_DOTS ? '…' : '')}
      </span>
      <span class="tally" aria-hidden="true">{`${passed}/${scored}`}</span>
    </span>
  );
}
