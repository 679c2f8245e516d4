import type { RunCounts } from '#domain/statistics/between-runs.ts';
import { listed, pAgainst, plural } from '#domain/words.ts';
import type { Words } from '../finding.ts';

interface Test {
  readonly p: number;
  readonly boundary: number;
}

/** Cases that a change rewrote pass clearly less than those they replace. */
export function changedWorse(ids: readonly string[], here: RunCounts, main: RunCounts, test: Test): Words {
  const headline = passing(ids, 'changed', here);
  const replaced = `${ids.length === 1 ? 'what it replaces' : 'what they replace'} passed ${share(main)} on main`;
  return { headline, message: `${headline}; ${replaced}; ${whichAndHowSure(ids, test)}` };
}

/** More new cases never pass than could be expected of cases like main's. */
export function newNeverPass(ids: readonly string[], here: RunCounts, test: Test): Words {
  const headline = passing(ids, 'new', here);
  return { headline, message: `${headline}; rare among main's own cases; ${whichAndHowSure(ids, test)}` };
}

function passing(ids: readonly string[], kind: string, here: RunCounts): string {
  return `${plural(ids.length, `${kind} case`)} ${ids.length === 1 ? 'passes' : 'pass'} ${share(here)}`;
}

function share({ passed, scored }: RunCounts): string {
  return `${passed} of ${scored}`;
}

function whichAndHowSure(ids: readonly string[], { p, boundary }: Test): string {
  return `${listed(ids)}: ${pAgainst(p, boundary)}; somebody has to look`;
}
