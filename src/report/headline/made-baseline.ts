import { percent } from '#common/words.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import { mean } from '#statistics/mean.ts';
import type { Report } from '../report.ts';
import { type Headline, wordsWith } from './headline-words.ts';

/** A run of main: what it is for, and how main moved since its run before. */
export function madeBaselineHeadline({
  history,
  metrics,
  main,
}: Pick<Report, 'history' | 'metrics' | 'main'>): Headline {
  const now = history.at(-1);
  const moved = now === undefined ? null : ratesOfBoth(history.at(-2), now);
  const rate = metrics.find(({ metric }) => metric === 'pass_rate')?.candidate ?? null;
  const sentence = rate === null ? '' : `The pass rate is ${percent(rate)}${movedWords(moved, main)}.`;
  return { ...wordsOf(moved, now?.began === 'worse' || now?.began === 'drift', main), sentence, also: [], numbers: [] };
}

/** A fall within chance is reported too: several of them are one fall. */
function wordsOf(moved: Moved | null, isBeyondChance: boolean, main: string): Pick<Headline, 'words' | 'brief'> {
  const fall = moved === null ? 0 : moved.before - moved.now;
  if (moved === null || fall <= 0 || (fall < WORTH_TELLING && !isBeyondChance))
    return wordsWith(PASSED, `this run is ${main}'s new baseline`);
  const rates = `from ${percent(moved.before)} to ${percent(moved.now)}`;
  return isBeyondChance
    ? wordsWith('Agent eval', `${main} fell ${rates}; this run is its new baseline`)
    : wordsWith(PASSED, `this run is ${main}'s new baseline, though its pass rate went ${rates}`);
}

const PASSED = 'Agent eval passed';

const WORTH_TELLING = 0.05;

interface Moved {
  readonly before: number;
  readonly now: number;
}

/** Mean pass rates of the cases that both runs judged and that are the same in both; `null`: there is none. */
function ratesOfBoth(before: HistoryRow | undefined, now: HistoryRow): Moved | null {
  if (before === undefined) return null;
  const ids = Object.keys(now.cases).filter((id) => Object.hasOwn(before.cases, id) && !now.anew.includes(id));
  const [then, today] = [before, now].map(({ cases }) =>
    mean(ids.flatMap((id) => (cases[id]?.[1] ? [cases[id][0] / cases[id][1]] : []))),
  );
  return typeof then === 'number' && typeof today === 'number' ? { before: then, now: today } : null;
}

function movedWords(moved: Moved | null, main: string): string {
  return moved === null || moved.before === moved.now ? '' : ` (${percent(moved.before)} in ${main}'s run before)`;
}
