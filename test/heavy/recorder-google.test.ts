/** Google's own clients, unmodified, behind the recorder: the record of the conversation is the same as everyone's. */
import { describeClients } from './recorder/describe-clients.ts';
import { RECORDED_CLIENTS } from './recorder/recorded-clients.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';

const python = await peer('google-genai and google-adk from PyPI', () => pythonEnvironment('google'));
const javascript = await peer('@google/genai from npm', () => npmPackages('google'));

describeClients('google-genai and google-adk for Python', {
  missing: python.missing,
  clients: RECORDED_CLIENTS.googlePython,
  agent: () => ({ command: [python.get().python, 'google_sdks.py'], env: python.get().env }),
  // Loading the kit takes seconds of a processor, once a process.
  config: { concurrency: 2 },
  ways: [
    ...['gemini-generate', 'gemini-generate-stream', 'gemini-generate-async-stream'],
    ...['gemini-interactions', 'gemini-interactions-stream', 'gemini-chat', 'adk-agent', 'adk-agent-sse'],
  ],
  streamed: /stream/,
  traits: (way) => ({ tells_failures: way !== 'gemini-chat' }),
});

describeClients('google-genai for JavaScript', {
  missing: javascript.missing,
  clients: RECORDED_CLIENTS.googleJavascript,
  agent: () => ({ command: [process.execPath, 'google-sdk.mjs'], nodeModules: javascript.get() }),
  ways: ['gemini-generate', 'gemini-generate-stream', 'gemini-interactions', 'gemini-chat'],
  streamed: /stream/,
  traits: () => ({ tells_failures: true }),
});
