import type { IncomingHttpHeaders } from 'node:http';
import type { Admission } from './admission.ts';
import { answerAside } from './asides.ts';
import { checkAccess } from './check-access.ts';
import { checkModel } from './check-model.ts';
import { composeReply } from './compose-reply.ts';
import { type Delivery, sendJson } from './deliver.ts';
import { answerWith } from './deliver-scripted.ts';
import { isPaid, mustBeObject, noSuchPath, plainHeaders } from './incoming.ts';
import type { JsonObject } from './json.ts';
import type { KeptObjects } from './kept-objects.ts';
import type { Protocol } from './protocols/protocol.ts';
import type { Randomness } from './randomness.ts';
import type { Route } from './route.ts';
import type { ModelScript } from './script.ts';
import type { StoredResponses } from './stored-responses.ts';

/** What all requests to a server share. */
export interface ServerState {
  readonly script: ModelScript;
  readonly latencyMs: number;
  /** `null`: every key, every model. */
  readonly keys: readonly string[] | null;
  readonly models: readonly string[] | null;
  readonly admission: Admission;
  readonly randomness: Randomness;
  readonly stored: StoredResponses;
  readonly kept: KeptObjects;
}

/** A request that was read. */
export interface Arrival {
  readonly where: Route;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came. */
  readonly text: string;
  readonly body: JsonObject | null;
  /** From 1. */
  readonly count: number;
}

/** Answers one request, and resolves when that is done. @throws Refusal; and whatever the script throws */
export async function answerRequest(state: ServerState, arrival: Arrival, delivery: Delivery): Promise<void> {
  const { where, method, path, headers, text, body } = arrival;
  const { provider, target } = where;
  if (target === null) throw noSuchPath(where, method);
  checkAccess(provider, { method, path, headers, body: text }, state.keys);
  const leave = isPaid(where) ? state.admission.enter(provider) : () => {};
  try {
    if ('chat' in target) await answerChat(state, arrival, target.chat, delivery);
    else {
      const { models, stored, kept } = state;
      sendJson(
        delivery,
        answerAside({
          ...target,
          path: where.path,
          provider,
          body: body ?? {},
          models,
          stored: stored.response,
          kept: kept.answer,
          method,
        }),
      );
    }
  } finally {
    leave();
  }
}

async function answerChat(state: ServerState, arrival: Arrival, protocol: Protocol, delivery: Delivery): Promise<void> {
  const { where, headers, path, count } = arrival;
  const { provider } = where;
  const body = mustBeObject(arrival.body, provider);
  const beta = headers['anthropic-beta'] !== undefined || path.includes('beta=true');
  const request = protocol.read(body, { provider, path: where.path, headers, beta, previous: state.stored.items });
  checkModel(provider, request.model, state.models);
  const random = state.randomness.of(protocol.endpoint, request);
  const answer = await state.script({
    ...request,
    provider,
    endpoint: protocol.endpoint,
    tools: request.tool_schemas.map(({ name }) => name),
    random: random.script,
    headers: plainHeaders(headers),
    count,
    body,
  });
  const reply = composeReply(answer, { provider, protocol, request, body, ids: random.ids });
  const isKept = protocol.endpoint === 'openai_responses' || protocol.endpoint === 'gemini_interactions';
  if (isKept && answer.fault === undefined) {
    state.stored.keep(body, protocol.whole(reply));
  }
  await answerWith(delivery, { protocol, reply, answer, latencyMs: state.latencyMs });
}
