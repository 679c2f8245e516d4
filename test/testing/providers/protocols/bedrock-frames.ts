import { crc32 } from 'node:zlib';
import type { JsonObject } from '../json.ts';

/** A frame of AWS's event stream: an event, or an exception of a type that ends in `Exception`. */
export function awsFrame(type: string, data: JsonObject): Uint8Array {
  const isException = type.endsWith('Exception');
  const headers = [
    [isException ? ':exception-type' : ':event-type', type],
    [':content-type', 'application/json'],
    [':message-type', isException ? 'exception' : 'event'],
  ].map(([name = '', value = '']) =>
    Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7, 0, value.length]),
      Buffer.from(value),
    ]),
  );
  const head = Buffer.concat(headers);
  const body = Buffer.from(JSON.stringify(data));
  const lengths = Buffer.concat([uint32(16 + head.length + body.length), uint32(head.length)]);
  const checked = Buffer.concat([lengths, uint32(crc32(lengths)), head, body]);
  return Buffer.concat([checked, uint32(crc32(checked))]);
}

/** Padding of a length that says nothing, as Bedrock adds to hide how long a piece is. */
export function padded(data: JsonObject): JsonObject {
  return { ...data, p: 'abcdefghijklmnopqrstuvwxyz'.slice(0, JSON.stringify(data).length % 26) };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
