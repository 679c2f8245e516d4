import { errorMessage } from '#common/error-message.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { callOf, createExchange, type McpSeen, nothingUnfinished, type Unfinished } from '#trials/mcp/exchange.ts';
import { errorAnswer, type RpcMessage, readRpcMessages, timedOutAnswer } from '#trials/mcp/json-rpc.ts';
import type { McpServer } from '#trials/mcp/mcp-server.ts';
import type { ListedTool } from '#trials/mcp/tool-hashes.ts';
import { callResultOf, resultFor } from '#trials/mcp/tool-result.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { McpTurn, MockTool } from './ports.ts';

/** The record of one process of the agent: whose turn it is, and what its clients and servers say. */
export interface SessionLog {
  begin(mock: MockTool): McpTurn;
  /** A client that connects to a server: to a program of its own, or to one address with every request. */
  connect(server: Pick<McpServer, 'name' | 'kind'>): Connection;
}

/** One client and one server. */
export interface Connection {
  /** JSON text of the client: what answers it in the server's place, as JSON text, or `null`: it goes to the server. */
  fromClient(text: string): Promise<string> | null;
  /** JSON text of the server. */
  fromServer(text: string): void;
  /** The server is gone, or can't be reached: a sentence. `fault`: it is elsewhere, and this is no fault of the repository. */
  reportLoss(reason: string, fault?: CallFault): void;
}

interface OpenTurn {
  readonly seen: McpSeen;
  readonly losses: string[];
  fault: CallFault | null;
}

/** What becomes known of a process, for all of them together. */
export interface SessionEvents {
  /** A turn begins. */
  turn(): void;
  /** A client says something to a server. */
  client(): void;
  /** A tool is called outside of any turn. */
  late(): void;
}

/** Before the first turn. */
export function createSessionLog(tools: () => readonly ListedTool[], events: SessionEvents): SessionLog {
  let mock: MockTool = () => null;
  let turn: OpenTurn | null = null;
  let connected = false;
  const unfinished = new Map<string, Unfinished>();

  /** The mock's answer to a request; `null`: there is none for it. */
  function mockRequest(server: string, message: RpcMessage): Promise<JsonObject> | null {
    if (message.kind !== 'request' || message.method !== 'tools/call') return null;
    const { id, params } = message;
    const call = callOf(params);
    const mockAnswer = mock({ server, ...call });
    if (mockAnswer === null) return null;
    const schema = tools().find((tool) => tool.server === server && tool.name === call.name)?.output_schema ?? null;
    return mockAnswer.then(
      (answer) =>
        answer === 'timeout'
          ? timedOutAnswer(id)
          : { jsonrpc: '2.0', id, result: resultFor(params, callResultOf(answer, schema)) },
      (error: unknown) => errorAnswer(id, `agent-eval: the mock of ${call.name} failed: ${errorMessage(error)}`),
    );
  }

  return {
    begin(answering) {
      mock = answering;
      events.turn();
      const own: OpenTurn = { seen: noneSeen(), losses: [], fault: null };
      turn = own;
      return {
        end() {
          if (turn === own) turn = null;
          const { seen, losses, fault } = own;
          return { calls: [...seen.calls], reads: [...seen.reads], connected, losses: [...losses], fault };
        },
      };
    },
    connect({ name: server, kind }) {
      const rest = (kind === 'http' ? unfinished.get(server) : undefined) ?? nothingUnfinished();
      unfinished.set(server, rest);
      const exchange = createExchange(server, rest);

      function ask(message: RpcMessage, isMocked: boolean): void {
        if (turn === null && message.kind === 'request' && message.method === 'tools/call') events.late();
        exchange.ask(message, performance.now(), turn?.seen ?? noneSeen(), isMocked);
      }

      async function recordAnswer(answer: Promise<JsonObject>): Promise<JsonObject> {
        const mocked = await answer;
        for (const message of readRpcMessages(jsonText(mocked)) ?? []) exchange.answer(message, performance.now());
        return mocked;
      }

      return {
        fromClient(text) {
          connected = true;
          events.client();
          const messages = readRpcMessages(text) ?? [];
          const answers = messages.map((message) => mockRequest(server, message));
          const passes = answers.every((answer) => answer === null);
          for (const [place, message] of messages.entries()) ask(message, answers[place] !== null);
          if (passes) return null;
          if (messages.length > 1) return Promise.resolve(refusedBatch(messages));
          return Promise.all(answers.map((answer) => answer && recordAnswer(answer))).then(([only]) => jsonText(only));
        },
        fromServer(text) {
          for (const message of readRpcMessages(text) ?? []) exchange.answer(message, performance.now());
        },
        reportLoss(reason, fault) {
          exchange.failOpen(reason, performance.now());
          turn?.losses.push(reason);
          if (turn !== null && fault !== undefined) turn.fault = fault;
        },
      };
    },
  };
}

function noneSeen(): McpSeen {
  return { since_ms: performance.now(), calls: [], reads: [] };
}

/** Half of a batch can't be answered here while the other half is with the server. */
function refusedBatch(messages: readonly RpcMessage[]): string {
  const words = 'agent-eval: a batch with a call of a mocked tool is not supported; send its messages one by one';
  return jsonText(
    messages.flatMap((message): Json[] => (message.kind === 'request' ? [errorAnswer(message.id, words)] : [])),
  );
}
