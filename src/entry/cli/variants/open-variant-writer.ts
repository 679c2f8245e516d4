import { createUserModel } from '#adapters/models/clients/create-chat-model.ts';
import { createModelGateway } from '#adapters/models/gateway/create-model-gateway.ts';
import { missingKeys } from '#adapters/models/gateway/missing-keys.ts';
import { resolveUpstreams } from '#adapters/models/gateway/resolve-upstreams.ts';
import { createVariantWriter, type VariantWriter } from '#adapters/models/variant-writer/create-variant-writer.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { createBudget } from '#application/trials/budget.ts';
import type { Config, UserModelConfig } from '#domain/config/config.ts';

/** A writer of variants with its connection. */
export interface OpenWriter {
  readonly writer: VariantWriter;
  close(): Promise<void>;
}

/** Opens the model that writes variants; or says why that is impossible. */
export function openVariantWriter(
  model: UserModelConfig,
  { prices }: Pick<Config, 'prices'>,
  from: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly allowed_hosts: readonly string[];
  },
): OpenWriter | { readonly problem: string } {
  const resolved = resolveUpstreams({ ...from, config_base_urls: { [model.provider]: model.base_url } });
  if ('problem' in resolved) return resolved;
  const [missing] = missingKeys(resolved.upstreams).filter(({ provider }) => provider === model.provider);
  if (missing !== undefined)
    return {
      problem: `${missing.key_name} is empty or missing in the environment; the model of \`variants.model\` needs it`,
    };
  const budget = createBudget(
    { max_cost_usd: null, max_tokens: null, max_duration_ms: null, max_trials: null },
    systemClock,
  );
  const gateway = createModelGateway({
    budget,
    prices,
    cassettes: null,
    clock: systemClock,
    upstreams: resolved.upstreams,
  });
  return { writer: createVariantWriter(createUserModel(model, gateway)), close: () => gateway.close() };
}
