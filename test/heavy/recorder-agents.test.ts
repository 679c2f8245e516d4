/** OpenAI's Agents SDK, unmodified, behind the recorder: also its sessions, which OpenAI keeps. */
import { describeClients } from './recorder/describe-clients.ts';
import { RECORDED_CLIENTS } from './recorder/recorded-clients.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';

const python = await peer('openai-agents from PyPI', () => pythonEnvironment('agents'));

describeClients("OpenAI's Agents SDK", {
  missing: python.missing,
  clients: RECORDED_CLIENTS.agentsSdk,
  agent: () => ({ command: [python.get().python, 'openai_agents.py'], env: python.get().env }),
  config: { concurrency: 2 },
  ways: ['agents-session', 'agents-session-stream', 'agents-items', 'agents-chat'],
  streamed: /stream/,
  traits: () => ({}),
});
