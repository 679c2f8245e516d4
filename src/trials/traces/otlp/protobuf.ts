import type { Json, JsonObject } from '#common/json.ts';

/** How a field is read: as itself, or as a message with fields of its own. */
type Kind = 'text' | 'hex' | 'fixed' | 'integer' | 'flag' | 'double' | 'ignored' | (() => Message);

/** The fields of a message by their numbers, named as OTLP/JSON names them. A list is a field that may come again. */
type Message = { readonly [number: number]: readonly [name: string, kind: Kind, list?: 'list'] };

const ANY_VALUE: Message = {
  1: ['stringValue', 'text'],
  2: ['boolValue', 'flag'],
  3: ['intValue', 'integer'],
  4: ['doubleValue', 'double'],
  5: ['arrayValue', () => ({ 1: ['values', () => ANY_VALUE, 'list'] })],
  6: ['kvlistValue', () => ({ 1: ['values', () => KEY_VALUE, 'list'] })],
};
const KEY_VALUE: Message = { 1: ['key', 'text'], 2: ['value', () => ANY_VALUE] };
const EVENT: Message = {
  1: ['timeUnixNano', 'fixed'],
  2: ['name', 'text'],
  3: ['attributes', () => KEY_VALUE, 'list'],
};
const SPAN: Message = {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  4: ['parentSpanId', 'hex'],
  5: ['name', 'text'],
  7: ['startTimeUnixNano', 'fixed'],
  8: ['endTimeUnixNano', 'fixed'],
  9: ['attributes', () => KEY_VALUE, 'list'],
  11: ['events', () => EVENT, 'list'],
  15: ['status', () => ({ 2: ['message', 'text'], 3: ['code', 'integer'] })],
};
const LOG_RECORD: Message = {
  1: ['timeUnixNano', 'fixed'],
  5: ['body', () => ANY_VALUE],
  6: ['attributes', () => KEY_VALUE, 'list'],
  9: ['traceId', 'hex'],
  10: ['spanId', 'hex'],
  11: ['observedTimeUnixNano', 'fixed'],
  12: ['eventName', 'text'],
};

/** Export requests by their signal: what they hold of resources and scopes is passed over. */
const REQUESTS: { readonly [signal in 'traces' | 'logs']: Message } = {
  traces: {
    1: ['resourceSpans', () => ({ 2: ['scopeSpans', () => ({ 2: ['spans', () => SPAN, 'list'] }), 'list'] }), 'list'],
  },
  logs: {
    1: [
      'resourceLogs',
      () => ({ 2: ['scopeLogs', () => ({ 2: ['logRecords', () => LOG_RECORD, 'list'] }), 'list'] }),
      'list',
    ],
  },
};

/** An export request in protobuf as the same one in OTLP/JSON, as far as it is read; `null`: the bytes are none. */
export function readProtobuf(bytes: Uint8Array, signal: 'traces' | 'logs'): JsonObject | null {
  try {
    return readMessage(bytes, REQUESTS[signal], 0);
  } catch {
    return null;
  }
}

/** Deeper values are no attributes. */
const MOST_DEPTH = 100;

/** @throws if the bytes are no message */
function readMessage(bytes: Uint8Array, message: Message, depth: number): JsonObject {
  if (depth > MOST_DEPTH) throw new RangeError('too deep');
  const read: { [name: string]: Json } = {};
  const lists = new Map<string, Json[]>();
  const cursor = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
  while (cursor.at < bytes.length) {
    const tag = Number(varint(cursor));
    const [name, kind, list] = message[Math.floor(tag / 8)] ?? ['', 'ignored'];
    const value = readValue(cursor, tag % 8, kind, depth);
    if (value === null) continue;
    if (list === undefined) {
      read[name] = value;
      continue;
    }
    const values = lists.get(name) ?? [];
    lists.set(name, values);
    values.push(value);
  }
  return { ...read, ...Object.fromEntries(lists) };
}

interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
}

/** `null`: nothing reads it. */
function readValue(cursor: Cursor, wire: number, kind: Kind, depth: number): Json {
  switch (wire) {
    case 0: {
      const value = varint(cursor);
      return kind === 'flag' ? value !== 0n : kind === 'integer' ? String(BigInt.asIntN(64, value)) : null;
    }
    case 1: {
      const at = skip(cursor, 8);
      return kind === 'double'
        ? cursor.view.getFloat64(at, true)
        : kind === 'fixed'
          ? String(cursor.view.getBigUint64(at, true))
          : null;
    }
    case 2: {
      const length = Number(varint(cursor));
      const at = skip(cursor, length);
      return readBytes(cursor.bytes.subarray(at, at + length), kind, depth);
    }
    case 5:
      skip(cursor, 4);
      return null;
    default:
      throw new RangeError(`wire type ${wire}`);
  }
}

function readBytes(bytes: Uint8Array, kind: Kind, depth: number): Json {
  if (typeof kind === 'function') return readMessage(bytes, kind(), depth + 1);
  if (kind === 'text') return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return kind === 'hex' ? [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') : null;
}

/** Where the bytes begin that are passed over. */
function skip(cursor: Cursor, length: number): number {
  const { at } = cursor;
  if (length > cursor.bytes.length - at) throw new RangeError('cut off');
  cursor.at += length;
  return at;
}

function varint(cursor: Cursor): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw new RangeError('cut off');
    cursor.at += 1;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asUintN(64, value);
  }
  throw new RangeError('a number without end');
}
