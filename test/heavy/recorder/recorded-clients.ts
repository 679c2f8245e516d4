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

/** Every such client, by the suite that plays it. To add a row, add it here, pass it to the suite, and run `UPDATE_GOLDEN=1 vitest run test/repository/recorded-clients.test.ts`. */
export const RECORDED_CLIENTS = {
  pythonSdks: [
    {
      name: 'openai',
      packages: 'frameworks.txt',
      ways: /^(?:openai|ollama-as-openai)/,
      endpoints: ['openai_chat', 'openai_responses', 'openai_embeddings'],
      streams: true,
    },
    {
      name: 'openai',
      packages: 'frameworks.txt',
      host: 'Azure OpenAI',
      ways: /^azure/,
      endpoints: ['openai_chat', 'openai_responses'],
      streams: true,
    },
    {
      name: 'openai',
      packages: 'frameworks.txt',
      host: 'OpenRouter',
      ways: /^openrouter/,
      endpoints: ['openai_chat'],
      streams: true,
    },
    {
      name: 'anthropic',
      packages: 'frameworks.txt',
      ways: /^anthropic/,
      endpoints: ['anthropic_messages'],
      streams: true,
    },
    {
      name: 'ollama',
      packages: 'frameworks.txt',
      ways: /^ollama-(?!as)/,
      endpoints: ['ollama_chat'],
      streams: true,
    },
  ],
  chains: [
    {
      name: 'langchain-openai',
      packages: 'frameworks.txt',
      ways: /^openai/,
      endpoints: ['openai_chat', 'openai_responses'],
      streams: true,
    },
    {
      name: 'langchain-anthropic',
      packages: 'frameworks.txt',
      ways: /^anthropic/,
      endpoints: ['anthropic_messages'],
      streams: true,
    },
    {
      name: 'langchain-ollama',
      packages: 'frameworks.txt',
      ways: /^ollama/,
      endpoints: ['ollama_chat'],
      streams: true,
    },
    {
      name: 'langchain',
      packages: 'frameworks.txt',
      ways: /create-agent|sub-agent/,
      endpoints: ['openai_chat', 'openai_responses', 'anthropic_messages', 'ollama_chat'],
      streams: true,
    },
    {
      name: 'langgraph',
      packages: 'frameworks.txt',
      ways: /create-react-agent/,
      endpoints: ['openai_chat'],
      streams: false,
    },
  ],
  javascriptSdks: [
    {
      name: 'openai',
      packages: 'sdks',
      ways: /^openai/,
      endpoints: ['openai_chat', 'openai_responses'],
      streams: true,
    },
    {
      name: 'openai',
      packages: 'sdks',
      host: 'Azure OpenAI',
      ways: /^azure/,
      endpoints: ['openai_chat', 'openai_responses'],
      streams: true,
    },
    {
      name: 'openai',
      packages: 'sdks',
      host: 'OpenRouter',
      ways: /^openrouter/,
      endpoints: ['openai_chat'],
      streams: true,
    },
    {
      name: '@anthropic-ai/sdk',
      packages: 'sdks',
      ways: /^anthropic/,
      endpoints: ['anthropic_messages'],
      streams: true,
    },
    { name: 'ollama', packages: 'sdks', ways: /^ollama/, endpoints: ['ollama_chat'], streams: true },
  ],
  agentsSdk: [
    {
      name: 'openai-agents',
      packages: 'agents.txt',
      ways: /^agents/,
      endpoints: ['openai_chat', 'openai_responses', 'kept'],
      streams: true,
    },
  ],
  preloaded: [
    {
      name: 'aiohttp',
      packages: 'aiohttp.txt',
      host: "OpenAI's host, with `record: {preload: true}`",
      ways: /^http-aiohttp/,
      endpoints: ['openai_chat'],
      streams: true,
    },
  ],
  vercel: [
    {
      name: 'ai',
      packages: 'ai',
      host: "OpenAI's host, with `record: {preload: true}`",
      ways: /^ai/,
      endpoints: ['openai_chat', 'openai_responses'],
      streams: true,
    },
    {
      name: 'ai',
      packages: 'ai',
      host: "Vercel's AI Gateway, also with `record: {preload: true}`",
      ways: /^gateway/,
      endpoints: ['vercel_language'],
      streams: true,
    },
  ],
  claude: [
    {
      name: '@anthropic-ai/claude-agent-sdk',
      packages: 'claude',
      ways: /^claude/,
      endpoints: ['anthropic_messages'],
      streams: true,
    },
  ],
  codex: [
    {
      name: '@openai/codex',
      packages: 'codex',
      ways: /^codex/,
      endpoints: ['openai_responses'],
      streams: true,
    },
  ],
  googlePython: [
    {
      name: 'google-genai',
      packages: 'google.txt',
      ways: /^gemini/,
      endpoints: ['gemini_generate', 'gemini_interactions'],
      streams: true,
    },
    { name: 'google-adk', packages: 'google.txt', ways: /^adk/, endpoints: ['gemini_generate'], streams: true },
  ],
  googleJavascript: [
    {
      name: '@google/genai',
      packages: 'google',
      ways: /^gemini/,
      endpoints: ['gemini_generate', 'gemini_interactions'],
      streams: true,
    },
  ],
  awsPython: [
    {
      name: 'boto3',
      packages: 'aws.txt',
      ways: /^boto3/,
      endpoints: ['bedrock_converse', 'bedrock_invoke'],
      streams: true,
    },
    {
      name: 'langchain-aws',
      packages: 'aws.txt',
      ways: /^langchain-aws/,
      endpoints: ['bedrock_converse'],
      streams: true,
    },
    { name: 'anthropic', packages: 'aws.txt', ways: /^anthropic/, endpoints: ['bedrock_invoke'], streams: true },
  ],
  awsJavascript: [
    {
      name: '@aws-sdk/client-bedrock-runtime',
      packages: 'aws',
      ways: /^sdk/,
      endpoints: ['bedrock_converse', 'bedrock_invoke'],
      streams: true,
    },
    {
      name: '@anthropic-ai/bedrock-sdk',
      packages: 'aws',
      ways: /^anthropic/,
      endpoints: ['bedrock_invoke'],
      streams: true,
    },
  ],
} satisfies Readonly<Record<string, readonly RecordedClient[]>>;

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
