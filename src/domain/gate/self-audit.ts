import { percent, plural } from '#domain/words.ts';

/** How often the gate was red on a repository although nothing had changed: runs of main, compared with the runs before them. */
export interface SelfAudit {
  readonly comparisons: number;
  readonly red: number;
  /** Exact two-sided 95 % interval of the share of red ones, 0–1. */
  readonly ci95: { readonly low: number; readonly high: number };
  /** The false-alarm rate that the policy promises, 0–1. */
  readonly promised: number;
  /** The promise was shown to be broken, and has not held again since. */
  readonly broken: boolean;
  /** Failures of pull requests that were repeated on main, and how many of them main confirmed. */
  readonly repeated: { readonly confirmed: number; readonly failures: number } | null;
}

/** `on this repository: 112 unchanged comparisons, 2 red (95 %: at most 6.3 %), promised 5 %`. */
export function auditWords({ comparisons, red, ci95, promised, repeated }: SelfAudit): string {
  const counted = `on this repository: ${plural(comparisons, 'unchanged comparison')}, ${red} red (95 %: at most ${percent(ci95.high)}), promised ${percent(promised)}`;
  if (repeated === null || repeated.failures === 0) return counted;
  return `${counted}; main confirmed ${repeated.confirmed} of ${plural(repeated.failures, 'failure')}`;
}

/** What a reader must know before believing a red run; `null` while the promise is not shown to be broken. */
export function auditWarning(audit: SelfAudit): string | null {
  if (!audit.broken) return null;
  const { red, comparisons, ci95, promised } = audit;
  return `This gate is red on this repository more often than it promises: ${red} of ${plural(comparisons, 'comparison')} without any change were red (95 %: at least ${percent(ci95.low)}), promised ${percent(promised)}.`;
}
