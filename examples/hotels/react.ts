// ReAct: the model writes down a thought and an action, reads what came of it, and goes on until it has an answer.
import type { Message } from 'ollama';

export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
  status: 'ok' | 'error';
  result: unknown;
  /** Number of the model call that asked for it. */
  step: number;
}

type Outcome = Pick<ToolCall, 'status' | 'result'>;

const ROUNDS = 8;

/** `messages` grows by all that is said and observed. */
export async function react(
  messages: Message[],
  ask: (messages: Message[]) => Promise<string>,
  use: (name: string, args: Record<string, unknown>) => Outcome,
): Promise<{ output: string; tool_calls: ToolCall[] }> {
  const calls: ToolCall[] = [];
  for (let step = 1; step <= ROUNDS; step += 1) {
    // What a model observes before it has acted is made up.
    const [said = ''] = (await ask(messages)).split(/^Observation:/m);
    messages.push({ role: 'assistant', content: said.trim() });
    const name = /^Action: *(\S+)/m.exec(said)?.[1];
    if (name === undefined) return { output: answerIn(said), tool_calls: calls };
    const args = readObject(/^Action Input:(.*)/ms.exec(said)?.[1]);
    const outcome = args ? use(name, args) : ({ status: 'error', result: 'Action Input is no JSON object' } as const);
    calls.push({ name, arguments: args ?? {}, ...outcome, step });
    messages.push({ role: 'user', content: `Observation: ${JSON.stringify(outcome.result)}` });
  }
  return { output: "I'm sorry, I can't finish this. Please call us.", tool_calls: calls };
}

function answerIn(said: string): string {
  return (/^Answer:(.*)/ms.exec(said)?.[1] ?? said).trim();
}

function readObject(text = ''): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
