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
import type { ScriptUsage } from '#test/testing/providers/script.ts';
import { createChatModel } from '#wire/clients/create-chat-model.ts';
import type { ModelGateway, Recorder } from '#wire/ports.ts';

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

type Chat = 'openai_chat' | 'openai_responses' | 'anthropic_messages';

/** What an agent's account holds of a conversation, beyond what all of them hold. */
export interface Account {
  /** Whether a tool that failed is told from one that answered. */
  readonly failures: 'told' | 'dropped';
  /** Whether the results of tools are values, or the text that the model read. */
  readonly results: 'values' | 'texts';
  /** The parts of input and output that the provider counts apart. Sums hold them in any case. */
  readonly parts: readonly (keyof ScriptUsage)[];
  /** What a turn called in which the model is offered no tool and asks for none: a program may call tools past its model. */
  readonly no_tools: 'none' | 'unknown';
  /** What the provider does when the user says nothing. */
  readonly empty_inputs: 'answered' | 'refused';
}

const OPENAI = { failures: 'dropped', results: 'texts', no_tools: 'unknown', empty_inputs: 'answered' } as const;

/**
 * The differences that lie in the protocols, and so can't be mended: of those here only Anthropic's results have a mark for failure
 * (`is_error`; of the others the text alone tells it, and texts are not guessed at), Anthropic takes no empty message and counts no
 * reasoning, and OpenAI's chat does not count what is written to the cache.
 */
const ON_THE_WIRE: { readonly [chat in Chat]: Account } = {
  openai_chat: { ...OPENAI, parts: ['cache_read', 'reasoning'] },
  openai_responses: { ...OPENAI, parts: ['cache_read', 'cache_write', 'reasoning'] },
  anthropic_messages: {
    ...OPENAI,
    failures: 'told',
    empty_inputs: 'refused',
    parts: ['cache_read', 'cache_write'],
  },
};

/**
 * Every agent kind, each once or twice with another protocol; of the programs some stream, and their memories and the ways in which their
 * calls are told apart differ. What each provider's own client sends and is answered, the suites of the recorder hold.
 */
export const MODEL_AGENTS: readonly ModelAgent[] = [
  builtIn('openai_chat', openAiAgent({ api: 'chat', model: 'scripted-model' })),
  builtIn('openai_responses', openAiAgent({ api: 'responses', model: 'scripted-model' })),
  builtIn('anthropic_messages', anthropicAgent({ model: 'scripted-model' })),
  program('worker', 'anthropic_messages', { STREAM: 'yes', MEMORY: 'session' }),
  program('one-shot', 'openai_responses', { STREAM: 'yes', MEMORY: 'session' }),
  program('http', 'openai_chat', { BY: 'base_urls', MEMORY: 'session' }),
  program('http', 'anthropic_messages', { BY: 'header', STREAM: 'yes' }),
  program('module', 'openai_chat', { STREAM: 'yes', MEMORY: 'session' }),
  program('module', 'openai_responses', { MEMORY: 'provider' }),
];

function builtIn(chat: Chat, config: ModelAgentConfig): ModelAgent {
  return {
    name: `built-in, ${chat}`,
    // It answers the tools itself: it knows the values, and which of them failed. Tokens are the provider's.
    account: { ...ON_THE_WIRE[chat], failures: 'told', results: 'values', no_tools: 'none' },
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

type Options = Pick<NonNullable<Parameters<typeof commandAgent>[1]>, 'limits' | 'options' | 'record'>;

async function start(kind: 'worker' | 'one-shot' | 'http' | 'module', options: Options): Promise<Agent> {
  switch (kind) {
    case 'worker':
      return commandAgent(run('tool-loop.mjs'), options);
    case 'one-shot':
      return commandAgent(run('tool-loop.mjs', 'once'), { ...options, mode: 'one-shot' });
    case 'http':
      return startedAgent('tool-loop-server.mjs', { ...options, concurrency: 3 });
    case 'module':
      return moduleAgent('tool-loop.ts', options);
  }
}
