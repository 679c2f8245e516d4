import { cutEnd } from '#common/cut.ts';
import { jsonText } from '#common/json-text.ts';
import { isCallFact } from '#trials/facts/check-fact.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';
import type { PairedCalls, TrialEvidence } from './report.ts';

const MAX_CALLS = 20;
const MAX_NAME = 200;
const MAX_ARGUMENTS = 600;
const MAX_OUTPUT = 1500;

/**
 * A small copy of a failing trial, kept in memory for the report while the whole trajectory goes to disk. Truncated text ends
 * in `…`, which also tells redaction that a secret may have been cut.
 */
export function evidenceOf(trial: Trial, record: TrialRecord): TrialEvidence {
  const { turns } = trial.trajectory;
  const calls = turns.flatMap(({ turn, tool_calls }) => (tool_calls ?? []).map((call) => ({ turn, ...call })));
  const output = turns.findLast((turn) => turn.output !== null)?.output ?? null;
  return {
    trial: record.index,
    calls: calls.slice(0, MAX_CALLS).map(({ turn, name, arguments: args, status }) => ({
      turn,
      name: cutEnd(name, MAX_NAME),
      arguments: cutEnd(jsonText(args), MAX_ARGUMENTS),
      status,
    })),
    paired: pairedCalls(record.checks),
    more_calls: Math.max(0, calls.length - MAX_CALLS),
    output: output === null ? null : cutEnd(output, MAX_OUTPUT),
  };
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
