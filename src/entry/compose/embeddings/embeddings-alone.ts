import { missingKeys } from '#adapters/models/gateway/missing-keys.ts';
import { resolveUpstreams } from '#adapters/models/gateway/resolve-upstreams.ts';
import { createLimiters } from '#adapters/models/gateway/sending/limiters.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import type { BudgetCaps } from '#application/ports.ts';
import { createBudget } from '#application/trials/budget.ts';
import type { ModelAccess, ModelAccessRequest } from '../model-access.ts';
import { openEmbeddings } from './open-embeddings.ts';

/** The model of embeddings for grading stored answers, without an agent; `problem`: why it can't be asked, a sentence part. */
export function embeddingsAlone(
  request: Pick<ModelAccessRequest, 'config' | 'environment' | 'allowed_hosts' | 'redact'> & {
    readonly budget: BudgetCaps;
  },
): Pick<ModelAccess, 'embedding' | 'close'> | { readonly problem: string } {
  const { config, environment, allowed_hosts } = request;
  const base_url = config.embedding?.base_url ?? null;
  const resolved = resolveUpstreams({ environment, allowed_hosts, config_base_urls: { openai: base_url } });
  if ('problem' in resolved) return { problem: `embedding: ${resolved.problem}` };
  const { upstreams } = resolved;
  const [missing] = missingKeys(upstreams).filter(({ provider }) => provider === 'openai');
  if (missing !== undefined)
    return { problem: `similarity by embeddings needs ${missing.key_name}, which is empty or missing` };
  const closing = new AbortController();
  const opened = openEmbeddings(
    {
      ...request,
      budget: createBudget(request.budget, systemClock),
      clock: systemClock,
      cassette_folder: '',
      replay: 'off',
    },
    { upstreams, limiterOf: createLimiters(systemClock, closing.signal), mode: null },
  );
  return {
    embedding: opened?.embedding ?? null,
    async close() {
      closing.abort();
      await opened?.close();
    },
  };
}
