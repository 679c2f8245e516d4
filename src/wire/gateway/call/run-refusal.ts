import { cutEnd } from '#common/cut.ts';
import { FEDERATIONS, isFederated } from '#common/federations.ts';
import { plural } from '#common/words.ts';
import type { Refusal } from '#wire/protocols/classify-refusal.ts';
import { PROVIDERS } from '#wire/protocols/providers.ts';
import type { Upstream } from './upstream.ts';

/** Remembers why no trial can continue. The first reason counts. */
export interface RunRefusal {
  current(): string | null;
  /** Any answer: the server exists. */
  reached(upstream: Upstream): void;
  /**
   * No connection was possible after all tries. If none ever was, no trial can continue, and the sentence is returned;
   * otherwise an agent could call a missing server so that its own failures count as upstream's.
   */
  unreachable(upstream: Upstream, message: string): string | null;
  /** No token could be had: a sentence, which is returned. */
  withoutToken(sentence: string): string;
  /** A successful answer: the key works, and the model exists. */
  proved(upstream: Upstream, model: string | null): void;
  /**
   * Judges an upstream error. A model that answered before exists, and a host that answered before accepts the key: then 403
   * and "no such model" concern one request, and the result is `null` instead of the sentence.
   */
  consider(refused: RefusedRequest): string | null;
}

/** An error that may concern every request. `said`: the provider's own message, without the key. */
interface RefusedRequest {
  readonly upstream: Upstream;
  readonly refusal: Refusal;
  readonly status: number;
  readonly model: string | null;
  readonly reported: string;
}

/** @param onRefusal called once, when the run can't continue */
export function createRunRefusal(onRefusal: () => void): RunRefusal {
  const known = new Set<string>();
  const there = new Set<string>();
  const answered = new Map<string, number>();
  let current: string | null = null;

  function over(sentence: string): string {
    if (current === null) {
      current = sentence;
      onRefusal();
    }
    return sentence;
  }

  return {
    current: () => current,
    reached: ({ base_url }) => {
      there.add(base_url);
    },
    unreachable: (upstream, message) => {
      if (there.has(upstream.base_url)) return null;
      const { base_name } = PROVIDERS[upstream.provider];
      return over(
        `no connection to ${upstream.host}: ${asClause(message)}; is the server running, and does ${base_name} in the environment (in a workflow: under env), or the base URL in the config, name it?`,
      );
    },
    withoutToken: over,
    proved: ({ provider }, model) => {
      answered.set(provider, (answered.get(provider) ?? 0) + 1);
      known.add(provider);
      known.add(`${provider} ${model}`);
    },
    consider: (refused) => {
      const { upstream, refusal, status, model } = refused;
      if (refusal === 'key' && status === 403 && known.has(upstream.provider)) return null;
      if (refusal === 'model' && known.has(`${upstream.provider} ${model}`)) return null;
      return over(describe(refused, answered.get(upstream.provider) ?? 0));
    },
  };
}

/** @param answered requests that the host answered before */
function describe({ upstream, refusal, status, model, reported: text }: RefusedRequest, answered: number): string {
  const because = `(${status}): ${asClause(text)}`;
  const { host, key_name, held, provider } = upstream;
  const federation = isFederated(provider) ? FEDERATIONS[provider] : null;
  if (held !== undefined && (refusal === 'key' || refusal === 'expired'))
    return `${host} refuses the token that it gave for the job's identity ${because}; check what the service account of ${federation?.ids.join(' and ')} may use`;
  switch (refusal) {
    case 'model':
      return `${host} does not know the model ${JSON.stringify(cutEnd(model ?? '', 200))} ${because}; check its name`;
    case 'credit':
      return `${host} has no credit left for the key of ${key_name} ${because}; check the account's plan and limits`;
    case 'expired':
      return `${host} refuses the credentials of ${key_name}, because they have expired ${because}; the token ended after ${plural(answered, 'request')}; let it last longer than the run${upstream.signing === undefined ? '' : " (a role's with role-duration-seconds)"}${federation === null ? ', or make the run shorter' : `, or give ${federation.ids.join(' and ')} in its place, so that the action renews it`}`;
    case 'key':
      if (!upstream.trusted) {
        return `${host} refuses the dummy key ${because}; a host named only in the config never gets the real key: to send ${key_name}, name it as ${PROVIDERS[upstream.provider].base_name} in the environment (in a workflow: under env)`;
      }
      if (upstream.key === null)
        return `${host} requires a key ${because}; set ${key_name} in the environment (in a workflow: under env)`;
      return `${host} refuses the key of ${key_name} ${because}; check the secret`;
  }
}

/** What somebody else says, as a part of a sentence. */
export function asClause(text: string): string {
  return cutEnd(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[.;]+$/, ''),
    300,
  );
}
