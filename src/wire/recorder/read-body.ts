import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { megabytes } from '#common/words.ts';

/** The body of a request, or why it is refused. */
export type BodyReading =
  | {
      readonly kind: 'read';
      /** As text. Of a form with several parts, whose bytes need not be text, without the boundary, which is new each time. */
      readonly body: string;
      /** Of a form with several parts. */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

/**
 * Reads a whole body of at most 64 MB. A longer one is still received (up to twice that) and discarded, because a client that
 * is cut off while sending never reads the reason.
 *
 * @throws if the client breaks off, or sends without end.
 */
export async function readBody(request: IncomingMessage, maxBytes = MAX_BYTES): Promise<BodyReading> {
  const reading = await readBytes(request, maxBytes);
  if (reading.kind === 'refused') return reading;
  const { bytes } = reading;
  const boundary = /^multipart\/[^;]+;.*boundary="?([^";]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined && !isUtf8(bytes)) {
    const message =
      'agent-eval: the body of the request is not UTF-8, so it was not sent; send JSON in UTF-8 (RFC 8259)';
    return { kind: 'refused', status: 400, message };
  }
  if (boundary === undefined) return { kind: 'read', body: bytes.toString('utf8') };
  return { kind: 'read', body: bytes.toString('latin1').replaceAll(boundary, 'boundary'), bytes };
}

type Refused = Extract<BodyReading, { readonly kind: 'refused' }>;

/** The same, as bytes. */
export async function readBytes(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly kind: 'read'; readonly bytes: Buffer } | Refused> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > 2 * maxBytes) throw new Error('the request body never ends');
    if (length <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (length > maxBytes) {
    const message = `agent-eval: a request may have at most ${megabytes(maxBytes)}; send large files in another way`;
    return { kind: 'refused', status: 413, message };
  }
  if (encoding.toLowerCase() !== 'identity') {
    const message = `agent-eval: content-encoding ${encoding} is not supported; send the request without compression`;
    return { kind: 'refused', status: 415, message };
  }
  return { kind: 'read', bytes: Buffer.concat(chunks) };
}

const MAX_BYTES = 64 * 1024 * 1024;
