/**
 * What we send to a relay: frames of one byte that says what follows, four bytes of length (big-endian), and so many bytes. A
 * relay sends us a line of JSON (`{"token", "server"}`), and then its standard input as it is.
 */
export const FRAME = { stdout: 1, stderr: 2, exit: 3 } as const;

const HEAD_BYTES = 5;

/** A frame. The bytes of `exit` are the exit code as text. */
export function frameOf(kind: keyof typeof FRAME, bytes: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(FRAME[kind], 0);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Reads frames from a stream in any pieces. */
export function createFrameReader(onFrame: (kind: number, bytes: Buffer) => void): (chunk: Buffer) => void {
  let buffer: Buffer = Buffer.alloc(0);
  return (chunk) => {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    while (buffer.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + buffer.readUInt32BE(1);
      if (buffer.length < end) return;
      onFrame(buffer.readUInt8(0), buffer.subarray(HEAD_BYTES, end));
      buffer = buffer.subarray(end);
    }
  };
}
