import type { BodySink } from './exchange.ts';

/** A body between the connection, which pushes, and a client, which pulls. */
export interface BodyQueue extends BodySink {
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Pieces are passed on as they arrive. `pause` is called when the client is far behind, and `onLeave` when the client stops
 * reading before the end.
 */
export function createBodyQueue(flow: { pause(): void; resume(): void; onLeave(): void }): BodyQueue {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let paused = false;
  let ended: { readonly error: Error | null } | null = null;
  let waiting: { resolve(result: Piece): void; reject(error: Error): void } | null = null;

  const take = (): Uint8Array | null => {
    const chunk = chunks.shift() ?? null;
    bytes -= chunk?.byteLength ?? 0;
    if (paused && bytes <= MAX_AHEAD) {
      paused = false;
      flow.resume();
    }
    return chunk;
  };

  const finish = (error: Error | null) => {
    if (ended !== null) return;
    ended = { error };
    if (error === null) waiting?.resolve(DONE);
    else waiting?.reject(error);
    waiting = null;
  };

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next: async () => {
      const chunk = take();
      if (chunk !== null) return { done: false, value: chunk };
      if (ended?.error) throw ended.error;
      if (ended !== null) return DONE;
      return new Promise<Piece>((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    return: async () => {
      const left = ended === null;
      finish(null);
      chunks.length = 0;
      if (left) flow.onLeave();
      return DONE;
    },
  };

  return {
    body: { [Symbol.asyncIterator]: () => iterator },
    data: (chunk) => {
      if (ended !== null) return;
      if (waiting !== null) {
        waiting.resolve({ done: false, value: chunk });
        waiting = null;
        return;
      }
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > MAX_AHEAD && !paused) {
        paused = true;
        flow.pause();
      }
    },
    end: () => finish(null),
    fail: finish,
  };
}

type Piece = IteratorResult<Uint8Array, undefined>;

const DONE = { done: true, value: undefined } as const;

/** Bytes that may wait for the client. */
const MAX_AHEAD = 1024 * 1024;
