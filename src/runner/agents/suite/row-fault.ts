import { findRegex } from '#cases/matching/texts/regex.ts';
import type { Row, RowFault } from '#trials/rows/row.ts';
import { isLost } from '#wire/protocols/turn/fold-calls.ts';
import { isOfProvider, isTimeout, lineOfException } from './provider-exception.ts';
import type { RanRound } from './run-round.ts';

/**
 * Whose fault it is that a row is no trial; `null`: it is one. In this order it is told by the recorder, by the class of the exception, by the
 * field of its format, and by the team's own patterns. What a message quotes decides nothing: it may be the agent's.
 *
 * @param errors patterns of the team, matched on the line of the exception
 */
export function faultOf(row: Row, calls: RanRound['calls'], errors: readonly string[]): RowFault | null {
  if (row.outcome !== 'failed' && row.outcome !== 'error') return null;
  const line = lineOfException(row.message ?? '');
  const hasFaults = calls?.some(isLost) ?? false;
  const isServed = calls !== null && !hasFaults;
  const isLate = isTimeout(line) && (hasFaults || (calls?.some(wasHeldBack) ?? false));
  const isProviders =
    isLate || (!isServed && (isOfProvider(line) || errors.some((pattern) => findRegex(pattern, line))));
  if (row.outcome === 'failed') return isProviders ? 'provider' : null;
  return row.fault ?? (isProviders ? 'provider' : 'sandbox');
}

/** It waited for our limiter, or was sent again. */
function wasHeldBack({ tries, wait_ms: wait }: NonNullable<RanRound['calls']>[number]): boolean {
  return tries > 1 || wait > 0;
}
