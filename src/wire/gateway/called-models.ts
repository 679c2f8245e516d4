import { json } from 'node:stream/consumers';
import { isJsonList, type Json, valueAt } from '#common/json.ts';
import { type CalledModel, unitedModels } from '#trials/model-ends/ending-models.ts';
import type { ModelGateway, ModelRequest } from '#wire/ports.ts';
import { formatOf, isOwnHost, type Provider } from '#wire/protocols/providers.ts';
import type { Upstreams } from './call/upstream.ts';
import { toldOf } from './watched-gateway.ts';

/** The models that gateways really called at their vendors' own addresses. */
export interface CalledModels {
  /** The same gateway, watched. */
  watch(gateway: ModelGateway, upstreams: Upstreams): ModelGateway;
  /** Never throws. @param asks whether the providers are asked when their models end */
  called(asks: boolean, signal: AbortSignal): Promise<readonly CalledModel[]>;
}

/** What the gateways see: neither the config nor what a program reports counts, and no answer from a cassette. */
export function calledModels(): CalledModels {
  let seen: readonly CalledModel[] = [];
  const gateways = new Map<Provider, ModelGateway>();

  return {
    watch: (gateway, upstreams) =>
      toldOf(gateway, ({ provider }, { ledger }) => {
        const { host, trusted } = upstreams[provider];
        if (!trusted || !isOwnHost(provider, host)) return null;
        return ({ request: { model: asked }, answer, replayed, endpoint }) => {
          if (answer === null || asked === null || replayed) return;
          const role = ledger === 'judge' && formatOf(endpoint).embeds === true ? 'embedding' : ledger;
          gateways.set(provider, gateway);
          const { model: served, ends } = answer;
          seen = unitedModels([...seen, { role, provider, asked, served, listed: endOf(served ?? asked, ends) }]);
        };
      }),
    async called(asks, signal) {
      if (!asks || signal.aborted) return seen;
      const lists = new Map<string, Ends>();
      const ask = async (provider: Provider, by: ModelGateway) =>
        lists.set(provider, await endsListed(by, provider, signal));
      await Promise.all([...gateways].map(([provider, by]) => ask(provider, by)));
      return seen.map((model) => {
        const names = [model.asked, model.served ?? model.asked, ...modelsBehind(model)];
        const [listed = null] = names.flatMap((name) => lists.get(model.provider)?.get(name) ?? []);
        return { ...model, listed: listed ?? model.listed };
      });
    },
  };
}

/** What a list says of models, by name. */
type Ends = ReadonlyMap<string, NonNullable<CalledModel['listed']>>;

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
function modelsBehind({ provider, asked }: CalledModel): readonly string[] {
  const id = asked.replace(/^arn:[^/]*\//, '');
  return provider === 'bedrock' ? [id, id.replace(/^[a-z-]+\.(?=.*\.)/, '')] : [];
}

const PATIENCE_MS = 3_000;

/** When models end, as the provider's list says; empty if it says nothing in time. */
async function endsListed(gateway: ModelGateway, provider: Provider, signal: AbortSignal): Promise<Ends> {
  const list = LISTS[provider];
  if (list === undefined) return new Map();
  const { path, headers = {}, models, id, end } = list;
  const answer = await gateway.call(
    { provider, method: 'GET', path, headers, body: '' },
    { ledger: 'agent', attempt: null, onWait: () => {}, onCall: () => {} },
    AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  );
  const listed = valueAt(await json(answer.body).catch(() => null), [models]);
  return new Map(
    (isJsonList(listed) ? listed : []).flatMap((item) => {
      const name = valueAt(item, [id]);
      const listed = typeof name === 'string' ? endOf(name, valueAt(item, end)) : null;
      return listed === null ? [] : [[listed.model, listed] as const];
    }),
  );
}

function endOf(model: string, ends: Json | undefined): CalledModel['listed'] {
  const [day] = (typeof ends === 'string' && /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(ends)) || [];
  return day === undefined ? null : { model, day };
}
