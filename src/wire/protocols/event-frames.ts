import { crc32 } from 'node:zlib';
import { isJsonObject, type Json } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';

/**
 * AWS's binary event stream (`application/vnd.amazon.eventstream`) as text, a line of JSON for each frame: `{event, data}`, and
 * for an exception `{event: error, data: {error: {type, message}}}`. A payload that holds JSON as base64 (`bytes`, of
 * InvokeModelWithResponseStream) is that JSON.
 */
export function isFramed(contentType: string): boolean {
  return contentType.includes('vnd.amazon.eventstream');
}

/** Turns bytes into lines, as they come. */
export interface FrameText {
  /** The lines of the frames that are complete by now. Bytes that are no frames become one line that is no JSON, the last. */
  decode(chunk: Uint8Array): string;
}

/** Reads one stream. Every checksum is checked. */
export function createFrameText(): FrameText {
  let chunks: Uint8Array[] = [];
  let heldBytes = 0;
  let needed = PRELUDE;
  let broken = false;
  return {
    decode(chunk) {
      if (broken) return '';
      chunks.push(chunk);
      heldBytes += chunk.byteLength;
      // A frame in a million pieces is put together once.
      if (heldBytes < needed) return '';
      let bytes = Buffer.concat(chunks);
      let lines = '';
      while (!broken && bytes.length >= PRELUDE) {
        const length = bytes.readUInt32BE(0);
        needed = Math.max(length, PRELUDE);
        broken =
          length < PRELUDE + CHECKSUM || length > MAX_FRAME || crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8);
        if (broken || bytes.length < length) break;
        const line = lineOf(bytes.subarray(0, length));
        broken = line === null;
        if (line !== null) lines += line;
        bytes = bytes.subarray(length);
        needed = PRELUDE;
      }
      chunks = [bytes];
      heldBytes = bytes.length;
      return broken ? `${lines}(no event stream)\n` : lines;
    },
  };
}

/** The frames of such lines, as bytes; other lines are left out. */
export function framesOf(text: string): Uint8Array {
  return Buffer.concat(text.split('\n').flatMap((line) => frameOf(jsonOrUndefined(line)) ?? []));
}

/** Total length, length of the headers, and their checksum. */
const PRELUDE = 12;
const CHECKSUM = 4;
/** More than AWS ever sends in one. */
const MAX_FRAME = 32 * 1024 * 1024;

function lineOf(frame: Buffer): string | null {
  const end = frame.length - CHECKSUM;
  const headersEnd = PRELUDE + frame.readUInt32BE(4);
  if (headersEnd > end || crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) return null;
  const headers = textHeaders(frame.subarray(PRELUDE, headersEnd));
  if (headers === null) return null;
  const payload = frame.toString('utf8', headersEnd, end);
  const data = payload === '' ? {} : jsonOrUndefined(payload);
  const type = headers.get(':exception-type') ?? headers.get(':error-code');
  if (type !== undefined) {
    const reported = isJsonObject(data) ? (data['message'] ?? null) : null;
    const message = reported ?? headers.get(':error-message') ?? 'no message';
    return `${jsonText({ event: 'error', data: { error: { type, message } } })}\n`;
  }
  const event = headers.get(':event-type') ?? null;
  return data === undefined ? null : `${jsonText({ event, data: unpack(data) })}\n`;
}

function unpack(data: Json): Json {
  const bytes = isJsonObject(data) ? data['bytes'] : undefined;
  if (typeof bytes !== 'string') return data;
  return jsonOrUndefined(Buffer.from(bytes, 'base64').toString('utf8')) ?? data;
}

/** Headers whose value is a text, by name; the others are passed over. `null`: they can't be read. */
function textHeaders(bytes: Buffer): ReadonlyMap<string, string> | null {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + (bytes[at] ?? 0);
    const kind = bytes[nameEnd];
    const isSized = kind === TEXT || kind === BYTES;
    if (nameEnd + (isSized ? 3 : 1) > bytes.length) return null;
    const size = isSized ? bytes.readUInt16BE(nameEnd + 1) : SIZES[kind ?? -1];
    if (size === undefined) return null;
    const start = nameEnd + (isSized ? 3 : 1);
    if (start + size > bytes.length) return null;
    if (kind === TEXT)
      headers.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', start, start + size));
    at = start + size;
  }
  return headers;
}

const BYTES = 6;
const TEXT = 7;
/** Bytes of the values of other kinds: true, false, integers of four sizes, a time, a UUID. */
const SIZES: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];

function frameOf(line: Json | undefined): Buffer | null {
  if (!isJsonObject(line) || typeof line['event'] !== 'string') return null;
  const { event, data = null } = line;
  const payload = jsonText(event === 'chunk' ? { bytes: Buffer.from(jsonText(data)).toString('base64') } : data);
  const headers = Buffer.concat([
    textHeader(':event-type', event),
    textHeader(':content-type', 'application/json'),
    textHeader(':message-type', 'event'),
  ]);
  const body = Buffer.from(payload);
  const prelude = Buffer.alloc(PRELUDE);
  prelude.writeUInt32BE(PRELUDE + headers.length + body.length + CHECKSUM, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const checked = Buffer.concat([prelude, headers, body]);
  const checksum = Buffer.alloc(CHECKSUM);
  checksum.writeUInt32BE(crc32(checked), 0);
  return Buffer.concat([checked, checksum]);
}

function textHeader(name: string, value: string): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)];
  const size = Buffer.alloc(2);
  size.writeUInt16BE(text.length, 0);
  return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([TEXT]), size, text]);
}
