import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Delivery, providerHeaders, retryAfter, sendBody, sendJson, sendRefusal } from './deliver.ts';
import type { Protocol, Reply } from './protocols/protocol.ts';
import { Refusal } from './refusal.ts';
import type { Fault, ScriptAnswer } from './script.ts';

/** What is said, and how. */
export interface Scripted {
  readonly protocol: Protocol;
  readonly reply: Reply;
  readonly answer: ScriptAnswer;
  readonly latencyMs: number;
}

/** Sends a scripted answer, or lets it fail as the script wants. Resolves when all is sent or the client is gone. */
export async function answerWith(delivery: Delivery, scripted: Scripted): Promise<void> {
  const { reply, answer, latencyMs } = scripted;
  const { fault = null } = answer;
  if (!(await pause(delivery.outgoing, latencyMs + (answer.delay_ms ?? 0)))) return;
  if (fault !== null && 'status' in fault) sendStatus(delivery, fault);
  else if (fault?.kind === 'hang') await once(delivery.outgoing, 'close');
  else if (fault?.kind === 'reset') delivery.outgoing.socket?.resetAndDestroy();
  else if (reply.request.stream) await sendStream(delivery, scripted, fault);
  else await sendWhole(delivery, scripted, fault);
}

type Broken = Extract<Fault, { kind: 'cut' | 'unended' | 'stall' | 'stream_error' }>;

function sendStatus(delivery: Delivery, fault: Extract<Fault, { status: number }>): void {
  const { status, error = {}, body, retry_after } = fault;
  const { message = WORDS[status] ?? `Scripted fault ${status}.`, ...named } = error;
  for (const [name, value] of Object.entries(fault.headers ?? {})) delivery.outgoing.setHeader(name, value);
  if (body !== undefined) sendBody(delivery, status, body, retryAfter(retry_after ?? null));
  else
    sendRefusal(
      delivery,
      new Refusal(status, message, { ...named, ...(retry_after === undefined ? {} : { retry_after }) }),
    );
}

const WORDS: Readonly<Record<number, string>> = {
  429: 'Rate limit reached. Please try again later.',
  500: 'The server had an error while processing your request. Sorry about that!',
  503: 'The engine is currently overloaded, please try again later.',
  529: 'Overloaded',
};

async function sendStream(
  delivery: Delivery,
  { protocol, reply, answer }: Scripted,
  fault: Broken | null,
): Promise<void> {
  const { outgoing } = delivery;
  delivery.begun();
  const headers = { 'content-type': answer.stream_type ?? protocol.streamType, 'cache-control': 'no-cache' };
  outgoing.writeHead(200, { ...providerHeaders(delivery), ...headers });
  outgoing.flushHeaders();
  for (const [index, chunk] of brokenStream(protocol, reply, fault).entries()) {
    if (index > 0 && !(await pause(outgoing, answer.chunk_delay_ms ?? 0))) return;
    outgoing.write(chunk);
  }
  if (fault?.kind === 'cut') outgoing.socket?.destroySoon();
  else if (fault?.kind === 'stall') await once(outgoing, 'close');
  else outgoing.end();
}

type Chunks = ReturnType<Protocol['stream']>;

function brokenStream(protocol: Protocol, reply: Reply, fault: Broken | null): Chunks {
  const chunks = protocol.stream(reply);
  switch (fault?.kind) {
    case undefined:
      return chunks;
    case 'unended':
      return protocol.unended(reply);
    case 'cut':
    case 'stall':
      return chunks.slice(0, fault.after_chunks);
    case 'stream_error': {
      const half = chunks.slice(0, Math.max(1, Math.floor(chunks.length / 2)));
      const begun = fault.late === true ? protocol.unended(reply) : half;
      return [...begun, protocol.streamError(fault.type, fault.message)];
    }
  }
}

async function sendWhole(delivery: Delivery, { protocol, reply }: Scripted, fault: Broken | null): Promise<void> {
  switch (fault?.kind) {
    case undefined:
    case 'unended':
      sendJson(delivery, protocol.whole(reply));
      break;
    case 'stream_error':
      sendRefusal(delivery, new Refusal(500, fault.message, { type: fault.type }));
      break;
    case 'cut':
      sendHalf(delivery, Buffer.from(JSON.stringify(protocol.whole(reply))));
      delivery.outgoing.socket?.destroySoon();
      break;
    case 'stall':
      sendHalf(delivery, Buffer.from(JSON.stringify(protocol.whole(reply))));
      await once(delivery.outgoing, 'close');
  }
}

function sendHalf(delivery: Delivery, bytes: Buffer): void {
  const { outgoing } = delivery;
  delivery.begun();
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
  outgoing.writeHead(200, { ...providerHeaders(delivery), ...headers });
  outgoing.write(bytes.subarray(0, bytes.length / 2));
}

/** False when the client went away. */
async function pause(outgoing: ServerResponse, milliseconds: number): Promise<boolean> {
  if (milliseconds <= 0) return !outgoing.destroyed;
  const gone = new AbortController();
  const leave = () => gone.abort();
  outgoing.once('close', leave);
  await sleep(milliseconds, undefined, { signal: gone.signal }).catch(() => {});
  outgoing.off('close', leave);
  return !gone.signal.aborted;
}
