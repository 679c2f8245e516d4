/** Unmodified clients of every kind behind the recorder: whoever asks the model, the record of the same conversation is the same. */
import { describeClients } from './recorder/describe-clients.ts';
import { RECORDED_CLIENTS } from './recorder/recorded-clients.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';

const python = await peer('openai, anthropic, ollama and langchain from PyPI', () => pythonEnvironment('frameworks'));
const javascript = await peer('openai, @anthropic-ai/sdk and ollama from npm', () => npmPackages('sdks'));

describeClients('the Python SDKs, and plain HTTP', {
  missing: python.missing,
  clients: RECORDED_CLIENTS.pythonSdks,
  agent: () => ({ command: [python.get().python, 'sdks.py'], env: python.get().env }),
  ways: [
    ...['openai-chat', 'openai-chat-async', 'openai-chat-stream', 'openai-chat-stream-with-usage'],
    ...['openai-chat-async-stream', 'openai-chat-base-without-v1', 'openai-chat-base-with-slash', 'openai-embeddings'],
    ...['openai-responses', 'openai-responses-stream', 'openai-responses-previous'],
    ...['azure-chat', 'azure-chat-stream', 'azure-responses', 'azure-v1-chat-stream', 'azure-v1-responses'],
    ...['openrouter-chat', 'openrouter-chat-stream', 'anthropic-messages', 'anthropic-beta', 'anthropic-stream'],
    ...['anthropic-async-stream', 'anthropic-runner', 'anthropic-runner-without-thread'],
    ...['ollama-chat', 'ollama-module', 'ollama-stream', 'ollama-as-openai', 'ollama-as-openai-stream'],
    ...['http-chat', 'http-chat-stream', 'http-messages', 'http-ollama-stream', 'http-requests', 'http-one-connection'],
  ],
  streamed: /stream|slash/,
  traits: (way) => ({ tells_failures: /anthropic|messages/.test(way) }),
});

describeClients('LangChain and LangGraph', {
  missing: python.missing,
  clients: RECORDED_CLIENTS.chains,
  agent: () => ({ command: [python.get().python, 'chains.py'], env: python.get().env }),
  // Loading LangChain takes seconds of a processor, once a process.
  config: { concurrency: 2 },
  ways: [
    ...['openai-invoke', 'openai-stream', 'openai-responses-invoke', 'openai-responses-stream'],
    ...['openai-responses-v1-stream', 'openai-responses-previous'],
    ...['anthropic-invoke', 'anthropic-stream', 'ollama-invoke', 'ollama-stream'],
    ...['openai-create-agent', 'openai-create-react-agent', 'openai-create-agent-stream'],
    ...['openai-responses-create-agent', 'anthropic-create-agent', 'anthropic-create-agent-stream'],
    ...['ollama-create-agent', 'openai-sub-agent', 'anthropic-sub-agent', 'ollama-sub-agent'],
  ],
  streamed: /stream/,
  traits: (way) => ({ tells_failures: way.startsWith('anthropic'), sub_agent: way.endsWith('sub-agent') }),
});

describeClients('the JavaScript SDKs, fetch and curl', {
  missing: javascript.missing,
  clients: RECORDED_CLIENTS.javascriptSdks,
  agent: () => ({ command: [process.execPath, 'sdks.mjs'], nodeModules: javascript.get() }),
  ways: [
    ...[
      'openai-chat',
      'openai-chat-stream',
      'openai-chat-runner-stream',
      'openai-responses',
      'openai-responses-stream',
    ],
    ...['azure-chat', 'azure-chat-stream', 'azure-responses', 'openrouter-chat-stream'],
    ...['anthropic-messages', 'anthropic-stream', 'anthropic-runner', 'anthropic-runner-without-thread'],
    ...['ollama-chat', 'ollama-stream', 'fetch-chat', 'fetch-chat-stream', 'fetch-messages'],
    ...['curl-chat', 'curl-chat-stream'],
  ],
  streamed: /stream/,
  traits: (way) => ({ tells_failures: /anthropic|messages/.test(way) }),
});
