import type { CallContext, ModelGateway, ModelRequest, ModelResponse, RecordedTurn } from '#wire/ports.ts';
import type { WireAnswer } from '#wire/protocols/format/wire-format.ts';
import type { CallFault, ModelCall } from '#wire/protocols/model-call.ts';
import { PROVIDER_NAMES } from '#wire/protocols/providers.ts';
import type { KnownHosts } from '#wire/recorder/preload/known-hosts.ts';
import { createRecorder } from '#wire/recorder/recorder.ts';

/** What a test lets a provider answer. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** Texts as they come; a promise is awaited in between, an error breaks the body off. */
  readonly body?: AsyncIterable<string> | Iterable<string>;
  /** What the gateway tells of the call; absent: it was none. */
  readonly call?: Partial<ModelCall>;
}

/** A call that the gateway got. */
export interface Received {
  readonly request: ModelRequest;
  readonly context: CallContext;
  readonly signal: AbortSignal;
}

/** A gateway without providers: `answer` plays them. */
function scriptedGateway(answer: (received: Received) => Scripted | Promise<Scripted> = () => ({})) {
  const received: Received[] = [];
  const gateway: ModelGateway = {
    async call(request, context, signal): Promise<ModelResponse> {
      const call = { request, context, signal };
      received.push(call);
      const refusal = context.refusal?.() ?? null;
      if (refusal !== null) {
        context.onCall(modelCall({ fault: { kind: 'limit', status: 403, message: refusal }, tries: 0 }));
        return { status: 403, headers: {}, body: bytes([refusal], () => {}) };
      }
      const {
        status = 200,
        headers = { 'content-type': 'application/json' },
        body = ['{}'],
        call: told,
      } = await answer(call);
      return { status, headers, body: bytes(body, () => told && context.onCall(modelCall(told))) };
    },
    refusal: () => null,
    close: async () => {},
  };
  return { gateway, received };
}

async function* bytes(texts: AsyncIterable<string> | Iterable<string>, atEnd: () => void): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
  atEnd();
}

const ANSWER: WireAnswer = { id: null, model: 'm', text: '', calls: [], usage: null };
const NETWORK: CallFault = { kind: 'network', status: null, message: 'lost' };

/** A good call, but for what is given. */
export function modelCall(facts: Partial<ModelCall> = {}): ModelCall {
  return {
    endpoint: 'openai_chat',
    request: { model: 'm', stream: false, body_hash: 'h', retry_count: null, results: [] },
    answer: facts.fault == null ? ANSWER : null,
    fault: null,
    segments: [],
    usage: null,
    started_ms: 0,
    latency_ms: 1,
    wait_ms: 0,
    silent_ms: 0,
    tries: 1,
    replayed: false,
    ...facts,
  };
}

/** The call that was lost. */
export const LOST: Partial<ModelCall> = { fault: NETWORK };

/** A recorder that closes itself, before a scripted gateway. */
export function recorderFor(
  answer?: (received: Received) => Scripted | Promise<Scripted>,
  clock = { monotonic: () => performance.now() },
  preload?: KnownHosts,
) {
  const { gateway, received } = scriptedGateway(answer);
  const recorder = createRecorder({
    gateway,
    clock,
    providers: PROVIDER_NAMES,
    ...(preload === undefined ? {} : { preload }),
  });
  return { ...recorder, received, [Symbol.asyncDispose]: () => recorder.close() };
}

/** A recorder with a session of an agent, and the base URL of OpenAI that the session has. */
export async function openRecorder(...args: Parameters<typeof recorderFor>) {
  const recorder = recorderFor(...args);
  const session = await recorder.open();
  return { ...recorder, session, base: session.variables['OPENAI_BASE_URL'] ?? '' };
}

/** The turn of some trial. */
export function turnOf(index = 1, max_steps: number | null = null): RecordedTurn {
  return { attempt: { trial: { case_id: 'a-case', index } }, turn: 1, max_steps };
}

/** Posts a chat completion below a base URL and reads the answer whole. */
export async function ask(
  base: string | undefined,
  parts: { path?: string; body?: string; headers?: Record<string, string> } = {},
) {
  const { path = '/chat/completions', body = '{"model":"m"}', headers = {} } = parts;
  const response = await fetch(`${base}${path}`, { method: 'POST', body, headers: { ...JSON_BODY, ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const JSON_BODY = { 'content-type': 'application/json' };
