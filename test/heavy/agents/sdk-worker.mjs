/** A worker around the official JavaScript SDKs; the case's context names the way that its conversation is returned in. */
import { createInterface } from 'node:readline';
import { ANTHROPIC_WAYS } from './anthropic-agent.mjs';
import { OLLAMA_WAYS } from './ollama-agent.mjs';
import { OPENAI_WAYS } from './openai-agent.mjs';

const ways = { ...OPENAI_WAYS, ...ANTHROPIC_WAYS, ...OLLAMA_WAYS };

for await (const line of createInterface({ input: process.stdin })) {
  const { type, id, input, context, session } = JSON.parse(line);
  if (type !== 'turn') continue;
  const { conversation, ...said } = await ways[context.way](session?.conversation ?? [], input);
  console.log(JSON.stringify({ id, ...said, session: { conversation } }));
}
