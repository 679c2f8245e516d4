import { expect, test } from 'vitest';
import { lineWords } from '#report/reasons/line-words.ts';
import { explained, LINE } from './told-situations.ts';

const TOOLS = { ...LINE, path: 'tools.yml', first: null, last: null };
const GROUP = { ...LINE, path: 'src/agent.py', first: 40, last: 58, changes: 3 };
const RATES = '9 of 10 pass, as the change is 0 of 10 (20 further trials).';

test.each<readonly [string, Parameters<typeof explained>[0], string]>([
  [
    'a removed line',
    { also: ['refund-late'] },
    `prompts/support.md:12: removing "Look up the order before you answer." broke refund-cracked-mug: with that line back ${RATES} It also mends refund-late.`,
  ],
  [
    'a changed line',
    { lines: [{ ...LINE, added: 'Answer.\n' }] },
    `prompts/support.md:12: changing "Look up the order before you answer." to "Answer." broke refund-cracked-mug: with the old line back ${RATES}`,
  ],
  [
    'a new file',
    { lines: [{ ...TOOLS, removed: '', added: 'x' }] },
    `tools.yml: adding the file broke refund-cracked-mug: with the file as it was ${RATES}`,
  ],
  [
    'two together',
    { lines: [LINE, TOOLS] },
    `prompts/support.md:12, tools.yml broke refund-cracked-mug together: with all of them back ${RATES}`,
  ],
  [
    'a group',
    { lines: [GROUP] },
    `one of 3 changes in src/agent.py:40–58 that were not told apart broke refund-cracked-mug: without them ${RATES}`,
  ],
  [
    'one of two that suffice',
    { either: true, also: ['refund-late'] },
    `prompts/support.md:12: removing "Look up the order before you answer." broke refund-cracked-mug: with that line back ${RATES} Undoing it suffices; another line may do too. It also mends refund-late.`,
  ],
  [
    'open',
    { outcome: 'open', trials: 60 },
    'Which line: not shown in 60 trials. Reverting prompts/support.md:12 may mend refund-cracked-mug; no smaller part of it was shown to',
  ],
  [
    'used up',
    { outcome: 'used_up', trials: 60, unloaded: 2 },
    'Which line: not found in 60 trials of refund-cracked-mug; 2 versions did not load',
  ],
  [
    'nothing found',
    { outcome: 'not_found', trials: 44 },
    'Which line: no few lines of this change mend refund-cracked-mug (44 trials)',
  ],
  [
    'too alike',
    { outcome: 'too_close', here: { passed: 7, trials: 10 } },
    'Which line: the pass rates of refund-cracked-mug are too close (10 of 10 and 7 of 10) to tell in few trials',
  ],
  [
    'no search',
    { outcome: 'not_searched', reason: 'max-trials leaves room for 7 trials, and 20 are needed' },
    'Which line: not searched for refund-cracked-mug: max-trials leaves room for 7 trials, and 20 are needed',
  ],
])('%s in words', (_, facts, words) => {
  expect(lineWords(explained(facts))).toBe(words);
});
