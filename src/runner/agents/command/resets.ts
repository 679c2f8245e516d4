import { cutEnd } from '#common/cut.ts';
import { duration } from '#common/words.ts';
import { createDeferred, type Deferred, settledWithin } from '#process/deferred.ts';
import type { ProgramEnd } from '#process/program.ts';
import { howExited } from '../turn/attempt-end.ts';
import type { AgentLine } from '../turn/protocol.ts';

/** What came of a request to forget. `gone`: nobody is there to forget. The problem is a sentence part that may hold text of the agent. */
export type ResetAnswer = 'forgotten' | 'gone' | { readonly problem: string };

/** Requests to a worker to forget the trials that it was given. */
export interface Resets {
  isPending(id: string): boolean;
  /** Takes an answer to a request; `false`: the line is none. */
  take(line: AgentLine): boolean;
  ask(id: string, limitMs: number, signal: AbortSignal): Promise<ResetAnswer>;
}

/**
 * @param send writes the request
 * @param ended settles when the process has ended
 */
export function createResets(send: (id: string) => void, ended: Promise<ProgramEnd>): Resets {
  const pending = new Map<string, Deferred<ResetAnswer>>();
  return {
    isPending: (id) => pending.has(id),
    take(line) {
      const question = 'id' in line && line.id !== null ? pending.get(line.id) : undefined;
      if (question === undefined) return false;
      if (line.kind !== 'log') question.resolve(answerOf(line));
      return true;
    },
    async ask(id, limitMs, signal) {
      const question = createDeferred<ResetAnswer>();
      pending.set(id, question);
      void ended.then((end) => question.resolve(answerOfLoss(end)));
      const onAbort = () => question.resolve('gone');
      signal.addEventListener('abort', onAbort, { once: true });
      send(id);
      const inTime = await settledWithin(question.promise, limitMs);
      if (!inTime) question.resolve({ problem: `it gave no answer within ${duration(limitMs)}` });
      signal.removeEventListener('abort', onAbort);
      pending.delete(id);
      return question.promise;
    },
  };
}

function answerOf(line: AgentLine): ResetAnswer {
  switch (line.kind) {
    case 'reset':
      return 'forgotten';
    case 'error':
      return { problem: `it answered with the error ${JSON.stringify(cutEnd(line.message, LONGEST))}` };
    case 'invalid':
      return { problem: cutEnd(line.problem, LONGEST) };
    default:
      return { problem: `it answered with a line of type "${line.kind}"` };
  }
}

/** One that ends in good order may have ended before it read the request. */
function answerOfLoss(end: ProgramEnd): ResetAnswer {
  if (end.kind === 'not_started' || end.code === 0) return 'gone';
  return { problem: `it ${howExited({ ...end, answered: false })}` };
}

const LONGEST = 300;
