import type { CallFault } from '#wire/protocols/model-call.ts';
import type { OpenCall } from '../call/open-call.ts';

/** The fault of an answer that was lost on the way. @param left the client went away, so it caused the loss itself */
export function lossFault({ signal, upstream }: OpenCall, error: unknown, left = false): CallFault {
  if (left || signal.aborted) {
    return { kind: 'aborted', status: null, message: 'the client went away before the answer was complete' };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'network', status: null, message: `the answer of ${upstream.host} was lost: ${message}` };
}
