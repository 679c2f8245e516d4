import { createWaitGauge } from '#ports/wait-gauge.ts';
import type { CallContext, RecordedTurn, TurnRecording } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';

/** The model calls of one turn, as the gateway reports them. */
interface CallLog extends TurnRecording {
  /** Passed with each call of this turn. */
  readonly context: CallContext;
  /**
   * Why the last call failed, in words. If it had an answer on the wire that its client could not use (`said`), the call
   * becomes the provider's fault.
   */
  blame(text: string): string;
}

/** The logs of a conversation, one per turn. */
export interface CallLogs {
  begin(turn: RecordedTurn): CallLog;
  /** The log of the latest turn. */
  current(): CallLog;
}

/** Before the first turn. */
export function createCallLogs(): CallLogs {
  let log: CallLog | null = null;
  return {
    begin(turn) {
      log = createCallLog(turn);
      return log;
    },
    current() {
      if (log === null) throw new Error('no turn has begun');
      return log;
    },
  };
}

/** Limit of model calls per turn if the config sets none: an endless loop costs money. */
const MOST_STEPS = 25;

/** An empty log. Calls over the turn's limit are refused. */
function createCallLog({ attempt, max_steps }: RecordedTurn): CallLog {
  const calls: ModelCall[] = [];
  const allowed = max_steps ?? MOST_STEPS;
  const wait = createWaitGauge({ monotonic: () => performance.now() });
  let open: (() => ModelCall) | null = null;
  let ended = false;
  let firstAt: number | null = null;

  return {
    base_urls: {},
    token: '',
    shared: () => false,
    waited: () => wait.total(),
    sinceFirstCall: () => (firstAt === null ? null : performance.now() - firstAt - wait.total()),
    open: () => (open === null ? [] : [open()]),
    settle: async () => {},
    end() {
      ended = true;
      return calls;
    },
    blame(text) {
      const last = calls.at(-1);
      if (last === undefined || last.fault !== null) return last?.fault?.message ?? text;
      calls[calls.length - 1] = { ...last, answer: null, fault: { kind: 'provider', status: null, message: text } };
      return text;
    },
    context: {
      ledger: 'agent',
      attempt,
      refusal: () => (calls.length < allowed ? null : refusalOf(allowed, max_steps)),
      onWait: (waiting) => wait.note(waiting),
      onOpen(look) {
        open = look;
        firstAt ??= performance.now();
      },
      onCall(call) {
        open = null;
        if (!ended) calls.push(call);
      },
    },
  };
}

function refusalOf(allowed: number, maxSteps: number | null): string {
  return maxSteps === null
    ? `the model asked for more than ${allowed} calls in one turn; set limits.max_steps if it needs that many`
    : `the model asked for more than ${allowed} model calls in one turn; limits.max_steps allows no more`;
}
