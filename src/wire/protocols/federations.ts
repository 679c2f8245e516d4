import { ID_TOKEN_PERMISSION } from '#report/reasons/circumstance-words.ts';

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
  /** How the variables of {@link identityNames} begin. */
  readonly prefix: string;
}

/** Variables: whom the identity token is for; outside of GitHub's jobs the path of a file with one, and one itself. */
export function identityNames({ prefix }: Federation) {
  const token = `${prefix}_IDENTITY_TOKEN`;
  return { audience: `${prefix}_IDENTITY_AUDIENCE`, file: `${token}_FILE`, token };
}

/** Providers that take an identity token, by name. No format of a protocol is loaded with it. */
export const FEDERATIONS = {
  openai: {
    key_names: ['OPENAI_API_KEY'],
    exchange_url: 'https://auth.openai.com/oauth/token',
    ids: ['OPENAI_IDENTITY_PROVIDER_ID', 'OPENAI_SERVICE_ACCOUNT_ID'],
    other_ids: [],
    audience: 'https://api.openai.com/v1',
    prefix: 'OPENAI',
  },
  anthropic: {
    key_names: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    exchange_url: 'https://api.anthropic.com/v1/oauth/token',
    ids: ['ANTHROPIC_FEDERATION_RULE_ID', 'ANTHROPIC_ORGANIZATION_ID'],
    other_ids: ['ANTHROPIC_SERVICE_ACCOUNT_ID', 'ANTHROPIC_WORKSPACE_ID'],
    audience: 'https://api.anthropic.com',
    prefix: 'ANTHROPIC',
  },
  openrouter: {
    key_names: ['OPENROUTER_API_KEY'],
    exchange_url: 'https://openrouter.ai/api/v1/oauth/token',
    ids: ['OPENROUTER_FEDERATION_POLICY_ID'],
    other_ids: [],
    audience: 'https://openrouter.ai',
    prefix: 'OPENROUTER',
  },
} as const satisfies { readonly [provider: string]: Federation };

/** The same without their names. */
export const ALL_FEDERATIONS: readonly Federation[] = Object.values(FEDERATIONS);

/** A provider that takes an identity token. */
export type Federated = keyof typeof FEDERATIONS;

/** Its way in; `null`: it takes keys alone. */
export function federationOf(provider: string): Federation | null {
  return Object.hasOwn(FEDERATIONS, provider) ? FEDERATIONS[provider as Federated] : null;
}

/** What a job asks GitHub's identity token with; only jobs with `id-token: write` have it. */
export const ID_TOKEN_VARIABLES = ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_URL'] as const;

/** What GitHub sets in a job, with `id-token: write` or without it. */
export function jobVariables(mayAsk: boolean): Environment {
  const variables = ['GITHUB_ACTIONS', ...(mayAsk ? ID_TOKEN_VARIABLES : [])];
  return Object.fromEntries(variables.map((name) => [name, 'true']));
}

type Environment = { readonly [name: string]: string | undefined };

/** The ids of a provider, and what a job lacks besides them to get its token, by name; `null`: no id is given. */
export function readFederation(federation: Federation, environment: Environment) {
  const { ids: needed, other_ids } = federation;
  const { file, token } = identityNames(federation);
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  if (!needed.some(isSet)) return null;
  const given = [...needed, ...other_ids].filter(isSet).map((name) => [name, environment[name]?.trim() ?? ''] as const);
  const lacks = needed.filter((name) => !isSet(name));
  const isKnown = ID_TOKEN_VARIABLES.every(isSet) || isSet(file) || isSet(token);
  if (!isKnown) lacks.push(isSet('GITHUB_ACTIONS') ? ID_TOKEN_PERMISSION : file);
  return { ids: Object.fromEntries(given), lacks };
}

/** The same by the variable of the key whose place the token takes. */
export function federationFor(key_name: string, environment: Environment): ReturnType<typeof readFederation> {
  const federation = ALL_FEDERATIONS.find(({ key_names }) => key_names.includes(key_name));
  return federation === undefined ? null : readFederation(federation, environment);
}
