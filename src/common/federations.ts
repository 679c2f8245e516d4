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

/** A provider that takes an identity token. */
export type Federated = 'openai' | 'anthropic' | 'openrouter';

/** No format of a protocol is loaded with it. */
export const FEDERATIONS: Readonly<Record<Federated, Federation>> = {
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
    ids: ['ANTHROPIC_FEDERATION_RULE_ID', 'ANTHROPIC_ORGANIZATION_ID', 'ANTHROPIC_SERVICE_ACCOUNT_ID'],
    other_ids: ['ANTHROPIC_WORKSPACE_ID'],
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
};

/** The same without their names. */
export const ALL_FEDERATIONS = Object.values(FEDERATIONS);

/** Whether a provider takes an identity token. */
export function isFederated(provider: string): provider is Federated {
  return Object.hasOwn(FEDERATIONS, provider);
}

/** Whether a variable has an id that is no secret. */
export function isPublicId(name: string): boolean {
  return ALL_FEDERATIONS.some(({ ids }) => ids.includes(name));
}

/** Among the names of what a run lacks: a job may not ask GitHub for its identity token. */
export const ID_TOKEN_PERMISSION = 'id-token: write';

/** What a job asks GitHub's identity token with; only jobs with `id-token: write` have it. */
export const ID_TOKEN_VARIABLES = ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_URL'] as const;

type Environment = { readonly [name: string]: string | undefined };

/** What GitHub sets in a job, with `id-token: write` or without it. */
export function jobVariables(mayAsk: boolean): Environment {
  const variables = ['GITHUB_ACTIONS', ...(mayAsk ? ID_TOKEN_VARIABLES : [])];
  return Object.fromEntries(variables.map((name) => [name, 'true']));
}

/** What lacks, by name, to get a provider's token; `null`: no id of it is given. */
export function lacksFor(federation: Federation, environment: Environment): readonly string[] | null {
  const { file, token } = identityNames(federation);
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  if (!federation.ids.some(isSet)) return null;
  const lacks = federation.ids.filter((name) => !isSet(name));
  if (ID_TOKEN_VARIABLES.every(isSet) || isSet(file) || isSet(token)) return lacks;
  return [...lacks, isSet('GITHUB_ACTIONS') ? ID_TOKEN_PERMISSION : file];
}
