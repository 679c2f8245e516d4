import { isJsonObject, type Json } from '#common/json.ts';

/**
 * A config in which each of `agents` is whole. Next to an `agent`, each is written as the keys in which it differs from that one: mappings are merged
 * key by key, everything else is replaced, and `{}` is the agent itself. Other configs stay as they are.
 */
export function overBaseAgent(config: Json): Json {
  if (!isJsonObject(config)) return config;
  const { agent, agents, ...rest } = config;
  if (agent === undefined || !isJsonObject(agents)) return config;
  return {
    ...rest,
    agents: Object.fromEntries(Object.entries(agents).map(([name, own]) => [name, merge(agent, own)])),
  };
}

function merge(base: Json, over: Json): Json {
  if (!isJsonObject(base) || !isJsonObject(over)) return over;
  const own = Object.entries(over).map(
    ([key, value]) => [key, merge(Object.hasOwn(base, key) ? (base[key] ?? null) : null, value)] as const,
  );
  return { ...base, ...Object.fromEntries(own) };
}
