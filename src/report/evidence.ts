import { cutEnd } from '#common/cut.ts';
import { jsonText } from '#common/json-text.ts';
import { isCallFact } from '#trials/facts/check-fact.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';
import type { PairedCalls, TrialEvidence } from './report.ts';

/** Calls that are named, and of these those around the first wrong one that have their arguments. */
const MAX_CALLS = 100;
const MAX_WHOLE = 20;
const MAX_NAME = 200;
const MAX_ARGUMENTS = 600;
const MAX_OUTPUT = 1500;

/**
 * A small copy of a failing trial, kept in memory for the report while the whole trajectory goes to disk. Truncated text ends
 * in `…`, which also tells redaction that a secret may have been cut.
 */
export function evidenceOf({ trajectory }: Pick<Trial, 'trajectory'>, record: TrialRecord): TrialEvidence {
  const { turns } = trajectory;
  const calls = turns.flatMap(({ turn, tool_calls }) => (tool_calls ?? []).map((call) => ({ turn, ...call })));
  const failing = record.checks.find(({ passed }) => passed === false)?.turn ?? null;
  const answer = turns.find(({ turn }) => turn === failing) ?? turns.findLast(({ output }) => output !== null);
  const paired = pairedCalls(record.checks);
  const whole = Math.max(0, firstWrong(calls, paired, failing) - MAX_WHOLE / 2);
  return {
    trial: record.index,
    calls: calls.slice(0, MAX_CALLS).map(({ turn, name, arguments: args, status }, at) => ({
      turn,
      name: cutEnd(name, MAX_NAME),
      arguments: at >= whole && at < whole + MAX_WHOLE ? cutEnd(jsonText(args), MAX_ARGUMENTS) : null,
      status,
    })),
    paired,
    more_calls: Math.max(0, calls.length - MAX_CALLS),
    turn: turns.length > 1 ? failing : null,
    output: answer?.output == null ? null : cutEnd(answer.output, MAX_OUTPUT),
  };
}

/** The place of the first wrong call among all, or that of one that is missing, as far as the checks tell; else the failing turn's. */
function firstWrong(
  calls: readonly { readonly turn: number }[],
  paired: readonly PairedCalls[],
  failing: number | null,
): number {
  const first = paired.find(({ wrong }) => wrong !== null);
  const place = first?.wrong?.made ?? first?.wrong?.expected ?? 0;
  const before = calls.findIndex(({ turn }) => turn === (first === undefined ? failing : first.turn));
  return Math.max(0, before) + place;
}

/** What the checks of the calls say of their pairs, by turn. */
function pairedCalls(checks: readonly CheckRecord[]): readonly PairedCalls[] {
  const ofCalls = checks.flatMap(({ name, turn, passed, fact }) =>
    isCallFact(fact) && !name.startsWith('plan.') ? [{ turn, passed, fact }] : [],
  );
  return [...new Set(ofCalls.map(({ turn }) => turn))].map((turn) => {
    const own = ofCalls.filter((check) => check.turn === turn);
    const [pairs = []] = own.flatMap(({ fact }) => (fact.kind === 'calls_made' ? [fact.pairs] : []));
    const [wrong = null] = own.flatMap(({ passed, fact }) => (passed === true ? [] : (fact.wrong ?? [])));
    return { turn, pairs, wrong };
  });
}
