import type { ModelServer } from '#test/testing/providers/model-server.ts';
import type { Endpoint } from '#wire/protocols/providers.ts';

/** A client that the suites hold behind the recorder, unmodified: a row of the table in clients.md. */
export interface RecordedClient {
  /** Its name in the registry. */
  readonly name: string;
  /** What pins its version: a file (PyPI) or a folder (npm) of `test/heavy/packages`. */
  readonly packages: string;
  /** Where it sends them, if that is not its own provider. */
  readonly host?: string;
  /** The ways of its suite that are its own. */
  readonly ways: RegExp;
  /** The requests that it makes. A test of its suite holds this against what the model server saw. */
  readonly endpoints: readonly (Endpoint | 'kept')[];
  /** Whether it makes some of them streamed. */
  readonly streams: boolean;
}

const OPENAI_BY_PRELOAD = "OpenAI's host, with `record: {preload: true}`";

function client(
  name: string,
  packages: string,
  ways: RegExp,
  endpoints: RecordedClient['endpoints'],
  more: Pick<Partial<RecordedClient>, 'host' | 'streams'> = {},
): RecordedClient {
  return { name, packages, ways, endpoints, streams: true, ...more };
}

/** Every such client, by the suite that plays it. To add a row, add it here, pass it to the suite, and run `UPDATE_GOLDEN=1 vitest run test/repository/recorded-clients.test.ts`. */
export const RECORDED_CLIENTS = {
  pythonSdks: [
    client('openai', 'frameworks.txt', /^(?:openai|ollama-as-openai)/, [
      'openai_chat',
      'openai_responses',
      'openai_embeddings',
    ]),
    client('openai', 'frameworks.txt', /^azure/, ['openai_chat', 'openai_responses'], { host: 'Azure OpenAI' }),
    client('openai', 'frameworks.txt', /^openrouter/, ['openai_chat'], { host: 'OpenRouter' }),
    client('anthropic', 'frameworks.txt', /^anthropic/, ['anthropic_messages']),
    client('ollama', 'frameworks.txt', /^ollama-(?!as)/, ['ollama_chat']),
  ],
  chains: [
    client('langchain-openai', 'frameworks.txt', /^openai/, ['openai_chat', 'openai_responses']),
    client('langchain-anthropic', 'frameworks.txt', /^anthropic/, ['anthropic_messages']),
    client('langchain-ollama', 'frameworks.txt', /^ollama/, ['ollama_chat']),
    client('langchain', 'frameworks.txt', /create-agent|sub-agent/, [
      'openai_chat',
      'openai_responses',
      'anthropic_messages',
      'ollama_chat',
    ]),
    client('langgraph', 'frameworks.txt', /create-react-agent/, ['openai_chat'], { streams: false }),
  ],
  javascriptSdks: [
    client('openai', 'sdks', /^openai/, ['openai_chat', 'openai_responses']),
    client('openai', 'sdks', /^azure/, ['openai_chat', 'openai_responses'], { host: 'Azure OpenAI' }),
    client('openai', 'sdks', /^openrouter/, ['openai_chat'], { host: 'OpenRouter' }),
    client('@anthropic-ai/sdk', 'sdks', /^anthropic/, ['anthropic_messages']),
    client('ollama', 'sdks', /^ollama/, ['ollama_chat']),
  ],
  agentsSdk: [client('openai-agents', 'agents.txt', /^agents/, ['openai_chat', 'openai_responses', 'kept'])],
  preloaded: [client('aiohttp', 'aiohttp.txt', /^http-aiohttp/, ['openai_chat'], { host: OPENAI_BY_PRELOAD })],
  vercel: [
    client('ai', 'ai', /^ai/, ['openai_chat', 'openai_responses'], { host: OPENAI_BY_PRELOAD }),
    client('ai', 'ai', /^gateway/, ['vercel_language'], {
      host: "Vercel's AI Gateway, also with `record: {preload: true}`",
    }),
  ],
  claude: [client('@anthropic-ai/claude-agent-sdk', 'claude', /^claude/, ['anthropic_messages'])],
  codex: [client('@openai/codex', 'codex', /^codex/, ['openai_responses'])],
  googlePython: [
    client('google-genai', 'google.txt', /^gemini/, ['gemini_generate', 'gemini_interactions']),
    client('google-adk', 'google.txt', /^adk/, ['gemini_generate']),
  ],
  googleJavascript: [client('@google/genai', 'google', /^gemini/, ['gemini_generate', 'gemini_interactions'])],
  awsPython: [
    client('boto3', 'aws.txt', /^boto3/, ['bedrock_converse', 'bedrock_invoke']),
    client('langchain-aws', 'aws.txt', /^langchain-aws/, ['bedrock_converse']),
    client('anthropic', 'aws.txt', /^anthropic/, ['bedrock_invoke']),
  ],
  awsJavascript: [
    client('@aws-sdk/client-bedrock-runtime', 'aws', /^sdk/, ['bedrock_converse', 'bedrock_invoke']),
    client('@anthropic-ai/bedrock-sdk', 'aws', /^anthropic/, ['bedrock_invoke']),
  ],
};

/** The requests of the ways that are a client's own, as its row tells them; sorted. */
export function requestsOf({ ways }: RecordedClient, requests: ModelServer['requests']) {
  const own = requests.filter(({ body }) =>
    [...JSON.stringify(body).matchAll(MARKS)].some(([, way = '']) => ways.test(way)),
  );
  const endpoints = new Set(own.flatMap(({ endpoint }) => endpoint ?? []));
  return { endpoints: [...endpoints].sort(), streams: own.some(isStreamed) };
}

const MARKS = /([a-z][a-z0-9-]*)#\d/g;

function isStreamed({ endpoint, path, headers, body }: ModelServer['requests'][number]): boolean {
  if (endpoint === 'ollama_chat') return body?.['stream'] !== false;
  if (endpoint === 'vercel_language') return headers['ai-language-model-streaming'] === 'true';
  return body?.['stream'] === true || /stream/i.test(path);
}
