import { isJsonList, type Json, valueAt } from '#common/json.ts';
import { type CalledModel, unitedModels } from '#trials/model-ends/ending-models.ts';
import type { CallContext, ModelGateway, ModelRequest } from '#wire/ports.ts';
import { formatOf, isOwnHost, type Provider } from '#wire/protocols/providers.ts';
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
        const { host, trusted } = upstreams[provider];
        if (!trusted || !isOwnHost(provider, host)) return gateway.call(request, context, signal);
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
        const { asked, served, provider } = model;
        const [listed = null] = [asked, served ?? asked, ...modelsBehind(provider, asked)].flatMap((name) => {
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

/** A provider's list that says when models end. */
interface EndsList extends Pick<ModelRequest, 'path'>, Partial<Pick<ModelRequest, 'headers'>> {
  /** Its fields with the models, and with the id and the end of one. */
  readonly models: string;
  readonly id: string;
  readonly end: readonly string[];
}

const LISTS: { readonly [provider in Provider]?: EndsList } = {
  openai: { path: '/models', models: 'data', id: 'id', end: ['shutdown_date'] },
  anthropic: {
    path: '/models?limit=1000',
    headers: { 'anthropic-version': '2023-06-01' },
    ...{ models: 'data', id: 'id', end: ['retires_at'] },
  },
  bedrock: {
    path: '/foundation-models',
    ...{ models: 'modelSummaries', id: 'modelId', end: ['modelLifecycle', 'endOfLifeTime'] },
  },
};

/** A list has no names of Bedrock's inference profiles, which are those of their models after a place: eu.amazon.nova-lite-v1:0. */
function modelsBehind(provider: string, name: string): readonly string[] {
  const id = name.replace(/^arn:[^/]*\//, '');
  return provider === 'bedrock' ? [id, id.replace(/^[a-z-]+\.(?=.*\.)/, '')] : [];
}

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
  const { path, headers = {} } = list;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const context = { ledger: 'agent', attempt: null, onWait: () => {}, onCall: () => {} } as const;
  try {
    const answer = await gateway.call({ provider, method: 'GET', path, headers, body: '' }, context, patience);
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body) pieces.push(piece);
    return daysOf(JSON.parse(Buffer.concat(pieces).toString('utf8')), list);
  } catch {
    return new Map();
  }
}

function daysOf(answer: Json, { models, id, end }: EndsList): ReadonlyMap<string, string> {
  const listed = valueAt(answer, [models]);
  return new Map(
    (isJsonList(listed) ? listed : []).flatMap((item) => {
      const [name, ends] = [valueAt(item, [id]), valueAt(item, end)];
      const day = typeof ends === 'string' ? DAY.exec(ends)?.[0] : undefined;
      return typeof name === 'string' && day !== undefined ? [[name, day] as const] : [];
    }),
  );
}
