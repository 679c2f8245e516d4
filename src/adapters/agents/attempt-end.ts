import type { Limits } from '#domain/config/config.ts';
import { cutEnd, cutStart } from '#domain/cut.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { TrialEnd } from '#domain/trial/trial.ts';
import type { Conversation, Stop } from './converse.ts';

/** How an attempt ended, in words, and whether another attempt may end better. */
export interface AttemptEnd {
  readonly end: TrialEnd;
  readonly retry: boolean;
}

/**
 * Words for the end of a conversation. `where` names the turn when there are several, `log` is what the agent printed
 * besides answers. Agent text inside is untrusted.
 */
export function attemptEnd(stop: Stop, limits: Limits, where: string, log = ''): AttemptEnd {
  switch (stop.kind) {
    case 'completed':
      return { end: { kind: 'completed' }, retry: false };
    case 'limit':
      return failed(
        'limit',
        `made ${stop.reached} ${LIMIT_NOUNS[stop.limit]}${where}; limits.${stop.limit} allows ${stop.allowed}`,
      );
    case 'timeout':
      return failed(
        'timeout',
        `no answer within ${seconds(limits)} s (limits.trial_timeout)${where}${TIMEOUT_HINTS[stop.printed]}${stop.printed === 'nothing' ? '' : lastLine(log)}`,
      );
    case 'invalid':
      return failed('protocol', `invalid answer${where}: ${stop.problem}`);
    case 'error':
      return stop.fault === 'agent'
        ? failed('crash', `the agent reported an error${where}: ${cutEnd(stop.message, MOST_SAID)}`)
        : error(
            'provider',
            `the agent reported a fault of its surroundings${where}: ${cutEnd(stop.message, MOST_SAID)}`,
            true,
          );
    case 'exited':
      return failed('crash', `the agent ${howExited(stop)}${where}${lastLines(stop.stderr)}`);
    case 'cancelled':
      return error('cancelled', 'cancelled before the agent answered', false);
    case 'missing':
      return error('replay_miss', stop.message, false);
    case 'not_started':
      return error(
        'sandbox',
        `the agent could not be started (${stop.code}): ${stop.message}`,
        !HOPELESS.includes(stop.code),
      );
    case 'displaced':
      return error('sandbox', 'the process that ran this trial was lost to another trial', true);
  }
}

/** ` in turn 2 of 3` for the turn that a conversation stopped at; empty for single turns. */
export function turnName(plan: TrialPlan, { turns, stop }: Conversation): string {
  const all = plan.case.turns.length;
  return all === 1 ? '' : ` in turn ${stop.kind === 'limit' ? turns.length : turns.length + 1} of ${all}`;
}

/** `exited with code 3 before it answered`. */
export function howExited(exit: {
  readonly code: number | null;
  readonly signal: string | null;
  readonly answered: boolean;
}): string {
  const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
  return exit.answered ? `${how} after it answered; exit 0 says that the answer stands` : `${how} before it answered`;
}

const LIMIT_NOUNS = { max_tool_calls: 'tool calls', max_steps: 'model calls' };

const TIMEOUT_HINTS = {
  nothing:
    '. It printed nothing at all: did you flush stdout? (flush=True in Python, fflush in C; a pipe is not a terminal)',
  text: '. It printed text, but no answer: one line of JSON (json.dumps in Python, JSON.stringify in JavaScript) with the "id" of the turn',
  stray_json: '. It printed JSON, but without the "id" of the turn: an answer must repeat the id of its turn',
};

const MOST_SAID = 2000;

/** Trying again meets the same refusal. */
const HOPELESS = ['E2BIG', 'ERR_INVALID_ARG_VALUE'];

function failed(kind: 'crash' | 'protocol' | 'timeout' | 'limit', message: string): AttemptEnd {
  return { end: { kind: 'failed', failure: { kind, message } }, retry: false };
}

function error(
  kind: 'provider' | 'cancelled' | 'replay_miss' | 'sandbox',
  message: string,
  retry: boolean,
): AttemptEnd {
  return { end: { kind: 'error', error: { class: kind, message } }, retry };
}

function seconds(limits: Limits): string {
  return String(Math.round(limits.trial_timeout_ms) / 1000);
}

function lastLine(log: string): string {
  const line = log.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : `; last line: ${cutEnd(line, 300)}`;
}

/** The end of standard error; where that is all stack, with the line above it that names the error. */
function lastLines(stderr: string): string {
  const lines = stderr.trimEnd().split('\n');
  const end = lines.slice(-10);
  const named = end.some((line) => ERROR_LINE.test(line)) ? undefined : lines.findLast((line) => ERROR_LINE.test(line));
  const missing = lines.length > end.length ? ['…'] : [];
  const text = cutStart([...(named === undefined ? [] : [named]), ...missing, ...end].join('\n'), 1500);
  return text.trim() === '' ? '; stderr is empty' : `; last lines of stderr:\n${text}`;
}

const ERROR_LINE = /^\S*(?:Error|Exception)\b/;
