// Execute: the model carries out the plan with the tools, and corrects it by what they give.
import { readFileSync } from 'node:fs';
import type { Message } from 'ollama';
import { client, MODEL } from './model.ts';
import type { Plan } from './planner.ts';
import { TOOLS, use } from './tools.ts';

/** A tool call and what it gave. */
export interface Finding {
  tool: string;
  args: Record<string, unknown>;
  result: unknown;
}

const RULES = readFileSync(new URL('executor.md', import.meta.url), 'utf8');
const ROUNDS = 8;

export async function execute(said: Message[], steps: Plan['steps'], today: string, earlier: Finding[]) {
  const findings = [...earlier];
  const system = `${RULES}\nToday is ${today}.\nFound so far: ${JSON.stringify(earlier)}\nPlan: ${JSON.stringify(steps)}`;
  const messages: Message[] = [{ role: 'system', content: system }, ...said];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { message } = await client.chat({ model: MODEL, messages, tools: TOOLS, options: { temperature: 0 } });
    messages.push(message);
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) return { output: message.content, findings };
    for (const { function: call } of calls) {
      const result = use(call.name, call.arguments);
      findings.push({ tool: call.name, args: call.arguments, result });
      messages.push({ role: 'tool', tool_name: call.name, content: JSON.stringify(result) });
    }
  }
  return { output: "I couldn't finish this trip. Please ask for less at once.", findings };
}
