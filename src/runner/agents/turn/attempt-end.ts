import { errorLine } from '#common/cause-line.ts';
import { cutEnd } from '#common/cut.ts';
import { duration, listed } from '#common/words.ts';
import type { Limits } from '#config/config.ts';
import type { Attempt } from '#ports/ports.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { AgentFailure, ErrorClass, TrialEnd } from '#trials/trial/trial.ts';
import { exceptionCause, LONGEST_CAUSE } from '#trials/trial/trial-cause.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { ConversationEnd } from './converse.ts';
import { lastLines } from './last-lines.ts';
import { oneInputHint } from './one-input.ts';
import type { Exited } from './reply.ts';
import type { Stop } from './stop.ts';
import { strayCalls } from './stray-calls.ts';
import { timeoutHint } from './timeout-hint.ts';

/** How an attempt ended, in words, and whether a retry may end better. */
export interface AttemptEnd {
  readonly end: TrialEnd;
  readonly retry: boolean;
}

/** What is known besides the stop itself. */
export interface EndContext {
  readonly limits: Limits;
  /** ` in turn 2 of 3`, or empty. */
  readonly where?: string;
  /** What the agent printed besides answers. */
  readonly log?: string;
  /** Model calls were recorded, so the agent's claims about infrastructure faults can be checked. */
  readonly recorded?: boolean;
  /** Model calls that were seen in the last turn. */
  readonly calls?: number;
  /** Whether model calls were seen in any trial; `null`: nothing is recorded. */
  readonly calls_seen?: boolean | null;
  /** An upstream fault that the agent did not recover from. */
  readonly fault?: CallFault | null;
  /** MCP servers that were lost on the way, a sentence each. */
  readonly losses?: readonly string[];
}

/** A whole attempt from its conversation and what the agent said besides it. The same for every kind of agent. */
export function attemptOf(
  plan: TrialPlan,
  conversation: ConversationEnd,
  limits: Limits,
  output: { readonly log: string; readonly stderr: string },
): Attempt {
  const {
    turns,
    stop,
    recorded,
    calls,
    bypassed,
    latency_at_most_ms,
    calls_seen,
    fault,
    unanswered,
    wait_ms,
    replayed,
    user_usage,
    segments,
    losses,
  } = conversation;
  const where = turnName(plan, conversation);
  return {
    ...attemptEnd(stop, { limits, where, log: output.log, recorded, calls, calls_seen, fault, losses }),
    trajectory: { turns, ...output, log: [output.log, ...losses].filter((text) => text !== '').join('\n') },
    wait_ms,
    replayed,
    user_usage,
    ...(segments.length > 0 && { segments }),
    ...(unanswered > 0 && { unanswered_calls: unanswered }),
    ...(bypassed && { bypassed }),
    ...(latency_at_most_ms !== null && { latency_at_most_ms }),
  };
}

/**
 * Words for the end of a conversation. An agent that failed after an upstream fault is not to blame; one that answered well
 * despite the fault has completed. Contains untrusted agent text.
 */
export function attemptEnd(stop: Stop, context: EndContext): AttemptEnd {
  const { limits, where = '', log = '', calls = 0, calls_seen: seen = true, fault = null, losses = [] } = context;
  if (fault !== null && BROUGHT_DOWN.includes(stop.kind)) return unanswered(fault, `${where}; then ${outcome(stop)}`);
  if (losses.length > 0 && BROUGHT_DOWN.includes(stop.kind))
    return lostServers(stop, `${cutEnd(listed(losses, 3, '; '), MOST_SAID)}${where}`);
  switch (stop.kind) {
    case 'completed':
      return { end: { kind: 'completed' }, retry: false };
    case 'unserved':
      return unanswered(stop.fault, `${where}; then the agent answered without it`);
    case 'refused':
      return refusalEnd(stop.fault, where);
    case 'unrecorded':
      return error('sandbox', `the recorder had stopped${where}: ${stop.message}`, false);
    case 'user':
      return error(stop.class, cutEnd(stop.message, MOST_SAID), stop.retry);
    case 'limit':
      return failureEnd(
        'limit',
        `made ${stop.reached} ${LIMIT_NOUNS[stop.limit]}${where}; limits.${stop.limit} allows ${stop.allowed}`,
      );
    case 'timeout':
      return failureEnd(
        'timeout',
        `no answer within ${duration(limits.trial_timeout_ms)} (limits.trial_timeout)${where}${timeoutHint(stop.printed, calls, log)}`,
      );
    case 'invalid':
      return failureEnd('protocol', `invalid answer${where}: ${stop.problem}`);
    case 'error':
      return reportedEnd(stop, where, context);
    case 'exited':
      return crashEnd(stop, where, seen);
    case 'broken':
      return failureEnd('crash', `${stop.message}${where}`);
    case 'unreachable':
      return error('network', `${stop.message}${where}`, true);
    case 'cancelled':
      return error('cancelled', 'cancelled before the agent answered', false);
    case 'missing':
      return error('replay_miss', stop.message, false);
    case 'unmockable':
      return error('sandbox', stop.problem, false);
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

/** ` in turn 2 of 3` for the turn that a conversation stopped at (a simulated user has no last one); empty for single turns. */
function turnName({ case: { turns, simulated_user } }: TrialPlan, { turn }: ConversationEnd): string {
  if (simulated_user !== null) return ` in turn ${turn}`;
  return turns.length === 1 ? '' : ` in turn ${turn} of ${turns.length}`;
}

/** `exited with code 3 before it answered`. */
export function howExited(exit: {
  readonly code: number | null;
  readonly signal: string | null;
  readonly answered: boolean;
}): string {
  const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
  return exit.answered ? `${how} after it answered; exit with code 0 to keep the answer` : `${how} before it answered`;
}

const LIMIT_NOUNS = { max_tool_calls: 'tool calls', max_steps: 'model calls' };

const MOST_SAID = 2000;

/** System errors that a retry would meet again. */
const HOPELESS = ['E2BIG', 'ERR_INVALID_ARG_VALUE'];

function failureEnd(
  kind: AgentFailure['kind'],
  message: string,
  facts: Pick<AgentFailure, 'cause' | 'output'> = {},
): AttemptEnd {
  return { end: { kind: 'failed', failure: { kind, message, ...facts } }, retry: false };
}

function crashEnd(stop: Exited, where: string, seen: boolean | null): AttemptEnd {
  const cause = exceptionCause(errorLine(stop.stderr));
  const causeWords = cause === null ? '' : `: ${cause.line}`;
  const hints = `${oneInputHint(stop)}${strayCalls(seen, stop.stderr)}`;
  const message = `the agent ${howExited(stop)}${where}${causeWords}${hints}${silence(stop)}`;
  return failureEnd('crash', message, { ...(cause !== null && { cause }), ...outputOf(stop) });
}

/** MCP servers that were lost brought the agent down. */
function lostServers(stop: Stop, loss: string): AttemptEnd {
  return failureEnd(failureKind(stop), `${loss}; then ${outcome(stop)}`, {
    cause: { line: cutEnd(loss, LONGEST_CAUSE), type: null },
    ...(stop.kind === 'exited' && outputOf(stop)),
  });
}

function outputOf({ stderr }: Exited): Pick<AgentFailure, 'output'> {
  return stderr.trim() === '' ? {} : { output: lastLines(stderr) };
}

function silence({ stderr }: Exited): string {
  return stderr.trim() === '' ? '; stderr is empty' : '';
}

function error(kind: ErrorClass, message: string, retry: boolean): AttemptEnd {
  return { end: { kind: 'error', error: { class: kind, message } }, retry };
}

/** Kinds of end that an upstream fault can explain. */
const BROUGHT_DOWN: readonly Stop['kind'][] = ['exited', 'timeout', 'error', 'broken', 'invalid'];

function failureKind({ kind }: Stop): 'timeout' | 'protocol' | 'crash' {
  return kind === 'timeout' ? 'timeout' : kind === 'invalid' ? 'protocol' : 'crash';
}

/** A provider failed: the next try of the trial may go better. */
function unanswered({ kind, message }: CallFault, then: string): AttemptEnd {
  const isOwn = kind === 'rate_limit' || kind === 'network';
  return error(isOwn ? kind : 'provider', `${cutEnd(message, MOST_SAID)}${then}`, true);
}

/** How the agent ended after an upstream fault. */
function outcome(stop: Stop): string {
  switch (stop.kind) {
    case 'exited':
      return `the agent ${howExited(stop)}${silence(stop)}`;
    case 'error':
      return `the agent reported: ${cutEnd(stop.message, MOST_SAID)}`;
    case 'broken':
      return stop.message;
    case 'invalid':
      return `the agent gave an invalid answer: ${stop.problem}`;
    default:
      return 'the agent gave no answer in time';
  }
}

function refusalEnd({ kind, message }: CallFault, where: string): AttemptEnd {
  const why = `${cutEnd(message, MOST_SAID)}${where}`;
  return kind === 'budget' || kind === 'replay_miss' ? error(kind, why, false) : failureEnd('limit', why);
}

/** A fault that the agent blames on its infrastructure counts unless the wire shows otherwise. */
function reportedEnd(
  stop: Extract<Stop, { kind: 'error' }>,
  where: string,
  { recorded = false, calls_seen: seen = true }: EndContext,
): AttemptEnd {
  const message = `${cutEnd(stop.message, MOST_SAID)}${strayCalls(seen, stop.message)}`;
  const cause = exceptionCause(errorLine(stop.message));
  const facts = cause === null ? {} : { cause };
  if (stop.fault === 'agent') return failureEnd('crash', `the agent reported an error${where}: ${message}`, facts);
  const blamed = `the agent reported a problem of its environment${where}`;
  if (recorded) return failureEnd('crash', `${blamed}, but all of its model calls were answered: ${message}`, facts);
  return error('provider', `${blamed}: ${message}`, true);
}
