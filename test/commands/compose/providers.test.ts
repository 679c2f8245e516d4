import { expect, test } from 'vitest';
import { PROVIDER_KEYS } from '#commands/compose/agent-environment.ts';
import { agentSchema } from '#config/parsing/agent-schema.ts';
import type { ProviderDefinition } from '#wire/protocols/format/provider.ts';
import { type Endpoint, PROVIDER_NAMES, PROVIDERS } from '#wire/protocols/providers.ts';

const providers = PROVIDER_NAMES.map((name) => [name, PROVIDERS[name] as ProviderDefinition<Endpoint>] as const);

test.each(providers)('%s serves every endpoint that it has a format for', (_, { formats, routes }) => {
  const served = new Set(routes.map(({ endpoint }) => endpoint));
  expect(Object.keys(formats).filter((endpoint) => !served.has(endpoint as Endpoint))).toEqual([]);
});

const keys = providers.flatMap(([name, { key_name, other_key_names = [] }]) =>
  [key_name, ...other_key_names].map((key) => [key, name] as const),
);

test.each(keys)('%s, a key of %s, is kept out of agents whose calls are recorded', (key) => {
  expect(PROVIDER_KEYS).toContain(key);
  const agent = { command: ['a'], record: true, env: { [key]: 'sk-1' } };
  const refused = agentSchema.safeParse(agent).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(refused, `${key} in src/config/agents/provided-variables.ts`).toContain(`env.${key}`);
});
