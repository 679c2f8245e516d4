import { readFileSync } from 'node:fs';
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

const withUrls = providers.filter(([, { readBase }]) => readBase('no-url') === 'no-url');

test.each(withUrls)('the address of %s in the environment of an agent is a URL', (_, { base_name: name }) => {
  const refusedIn = (env: object) =>
    agentSchema.safeParse({ command: ['a'], record: true, env }).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(refusedIn({ [name]: 'https://models.example/v1' })).toEqual([]);
  expect(refusedIn({ [name]: 'no-url' }), `${name} in src/config/agents/provided-variables.ts`).toEqual([
    `env.${name}`,
  ]);
});

const page = readFileSync(new URL('../../../docs/models.md', import.meta.url), 'utf8');

test.each(providers)('docs/models.md has the host and the key of %s', (_, { base_name, key_name }) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${base_name}\` |`));
  expect(row, base_name).toBeDefined();
  if (key_name !== PROVIDERS.bedrock.key_name) expect(row).toContain(`\`${key_name}\``);
});
