import { expect, test } from 'vitest';
import type { ProviderDefinition } from '#adapters/models/wire/provider.ts';
import { type Endpoint, PROVIDER_NAMES, PROVIDERS } from '#adapters/models/wire/providers.ts';
import { agentSchema } from '#domain/config/agent-schema.ts';
import { PROVIDER_KEYS } from '#entry/compose/agent-environment.ts';

const providers = PROVIDER_NAMES.map((name) => [name, PROVIDERS[name] as ProviderDefinition<Endpoint>] as const);

test.each(providers)('%s serves every endpoint that it has a format for', (_, { formats, routes }) => {
  const served = new Set(routes.map(({ endpoint }) => endpoint));
  expect(Object.keys(formats).filter((endpoint) => !served.has(endpoint as Endpoint))).toEqual([]);
});

test.each(providers)('the key of %s is kept out of agents whose calls are recorded', (_, { key_name }) => {
  expect(PROVIDER_KEYS).toContain(key_name);
  const agent = { command: ['a'], record: true, env: { [key_name]: 'sk-1' } };
  const refused = agentSchema.safeParse(agent).error?.issues.map(({ path }) => path.join('.'));
  expect(refused, `${key_name} in src/domain/config/agents/provided-variables.ts`).toContain(`env.${key_name}`);
});
