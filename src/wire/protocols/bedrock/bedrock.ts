import { devNull } from 'node:os';
import { endpointFormat } from '../format/endpoint-format.ts';
import type { ProviderDefinition, RouteRow } from '../format/provider.ts';
import { askedIn, bedrockConverse } from './bedrock-converse.ts';
import { bedrockInvoke, countedInHeaders } from './bedrock-invoke.ts';

/** `InvokeModel` of a model that embeds. It requests no tool; what it read is counted in the body (Titan) or in a header. */
const bedrockEmbeddings = endpointFormat({
  embeds: true,
  inCommonNames: (body, path) => ({ ...body, ...askedIn(path) }),
  withHeaders: countedInHeaders,
  answer: ({ embedding, embeddings = embedding, embeddingsByType = embeddings }) =>
    embeddingsByType === undefined ? null : { events: [] },
  usage(body) {
    const { inputTextTokenCount, prompt_token_count = inputTextTokenCount } = body;
    const read = bedrockInvoke.readUsage(prompt_token_count === undefined ? body : { ...body, prompt_token_count });
    return read && { ...read, output_tokens: 0, total_tokens: read.input_tokens };
  },
});

type BedrockEndpoint = 'bedrock_converse' | 'bedrock_invoke' | 'bedrock_embeddings';
type Environment = { readonly [name: string]: string | undefined };

const model = { method: 'POST', path: '/model' } satisfies Partial<RouteRow<BedrockEndpoint>>;

/** Amazon Bedrock's runtime. Requests are signed again with the real credentials, unless there is an API key of Bedrock's own. */
export const bedrock: ProviderDefinition<BedrockEndpoint> = {
  base_url: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  regionalBase: (environment) =>
    `https://bedrock-runtime.${regionOf(environment)}.amazonaws.com${regionOf(environment).startsWith('cn-') ? '.cn' : ''}`,
  own_hosts: /^bedrock-runtime(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/,
  base_name: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
  // Anthropic's clients for Bedrock.
  other_base_names: ['ANTHROPIC_BEDROCK_BASE_URL'],
  key_name: 'AWS_BEARER_TOKEN_BEDROCK',
  needs_key: true,
  base_path: '',
  readBase: (address) => address,
  prefix: (root) => root,
  signing_names: ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN'],
  clientVariables: (environment) => ({
    AWS_REGION: regionOf(environment),
    AWS_DEFAULT_REGION: regionOf(environment),
    // Clients must find only the dummies: not in files, and not from the machine's own role.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    // The recorder retries; AWS's clients know no other way to be told so.
    AWS_MAX_ATTEMPTS: '1',
  }),
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  signing: (environment, host) => {
    const access_key_id = environment['AWS_ACCESS_KEY_ID']?.trim() ?? '';
    const secret_access_key = environment['AWS_SECRET_ACCESS_KEY']?.trim() ?? '';
    if (environment['AWS_BEARER_TOKEN_BEDROCK']?.trim() || access_key_id === '' || secret_access_key === '')
      return null;
    const session_token = environment['AWS_SESSION_TOKEN']?.trim() || null;
    return {
      service: 'bedrock',
      region: regionIn(host) ?? regionOf(environment),
      access_key_id,
      secret_access_key,
      session_token,
    };
  },
  headers: [
    'x-amzn-bedrock-accept',
    'x-amzn-bedrock-guardrailidentifier',
    'x-amzn-bedrock-guardrailversion',
    'x-amzn-bedrock-trace',
    'x-amzn-bedrock-performanceconfig-latency',
    'x-amzn-bedrock-service-tier',
  ],
  formats: { bedrock_converse: bedrockConverse, bedrock_invoke: bedrockInvoke, bedrock_embeddings: bedrockEmbeddings },
  routes: [
    { ...model, action: '/converse', endpoint: 'bedrock_converse' },
    { ...model, action: '/converse-stream', endpoint: 'bedrock_converse' },
    { ...model, action: '/invoke', pattern: /[.:/]?embed/i, endpoint: 'bedrock_embeddings' },
    { ...model, action: '/invoke', endpoint: 'bedrock_invoke' },
    { ...model, action: '/invoke-with-response-stream', endpoint: 'bedrock_invoke' },
    { ...model, action: '/count-tokens', endpoint: null },
    { method: 'GET', path: '/foundation-models', endpoint: null, host: [/^bedrock-runtime\b/, 'bedrock'] },
  ],
  // Names of models may be ARNs.
  encodes_slashes: true,
  errorBody: (type, message) => ({ __type: type, message }),
  own_failures: [424],
  saysNoModel: ({ message }) =>
    /^(?:The provided model identifier is invalid|Could not resolve the foundation model|You don't have access to the model|Invocation of model ID|This model version has reached)/i.test(
      message,
    ),
  saysNoKey: ({ message }) => /^(?:The security token included|The request signature)/i.test(message),
  saysExpired: ({ message }) =>
    /^(?:The security token included in the request is expired|[\w ]{0,40}token has expired)/i.test(message),
};

/** As AWS's own clients read it. A text that is no name of a region counts as none. */
function regionOf(environment: Environment): string {
  const [region] = ['AWS_REGION', 'AWS_DEFAULT_REGION'].flatMap((name) => environment[name]?.trim() || []);
  return region !== undefined && /^[a-z0-9-]{1,40}$/.test(region) ? region : 'us-east-1';
}

function regionIn(host: string): string | null {
  return /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\./.exec(host)?.[1] ?? null;
}
