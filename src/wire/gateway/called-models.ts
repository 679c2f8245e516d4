import { isJsonObject, type Json } from '#common/json.ts';
import { type CalledModel, unitedModels } from '#trials/model-ends/ending-models.ts';
import type { CallContext, ModelGateway, ModelRequest } from '#wire/ports.ts';
import { formatOf, PROVIDERS, type Provider } from '#wire/protocols/providers.ts';
import type { Upstreams } from './call/upstream.ts';

/** The models that gateways really called at their vendors' own addresses. */
export interface CalledModels {
  /** The same gateway, watched. */
  watch(gateway: ModelGateway, upstreams: Upstreams): ModelGateway;
  /** Never throws. @param asks whether the providers are asked when their models end */
  called(asks: boolean, signal: AbortSignal): Promise<readonly CalledModel[]>;
}

/** What the gateways see: neither the config nor what a program reports counts, and no answer from a cassette. */
export function calledModels(): CalledModels {
  const seen: CalledModel[] = [];
  const gateways = new Map<Provider, ModelGateway>();

  return {
    watch: (gateway, upstreams) => ({
      ...gateway,
      call(request, context, signal) {
        const { provider } = request;
        if (!isOwnHost(upstreams, provider)) return gateway.call(request, context, signal);
        const onCall: CallContext['onCall'] = (call) => {
          const { model: asked } = call.request;
          if (call.answer !== null && asked !== null && !call.replayed) {
            const isEmbedding = context.ledger === 'judge' && formatOf(call.endpoint).embeds === true;
            const role = isEmbedding ? 'embedding' : context.ledger;
            gateways.set(provider, gateway);
            seen.push({ role, provider, asked, served: call.answer.model, listed: null });
            if (seen.length > MOST_SEEN) seen.splice(0, seen.length, ...unitedModels(seen));
          }
          context.onCall(call);
        };
        return gateway.call(request, { ...context, onCall }, signal);
      },
    }),
    async called(asks, signal) {
      const models = unitedModels(seen);
      if (!asks || signal.aborted) return models;
      const lists = new Map<string, ReadonlyMap<string, string>>();
      await Promise.all(
        [...gateways].map(async ([provider, gateway]) =>
          lists.set(provider, await endsListed(gateway, provider, signal)),
        ),
      );
      return models.map((model) => {
        const ends = lists.get(model.provider);
        const [listed = null] = [model.asked, model.served ?? model.asked].flatMap((name) => {
          const day = ends?.get(name);
          return day === undefined ? [] : [{ model: name, day }];
        });
        return { ...model, listed };
      });
    },
  };
}

/** Many calls name few models. */
const MOST_SEEN = 10_000;

function isOwnHost(upstreams: Upstreams, provider: Provider): boolean {
  const { host, trusted } = upstreams[provider];
  return trusted && host === new URL(PROVIDERS[provider].base_url).host;
}

/** Requests for the lists that say when models end, and the field that does. */
const LISTS: { readonly [provider in Provider]?: Pick<ModelRequest, 'path' | 'headers'> & { readonly field: string } } =
  {
    openai: { path: '/models', headers: {}, field: 'shutdown_date' },
    anthropic: { path: '/models?limit=1000', headers: { 'anthropic-version': '2023-06-01' }, field: 'retires_at' },
  };

const PATIENCE_MS = 3_000;
const DAY = /^\d{4}-\d{2}-\d{2}(?=$|T)/;

/** The days on which models end, by name, as the provider's list says; empty if it says nothing in time. */
async function endsListed(
  gateway: ModelGateway,
  provider: Provider,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const list = LISTS[provider];
  if (list === undefined) return new Map();
  const { field, ...request } = list;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const context = { ledger: 'agent', attempt: null, onWait: () => {}, onCall: () => {} } as const;
  try {
    const answer = await gateway.call({ provider, method: 'GET', body: '', ...request }, context, patience);
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body) pieces.push(piece);
    return daysOf(JSON.parse(Buffer.concat(pieces).toString('utf8')), field);
  } catch {
    return new Map();
  }
}

function daysOf(answer: Json, field: string): ReadonlyMap<string, string> {
  const data = isJsonObject(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
  return new Map(
    data.filter(isJsonObject).flatMap(({ id, [field]: ends = null }) => {
      const day = typeof ends === 'string' ? DAY.exec(ends)?.[0] : undefined;
      return typeof id === 'string' && day !== undefined ? [[id, day] as const] : [];
    }),
  );
}
