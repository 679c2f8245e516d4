/** Clients whose hosts are written into them, led to the recorder by `record: {preload: true}`: the record is everyone's. */
import { expect, test } from 'vitest';
import { describeClients } from './recorder/describe-clients.ts';
import { playRecorded, type RecordedAgent } from './recorder/play-recorded.ts';
import { RECORDED_CLIENTS } from './recorder/recorded-clients.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';

const python = await peer('openai, anthropic and langchain from PyPI', () => pythonEnvironment('frameworks'));
const aiohttp = await peer('aiohttp from PyPI', () => pythonEnvironment('aiohttp'));
const google = await peer('google-genai from PyPI', () => pythonEnvironment('google'));
const javascript = await peer('openai and @anthropic-ai/sdk from npm', () => npmPackages('sdks'));
const vercel = await peer('ai from npm', () => npmPackages('ai'));

/** Programs whose clients name their providers' own hosts, whatever the recorder's variables say. */
function hardCoded({ command, ...agent }: RecordedAgent): RecordedAgent {
  return { ...agent, command: ['env', ...HOSTS, ...command], record: { preload: true } };
}

const HOSTS = [
  'OPENAI_BASE_URL=https://api.openai.com/v1',
  'OPENAI_API_BASE=https://api.openai.com/v1',
  'ANTHROPIC_BASE_URL=https://api.anthropic.com',
  'GOOGLE_GEMINI_BASE_URL=https://generativelanguage.googleapis.com',
  'OPENROUTER_BASE_URL=https://openrouter.ai/api/v1',
];

describeClients('Python clients with hosts of their own', {
  missing: python.missing || aiohttp.missing,
  clients: RECORDED_CLIENTS.preloaded,
  agent: () => {
    const env = { PYTHONPATH: [python.get(), aiohttp.get()].map(({ env: { PYTHONPATH } }) => PYTHONPATH).join(':') };
    return hardCoded({ command: [python.get().python, 'sdks.py'], env });
  },
  ways: [
    ...['openai-chat', 'openai-chat-async', 'openai-chat-stream', 'openai-responses-stream', 'openrouter-chat-stream'],
    ...['anthropic-messages', 'anthropic-async-stream', 'http-requests', 'http-aiohttp', 'http-aiohttp-stream'],
    ...['http-requests-host', 'http-aiohttp-host'],
  ],
  streamed: /stream/,
  traits: (way) => ({ tells_failures: way.startsWith('anthropic') }),
});

describeClients('google-genai for Python with a host of its own', {
  missing: google.missing,
  clients: [],
  agent: () => hardCoded({ command: [google.get().python, 'google_sdks.py'], env: google.get().env }),
  ways: ['gemini-generate', 'gemini-generate-async-stream'],
  streamed: /stream/,
  traits: () => ({ tells_failures: true }),
});

describeClients('JavaScript clients with hosts of their own', {
  missing: javascript.missing,
  clients: [],
  agent: () => hardCoded({ command: [process.execPath, 'sdks.mjs'], nodeModules: javascript.get() }),
  ways: ['openai-chat-stream', 'openai-responses', 'openrouter-chat-stream', 'anthropic-stream', 'fetch-chat-stream'],
  streamed: /stream/,
  traits: (way) => ({ tells_failures: way.startsWith('anthropic') }),
});

describeClients("Vercel's AI SDK with OpenAI's own host, and with that of Vercel's gateway", {
  missing: vercel.missing,
  clients: RECORDED_CLIENTS.vercel,
  agent: () => hardCoded({ command: [process.execPath, 'ai-sdk.mjs'], nodeModules: vercel.get() }),
  ways: ['ai-chat', 'ai-responses', 'ai-chat-stream', 'gateway-name', 'gateway-name-stream', 'gateway-base-stream'],
  streamed: /stream/,
  traits: () => ({}),
});

test.skipIf(javascript.missing)(
  'the report tells the hosts that the processes asked, and which were recorded',
  async () => {
    const agent = hardCoded({ command: [process.execPath, 'sdks.mjs'], nodeModules: javascript.get() });
    const played = await playRecorded(agent, { ways: ['openai-chat', 'anthropic-messages'], trials: 1 });
    expect(played.exitCode, played.output).toBe(0);
    expect(played.output).toContain('api.anthropic.com (5, recorded), api.openai.com (5, recorded)');
  },
);
