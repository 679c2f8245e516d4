import { percent, plural } from '#common/words.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';

/** `in this repository: 112 unchanged comparisons, 2 red (95 %: at most 6.3 %), promised 5 %`. */
export function auditWords({ comparisons, red, ci95, promised, repeated }: SelfAudit): string {
  const counted = `in this repository: ${plural(comparisons, 'unchanged comparison')}, ${red} red (95 %: at most ${percent(ci95.high)}), promised ${percent(promised)}`;
  if (repeated === null || repeated.failures === 0) return counted;
  return `${counted}; main confirmed ${repeated.confirmed} of ${plural(repeated.failures, 'failure')}`;
}

/** What a reader must know before believing a red run; `null` while the promise is not shown to be broken. */
export function auditWarning({ red, comparisons, ci95, promised, broken }: SelfAudit): string | null {
  if (!broken) return null;
  return `This gate is red in this repository more often than it promises: ${red} of ${plural(comparisons, 'comparison')} without any change were red (95 %: at least ${percent(ci95.low)}), promised ${percent(promised)}.`;
}
