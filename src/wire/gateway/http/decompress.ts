import type { Transform } from 'node:stream';
import { type BodySink, TransportError } from './exchange.ts';

/**
 * A sink that unpacks what an upstream compressed although we asked for no compression; the sink itself if nothing is
 * compressed. `null`: an unknown encoding. The unpacker is loaded on use.
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
  let packed = 0;
  let unpacked = 0;
  unpacker.on('data', (chunk: Uint8Array) => {
    unpacked += chunk.byteLength;
    const problem = bombProblem(packed, unpacked);
    if (problem === null) sink.data(chunk);
    else unpacker.destroy(new TransportError(problem, false));
  });
  unpacker.on('end', () => once(() => sink.end()));
  unpacker.on('error', (error) => once(() => sink.fail(error)));
  return {
    data: (chunk) => {
      packed += chunk.byteLength;
      unpacker.write(chunk);
    },
    end: () => void unpacker.end(),
    fail: (error) => {
      unpacker.destroy();
      once(() => sink.fail(error));
    },
  };
}

/** A kilobyte can unpack to a gigabyte: `null` while a body may still be an answer of a model. */
function bombProblem(packed: number, unpacked: number): string | null {
  if (unpacked > MAX_UNPACKED) return `unpacked it is larger than ${MAX_UNPACKED / MB} MB`;
  if (unpacked <= MAX_DENSE || unpacked <= packed * MAX_RATIO) return null;
  return `unpacked it is more than ${MAX_RATIO} times as large as it came: a decompression bomb`;
}

const MB = 1024 * 1024;
/** No answer of a model is as long as this. */
const MAX_UNPACKED = 64 * MB;
/**
 * Repetitive text compresses well: 20,000 times the same token reaches this. Other text and numbers shrink to a third, or a
 * tenth.
 */
const MAX_DENSE = 4 * MB;
const MAX_RATIO = 100;
