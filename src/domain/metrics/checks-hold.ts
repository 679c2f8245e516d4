import type { CheckRecord } from '#domain/trial/trial-record.ts';

/**
 * Whether all checks hold: false when one fails; `null` when there are none, or one could not judge and none fails.
 *
 * @param kinds only checks of these kinds (`tools` is the kind of `tools.order`); all when left out
 */
export function checksHold(checks: readonly CheckRecord[], kinds?: readonly string[]): boolean | null {
  const relevant = checks.filter(({ name }) => kinds === undefined || kinds.includes(name.split('.')[0] ?? ''));
  if (relevant.some(({ passed }) => passed === false)) return false;
  return relevant.length === 0 || relevant.some(({ passed }) => passed === null) ? null : true;
}
