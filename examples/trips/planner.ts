// Plan: one call of the model, which answers JSON. Nothing is looked up yet.
import { readFileSync } from 'node:fs';
import type { Message } from 'ollama';
import type { Finding } from './executor.ts';
import { client, MODEL } from './model.ts';
import { TOOLS } from './tools.ts';

export interface Plan {
  /** For the traveller, when there is nothing to do yet. */
  reply: string;
  steps: { tool: string; args: Record<string, unknown> }[];
  /** Whether the steps are to be carried out now. */
  act: boolean;
}

const RULES = readFileSync(new URL('planner.md', import.meta.url), 'utf8');

const FORMAT = {
  type: 'object',
  properties: {
    reply: { type: 'string' },
    act: { type: 'boolean' },
    steps: {
      type: 'array',
      items: {
        type: 'object',
        properties: { tool: { enum: TOOLS.map((tool) => tool.function.name) }, args: { type: 'object' } },
        required: ['tool', 'args'],
      },
    },
  },
  required: ['reply', 'act', 'steps'],
};

export async function makePlan(messages: Message[], today: string, found: Finding[]): Promise<Plan> {
  const system = [
    RULES,
    `Tools: ${JSON.stringify(TOOLS.map((tool) => tool.function))}`,
    `Found so far: ${JSON.stringify(found)}`,
    `Today is ${today}.`,
  ].join('\n');
  const { message } = await client.chat({
    model: MODEL,
    messages: [{ role: 'system', content: system }, ...messages],
    format: FORMAT,
    options: { temperature: 0 },
  });
  const { reply = '', steps = [], act = true }: Partial<Plan> = JSON.parse(message.content);
  return { reply, steps, act };
}
