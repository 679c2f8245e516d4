/** How a job without a key logs in at a provider: it shows its identity token, and gets a token that lives for minutes. */
export interface Federation {
  /** Variables of the keys whose place the token takes. */
  readonly key_names: readonly string[];
  /** Where the identity token is exchanged. */
  readonly exchange_url: string;
  /** Variables with the ids that every exchange names. They are no secrets. */
  readonly ids: readonly string[];
  /** Variables with ids that some set-ups need. */
  readonly other_ids: readonly string[];
  /** Whom the identity token is for, unless the variable says so. */
  readonly audience: string;
  readonly audience_name: string;
  /** The variable with the path of an identity token, outside of GitHub's jobs. */
  readonly file_name: string;
  /** The same, with the token itself. */
  readonly value_name?: string;
}

/** Providers that take an identity token, by name. No format of a protocol is loaded with it. */
export const FEDERATIONS = {
  openai: {
    key_names: ['OPENAI_API_KEY'],
    exchange_url: 'https://auth.openai.com/oauth/token',
    ids: ['OPENAI_IDENTITY_PROVIDER_ID', 'OPENAI_SERVICE_ACCOUNT_ID'],
    other_ids: [],
    audience: 'https://api.openai.com/v1',
    audience_name: 'OPENAI_IDENTITY_AUDIENCE',
    file_name: 'OPENAI_IDENTITY_TOKEN_FILE',
  },
  anthropic: {
    key_names: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    exchange_url: 'https://api.anthropic.com/v1/oauth/token',
    ids: ['ANTHROPIC_FEDERATION_RULE_ID', 'ANTHROPIC_ORGANIZATION_ID'],
    other_ids: ['ANTHROPIC_SERVICE_ACCOUNT_ID', 'ANTHROPIC_WORKSPACE_ID'],
    audience: 'https://api.anthropic.com',
    audience_name: 'ANTHROPIC_IDENTITY_AUDIENCE',
    file_name: 'ANTHROPIC_IDENTITY_TOKEN_FILE',
    value_name: 'ANTHROPIC_IDENTITY_TOKEN',
  },
  openrouter: {
    key_names: ['OPENROUTER_API_KEY'],
    exchange_url: 'https://openrouter.ai/api/v1/oauth/token',
    ids: ['OPENROUTER_FEDERATION_POLICY_ID'],
    other_ids: [],
    audience: 'https://openrouter.ai',
    audience_name: 'OPENROUTER_IDENTITY_AUDIENCE',
    file_name: 'OPENROUTER_IDENTITY_TOKEN_FILE',
  },
} as const satisfies { readonly [provider: string]: Federation };

/** A provider that takes an identity token. */
export type Federated = keyof typeof FEDERATIONS;

/** Its way in; `null`: it takes keys alone. */
export function federationOf(provider: string): Federation | null {
  return Object.hasOwn(FEDERATIONS, provider) ? FEDERATIONS[provider as Federated] : null;
}

/** What a job asks GitHub's identity token with; only jobs with `id-token: write` have it. */
export const ID_TOKEN_VARIABLES = ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_URL'] as const;

type Environment = { readonly [name: string]: string | undefined };

/** The ids of a provider, and what is missing beside them; `null`: none is given. */
export function readFederation(federation: Federation, environment: Environment) {
  const { ids: needed, other_ids: others, file_name, value_name = file_name } = federation;
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const given = [...needed, ...others].filter(isSet).map((name) => [name, environment[name]?.trim() ?? ''] as const);
  const names = needed.filter((name) => !isSet(name));
  if (names.length === needed.length) return null;
  const known = ID_TOKEN_VARIABLES.every(isSet) || isSet(file_name) || isSet(value_name);
  const lacks = names.length > 0 ? { kind: 'ids' as const, names } : { kind: 'permission' as const, file_name };
  return { ids: Object.fromEntries(given), lacks: known && names.length === 0 ? null : lacks };
}

/** What the environment has for the token that takes the place of a key; `null`: no id is given, or there is no such token. */
export function federationFor(key_name: string, environment: Environment): ReturnType<typeof readFederation> {
  const all: readonly Federation[] = Object.values(FEDERATIONS);
  const federation = all.find(({ key_names }) => key_names.includes(key_name));
  return federation === undefined ? null : readFederation(federation, environment);
}

/** Why no token takes the place of missing keys although ids are given; `null`: none are, or nothing is missing. */
export function noTokenFor(keys: readonly string[], environment: Environment) {
  const lacks = keys.map((name) => federationFor(name, environment)?.lacks ?? null);
  return lacks.find((item) => item !== null) ?? null;
}
