import type { Transform } from 'node:stream';
import { type BodySink, TransportError } from './exchange.ts';

/**
 * A sink that unpacks what an upstream compressed although it was asked not to; the sink itself where nothing is
 * compressed. `null`: an encoding that nobody knows. The unpacker is loaded when it is needed.
 */
export async function decompressing(encoding: string | undefined, sink: BodySink): Promise<BodySink | null> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return sink;
  const zlib = await import('node:zlib');
  const unpackers: { readonly [name: string]: () => Transform } = {
    gzip: zlib.createGunzip,
    'x-gzip': zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
    zstd: zlib.createZstdDecompress,
  };
  const create = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
  return create === undefined ? null : through(create(), sink);
}

function through(unpacker: Transform, sink: BodySink): BodySink {
  let over = false;
  const once = (act: () => void) => {
    if (over) return;
    over = true;
    act();
  };
  let bytes = 0;
  unpacker.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes <= MAX_UNPACKED) sink.data(chunk);
    else unpacker.destroy(new TransportError(`unpacked it is larger than ${MAX_UNPACKED / 1024 / 1024} MB`, false));
  });
  unpacker.on('end', () => once(() => sink.end()));
  unpacker.on('error', (error) => once(() => sink.fail(error)));
  return {
    data: (chunk) => void unpacker.write(chunk),
    end: () => void unpacker.end(),
    fail: (error) => {
      unpacker.destroy();
      once(() => sink.fail(error));
    },
  };
}

/** A kilobyte can hold a gigabyte. No answer of a model is as long as this. */
const MAX_UNPACKED = 64 * 1024 * 1024;
