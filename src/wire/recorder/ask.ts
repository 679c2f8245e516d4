import type { CallContext, ModelGateway, ModelRequest, ModelResponse } from '#wire/ports.ts';
import type { Endpoint } from '#wire/protocols/providers.ts';
import type { Attribution } from './routes.ts';

/** Whose request it is, and what it asks for. */
type Asker = Attribution & { readonly endpoint: Endpoint | null };

/** Calls the gateway for a turn, which may have so many calls in flight; does nothing if the client has left meanwhile. */
export async function ask(
  gateway: Pick<ModelGateway, 'call'>,
  asker: Asker,
  request: ModelRequest,
  signal: AbortSignal,
  deliver: (answer: ModelResponse) => Promise<void>,
): Promise<void> {
  const context = contextOf(asker, request);
  // This does not count as our waiting: an agent that does not read its answers only delays itself, and its clock runs.
  const leave = await asker.semaphore.enter(signal);
  if (leave === null) return;
  try {
    await deliver(await gateway.call(request, context, signal));
  } finally {
    leave();
  }
}

function contextOf({ turn, unclaimed, endpoint }: Asker, request: ModelRequest): CallContext {
  if (turn !== null) return turn.context(request, endpoint);
  return { ledger: 'agent', attempt: null, onWait: () => {}, onCall: unclaimed };
}
