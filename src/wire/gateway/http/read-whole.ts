import { megabytes } from '#common/words.ts';
import { decompressing } from './decompress.ts';
import { type Exchange, TransportError } from './exchange.ts';

/**
 * The whole body of an answer, unpacked.
 * @throws OversizeError if it is larger than `maxBytes`
 * @throws TransportError if it breaks off, or has an unknown compression
 */
export async function readWhole(exchange: Exchange, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let settle: { resolve(): void; reject(error: Error): void } = { resolve: () => undefined, reject: () => undefined };
  const over = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const sink = await decompressing(exchange.headers['content-encoding'], {
    data: (chunk) => {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) return void chunks.push(chunk);
      const error = new OversizeError(`it is larger than ${megabytes(maxBytes)}`, false);
      settle.reject(error);
    },
    end: () => settle.resolve(),
    fail: (error) => settle.reject(error),
  });
  if (sink === null) {
    const error = new TransportError('it has a compression that the request did not accept', false);
    exchange.abort(error);
    throw error;
  }
  exchange.receive(sink);
  await over.catch((error: Error) => {
    exchange.abort(error);
    // What has arrived may still be unpacking.
    sink.fail(error);
    throw error;
  });
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/** A body that is too large to keep. */
export class OversizeError extends TransportError {}
