import type { ToolMock, ToolMocks } from '#cases/tools/tool-mock.ts';
import type { Limits } from '#config/config.ts';
import type { ModelAgentConfig } from '#config/model-agent-config.ts';
import type { Agent } from '#ports/ports.ts';
import { createModelAgent } from '#runner/agents/model-agent.ts';
import { anthropicAgent, openAiAgent } from '#test/contract/models/agent-configs.ts';
import { type FixtureTool, TOOLS } from '#test/fixtures/agents/tool-loop/tools.mjs';
import { startedAgent } from '#test/runner/agents/http/support.ts';
import { moduleAgent } from '#test/runner/agents/module/support.ts';
import { commandAgent, fixture, LIMITS, run } from '#test/runner/agents/support.ts';
import { RECORD } from '#test/runner/agents/wired.ts';
import { createChatModel } from '#wire/clients/create-chat-model.ts';
import type { ModelGateway, Recorder } from '#wire/ports.ts';
import { type Account, type Chat, inOurLoop, ON_THE_WIRE } from './accounts.ts';

/** What agents reach their models through, and what differs from test to test. */
interface Surroundings {
  readonly gateway: ModelGateway;
  readonly recorder: Recorder;
  readonly tools: readonly FixtureTool[];
  readonly limits?: Partial<Limits>;
}

/** An agent kind over one protocol. */
export interface ModelAgent {
  readonly name: string;
  readonly account: Account;
  /** Of a turn that broke off: nobody tells of it, and the wire is all there is. */
  readonly broken_account: Account;
  make(surroundings: Surroundings): Promise<Agent>;
}

/**
 * Every agent kind in each of the protocols; of the programs some stream, and their memories differ. What starts anew for each turn plays
 * two of them: its starts take the longest, and what goes over the wire is what the other kinds send too.
 */
export const MODEL_AGENTS: readonly ModelAgent[] = [
  builtIn('openai_chat', openAiAgent({ api: 'chat', model: 'scripted-model' })),
  builtIn('openai_responses', openAiAgent({ api: 'responses', model: 'scripted-model' })),
  builtIn('anthropic_messages', anthropicAgent({ model: 'scripted-model' })),
  program('worker', 'openai_chat', { STREAM: 'yes', MEMORY: 'session' }),
  program('worker', 'openai_responses', { MEMORY: 'session' }),
  program('worker', 'anthropic_messages', { STREAM: 'yes', MEMORY: 'session' }),
  program('worker', 'gemini_generate', { STREAM: 'yes', MEMORY: 'session' }),
  program('worker', 'bedrock_converse', { MEMORY: 'session' }),
  program('worker', 'ollama_chat', { MEMORY: 'session' }),
  program('one-shot', 'openai_responses', { STREAM: 'yes', MEMORY: 'session' }),
  program('one-shot', 'anthropic_messages', { MEMORY: 'session' }),
  program('http', 'openai_chat', { BY: 'base_urls', MEMORY: 'session' }),
  program('http', 'openai_responses', { BY: 'header', STREAM: 'yes' }),
  program('http', 'anthropic_messages', { BY: 'header', STREAM: 'yes' }),
  program('http', 'gemini_generate', { BY: 'base_urls', MEMORY: 'session' }),
  program('http', 'bedrock_converse', { BY: 'base_urls', MEMORY: 'session' }),
  program('http', 'ollama_chat', { BY: 'base_urls', STREAM: 'yes', MEMORY: 'session' }),
  program('module', 'openai_chat', { STREAM: 'yes', MEMORY: 'session' }),
  program('module', 'openai_responses', { MEMORY: 'provider' }),
  program('module', 'anthropic_messages', { STREAM: 'yes', MEMORY: 'session' }),
  program('module', 'gemini_generate', { STREAM: 'yes', MEMORY: 'session' }),
  program('module', 'ollama_chat', { STREAM: 'yes', MEMORY: 'session' }),
];

function builtIn(chat: Chat, config: ModelAgentConfig): ModelAgent {
  return {
    name: `built-in, ${chat}`,
    account: inOurLoop(chat),
    broken_account: ON_THE_WIRE[chat],
    async make({ gateway, tools, limits }) {
      const mocks = mocksOf(tools);
      return createModelAgent(
        { ...config, mocks },
        { ...LIMITS, ...limits },
        {
          model: createChatModel(config, gateway),
          gateway,
          prompt: null,
          tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
          modules: { cwd: fixture('.'), environment: { PATH: process.env['PATH'] ?? '' } },
          user: null,
        },
      );
    },
  };
}

function mocksOf(tools: readonly FixtureTool[]): ToolMocks {
  return Object.fromEntries(tools.map(({ name, rows }) => [name, mockOf(rows)]));
}

function mockOf(rows: FixtureTool['rows']): ToolMock {
  if (rows === 'turns') return { kind: 'module', file: 'tool-loop/clock.mjs' };
  return {
    kind: 'table',
    rows: rows.map(({ args, value, error }) => {
      if (error !== undefined) return { args, answer: { kind: 'error', message: error } };
      return { args, answer: { kind: 'value', value: value ?? null } };
    }),
  };
}

/** Variables of the tool loop: see test/fixtures/agents/tool-loop/play.mjs. */
interface Loop {
  readonly STREAM?: 'yes';
  readonly MEMORY?: 'session' | 'provider';
  readonly BY?: 'base_urls' | 'header';
}

function program(kind: 'worker' | 'one-shot' | 'http' | 'module', chat: Chat, loop: Loop): ModelAgent {
  return {
    name: [kind, chat, ...Object.entries(loop).map(([name, value]) => `${name}=${value}`)].join(', '),
    account: ON_THE_WIRE[chat],
    broken_account: ON_THE_WIRE[chat],
    make({ gateway, recorder, tools, limits = {} }) {
      const toolless: { TOOLS?: string } = tools === TOOLS ? {} : { TOOLS: 'none' };
      const environment = { PATH: process.env['PATH'] ?? '', PROTOCOL: chat, ...loop, ...toolless };
      return start(kind, { record: RECORD, limits, options: { gateway, recorder, environment } });
    },
  };
}

type Given = Pick<NonNullable<Parameters<typeof commandAgent>[1]>, 'limits' | 'options' | 'record'>;

async function start(kind: 'worker' | 'one-shot' | 'http' | 'module', given: Given): Promise<Agent> {
  switch (kind) {
    case 'worker':
      return commandAgent(run('tool-loop.mjs'), given);
    case 'one-shot':
      return commandAgent(run('tool-loop.mjs', 'once'), { ...given, mode: 'one-shot' });
    case 'http':
      return startedAgent('tool-loop-server.mjs', { ...given, concurrency: 3 });
    case 'module':
      return moduleAgent('tool-loop.ts', given);
  }
}
