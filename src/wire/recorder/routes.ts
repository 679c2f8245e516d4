import { randomBytes } from 'node:crypto';
import { listed, plural } from '#common/words.ts';
import type { Clock } from '#ports/ports.ts';
import { createSemaphore, type Semaphore } from '#process/semaphore.ts';
import type { RecordedTurn, TurnRecording } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';
import type { Provider } from '#wire/protocols/providers.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createTurnCalls, type TurnCalls } from './turn-calls.ts';

/** Base URLs of the recorder, as clients of each provider expect them. */
export type BaseUrls = { readonly [provider in Provider]: string };

/** The route of one process. */
interface Session {
  readonly token: string;
  readonly base_urls: BaseUrls;
  /**
   * After the end of the process the turn gets no address: its requests are refused. A turn may still be sent to a process that
   * has ended.
   *
   * @throws if the recorder is closed.
   */
  begin(turn: RecordedTurn): TurnRecording;
  close(): void;
}

/** The turn of a request; `turn: null`: none is known. */
export interface Attribution {
  readonly turn: TurnCalls | null;
  /**
   * The turn's limit of concurrent calls, so that no trial waits for another's; for calls without a turn, the process's. Calls
   * in flight can exceed a budget.
   */
  readonly semaphore: Semaphore;
  /** Counts a call that belongs to no trial. */
  unclaimed(call: ModelCall): void;
  /** Of its process; `null`: traces are not taken. */
  readonly inbox: Inbox | null;
}

/** Tokens in paths and headers, and whose they are. */
export interface Routes {
  session(baseUrls: (token: string) => BaseUrls): Session;
  /** By the token of the path, and that of the header, which takes precedence; `null`: one of them is unknown. */
  find(pathToken: string, headerToken: string | null): Attribution | null;
  /** Notes a request that the recorder does not read; harmless text. */
  unread(what: string): void;
  /** The same for requests that report on the agent and ask no model. */
  telemetry(what: string): void;
  /** Sentences about calls that belong to no trial, and about requests that are not read. */
  notes(): readonly string[];
  /** @throws when the recorder is closed. */
  assertOpen(): void;
  close(): void;
}

interface Behind {
  readonly session: { readonly open: Set<OpenTurn>; readonly semaphore: Semaphore; readonly inbox: Inbox | null };
  /** The turn of the token; `null`: the process's own token. Only the name of a finished turn is kept, for late calls. */
  readonly turn: OpenTurn | 'over' | null;
}

interface OpenTurn {
  readonly calls: TurnCalls;
  readonly semaphore: Semaphore;
}

/** No route yet. @param traces processes send their traces */
export function createRoutes(clock: Pick<Clock, 'monotonic'>, traces: boolean): Routes {
  const behind = new Map<string, Behind>();
  let closed = false;
  let late = 0;
  let shared = 0;
  const unassigned = { count: 0 };
  const unread = new Map<string, number>();
  const telemetry = new Map<string, number>();

  function assertOpen(): void {
    if (closed) throw new Error("the recorder is closed and no longer sees the agent's model calls");
  }

  function countLate({ fault }: ModelCall): void {
    // A call is not late because its process ended in the middle of it.
    if (fault?.kind !== 'aborted') late += 1;
  }

  function countShared(): void {
    shared += 1;
  }

  function session(baseUrls: (token: string) => BaseUrls): Session {
    const own = newToken();
    const tokens = [own];
    const self = {
      open: new Set<OpenTurn>(),
      semaphore: createSemaphore(MOST_CALLS),
      inbox: traces ? createInbox(unassigned) : null,
    };
    let begun = 0;
    let shut = false;
    behind.set(own, { session: self, turn: null });
    return {
      token: own,
      base_urls: baseUrls(own),
      begin(turn) {
        assertOpen();
        const token = newToken();
        const calls = createTurnCalls(turn, clock, countLate);
        const open = { calls, semaphore: createSemaphore(MOST_CALLS) };
        if (!shut) {
          tokens.push(token);
          behind.set(token, { session: self, turn: open });
        }
        const isConcurrent = self.open.size > 0;
        self.open.add(open);
        begun += 1;
        const mine = begun;
        const spans = self.inbox?.begin(turn.attempt);
        return {
          ...(spans !== undefined && { spans }),
          base_urls: baseUrls(token),
          token,
          waited: () => calls.waited(),
          sinceFirstCall: () => calls.sinceFirstCall(),
          open: () => calls.open(),
          settle: () => calls.settle(),
          shared: () => isConcurrent || begun > mine,
          end() {
            if (!calls.ended()) assertOpen();
            self.open.delete(open);
            if (behind.has(token)) behind.set(token, { session: self, turn: 'over' });
            return calls.end();
          },
        };
      },
      close() {
        shut = true;
        self.inbox?.close();
        for (const token of tokens.splice(0)) behind.delete(token);
      },
    };
  }

  return {
    session,
    find(pathToken, headerToken) {
      const known = behind.get(pathToken);
      const owner = headerToken === null ? known : behind.get(headerToken);
      if (known === undefined || owner === undefined) return null;
      const { semaphore, inbox } = owner.session;
      if (owner.turn === 'over') return { turn: null, semaphore, unclaimed: countLate, inbox };
      const [only = null, ...others] = owner.turn === null ? owner.session.open : [owner.turn];
      if (others.length > 0) return { turn: null, semaphore, unclaimed: countShared, inbox };
      return { turn: only?.calls ?? null, semaphore: only?.semaphore ?? semaphore, unclaimed: countLate, inbox };
    },
    notes() {
      const notes: string[] = [];
      if (late > 0)
        notes.push(`${calls(late)} outside of any turn (before the turn began, or after its answer): ${JOIN_NONE}.`);
      if (shared > 0)
        notes.push(
          `${calls(shared)} while several trials shared a process, without saying which trial they belong to: ${JOIN_NONE}. The agent has to use the base_urls of the turn, or send its token (the path segment in them) in the header x-agent-eval-trial.`,
        );
      if (unassigned.count > 0)
        notes.push(
          `${plural(unassigned.count, 'span')} of the agent's traces began outside of any turn, or came too late: ${unassigned.count === 1 ? 'it belongs' : 'they belong'} to no trial's record. Flush traces before the answer.`,
        );
      if (unread.size > 0)
        notes.push(`the recorder refused requests that it does not read: ${countWords(unread)}. ${OTHER_ROADS}`);
      if (telemetry.size > 0)
        notes.push(
          `the recorder refused telemetry of the agent: ${countWords(telemetry)}. It asks no model, so nothing is missing; OPENAI_AGENTS_DISABLE_TRACING=1 and the like switch it off.`,
        );
      return notes;
    },
    unread: (what) => count(unread, what),
    telemetry: (what) => count(telemetry, what),
    assertOpen,
    close() {
      closed = true;
      behind.clear();
    },
  };
}

function count(kinds: Map<string, number>, kind: string): void {
  if (kinds.size < MOST_UNREAD || kinds.has(kind)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
}

function countWords(kinds: ReadonlyMap<string, number>): string {
  const list = [...kinds].map(([what, times]) => `${what} (${times})`).sort();
  return listed(list, MOST_UNREAD);
}

/** Kinds of requests. */
const MOST_UNREAD = 30;

const OTHER_ROADS =
  'Give a client that needs them its provider’s address in the constructor; its calls are then not recorded. Without `record`, the agent reports its tokens and tool calls itself.';

/** Most calls in flight for one turn, which may have several sub-agents, and for a process outside its turns. */
const MOST_CALLS = 32;

const JOIN_NONE = "they were paid for, but belong to no trial's record";

function calls(count: number): string {
  return `${plural(count, 'model call')} ${count === 1 ? 'was' : 'were'} made`;
}

/** 128 random bits. Digits only: comparisons of error texts between processes ignore digits. */
function newToken(): string {
  return BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString()
    .padStart(39, '0');
}
