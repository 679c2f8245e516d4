import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { MARK } from './conversation.ts';
import { createMessageThreads } from './message-threads.ts';

/** A server in front of a model server that holds back the rest of a stream until its reader says that it heard the beginning. */
export interface Front extends AsyncDisposable {
  readonly url: string;
  /** Streams with text, in order; `heard`: the reader spoke up while the rest was held back. */
  readonly streams: readonly { readonly mark: string; readonly heard: boolean }[];
}

/**
 * Answers are compressed for two of three trials, asked or not. A reader says that it heard by `GET /heard/CASE/TRIAL`; one
 * that never does gets the rest after a quarter of a minute, and those after it at once.
 *
 * @param listens marks whose readers say so
 */
export async function startFront(target: string, listens: RegExp): Promise<Front> {
  const held = new Map<string, () => void>();
  const threads = createMessageThreads();
  let patience_ms = 60_000;
  const streams: { readonly mark: string; readonly heard: boolean }[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, first, ...path] = (request.url ?? '').split('/');
    if (first === 'heard') {
      held.get(path.join('#'))?.();
      response.end();
      return;
    }
    const body = threads.whole(await readText(request));
    const { host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries({ ...headers, 'x-forwarded-host': host }).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
      ...(body === '' ? {} : { body }),
    });
    const mark = [...body.matchAll(new RegExp(MARK, 'g'))].at(-1)?.[0] ?? '';
    const out = writerFor(response, answer, ENCODINGS[Number(mark.split('#')[1]) % ENCODINGS.length] ?? null);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.headers.get('content-type') === 'application/json') threads.keep(body, bytes.toString());
    const frames = isBinary(answer) ? framesIn(bytes) : bytes.toString().split(endOf(answer));
    const beginning = frames.findIndex((frame) => TEXT.test(readable(frame)));
    for (const [index, frame] of frames.entries()) {
      await out.write(frame);
      if (index === beginning && index < frames.length - 1 && listens.test(mark))
        streams.push({ mark, heard: await heard(mark) });
    }
    out.end();
  }

  function heard(mark: string): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(false), patience_ms);
      const end = (wasHeard: boolean) => {
        clearTimeout(timer);
        held.delete(mark);
        // Where one stream is held on its way, all are: nobody has to wait for each of them.
        if (!wasHeard) patience_ms = 100;
        resolve(wasHeard);
      };
      held.set(mark, () => end(true));
    });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    streams,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Where pieces of a stream end: after an event, and after a line of Ollama's. */
function endOf(answer: Response): RegExp {
  return isStream(answer) ? /(?<=\n\n)/ : /(?<=\n)/;
}

function isBinary(answer: Response): boolean {
  return answer.headers.get('content-type') === 'application/vnd.amazon.eventstream';
}

/** Each of AWS's frames begins with its length. */
function framesIn(bytes: Buffer): readonly Buffer[] {
  if (bytes.length < 4) return [];
  const length = bytes.readUInt32BE(0);
  return [bytes.subarray(0, length), ...framesIn(bytes.subarray(length))];
}

/** A frame as text; of InvokeModel's with the JSON that is in it. */
function readable(frame: string | Buffer): string {
  const text = frame.toString();
  return text.replace(/"bytes":"([^"]+)"/, (_, packed: string) => Buffer.from(packed, 'base64').toString());
}

function isStream(answer: Response): boolean {
  return answer.headers.get('content-type')?.includes('event-stream') === true;
}

/** A piece of an answer's text in any provider's stream. */
const TEXT =
  /output_text\.delta|"text-delta"|"text_delta"|"content":"[^"]|"parts":\[\{"text":"[^"]|"delta":\{"text":"[^"]|"delta":\{"type":"text","text":"[^"]/;

const ENCODINGS = [null, 'gzip', 'br'] as const;

/** Writes pieces so that each can be read at once, however they are compressed. */
function writerFor(response: ServerResponse, answer: Response, encoding: (typeof ENCODINGS)[number]) {
  const {
    'content-length': _,
    connection: _connection,
    'keep-alive': _alive,
    ...headers
  } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, { ...headers, ...(encoding === null ? {} : { 'content-encoding': encoding }) });
  if (encoding === null) {
    return { write: async (piece: string | Buffer) => void response.write(piece), end: () => void response.end() };
  }
  const packer = encoding === 'gzip' ? createGzip() : createBrotliCompress();
  packer.pipe(response);
  return {
    write: (piece: string | Buffer) =>
      new Promise<void>((resolve) => {
        packer.write(piece);
        packer.flush(() => resolve());
      }),
    end: () => void packer.end(),
  };
}
