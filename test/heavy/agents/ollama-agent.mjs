import { Ollama } from 'ollama';
import { runTool, SCHEMAS } from './tools.mjs';

const client = new Ollama({ host: process.env.PROVIDERS });
const tools = Object.entries(SCHEMAS).map(([name, parameters]) => ({
  type: 'function',
  function: { name, description: name, parameters },
}));

/** Each way answers one turn: it gets the conversation so far and gives it longer, with what it says beside it. */
export const OLLAMA_WAYS = {
  async 'ollama messages'(conversation, input) {
    const told = await bodies(conversation, input);
    const messages = told.map((one) => one.message ?? one);
    const answers = told.slice(conversation.length).filter((one) => one.message);
    const usage = {
      input_tokens: answers.reduce((sum, one) => sum + one.prompt_eval_count, 0),
      output_tokens: answers.reduce((sum, one) => sum + one.eval_count, 0),
    };
    return { conversation: told, messages, usage };
  },

  async 'ollama bodies'(conversation, input) {
    const told = await bodies(conversation, input);
    return { conversation: told, messages: told };
  },
};

async function bodies(conversation, input) {
  const told = [...conversation, { role: 'user', content: input }];
  for (;;) {
    const messages = told.map((one) => one.message ?? one);
    const response = await client.chat({ model: 'story', messages, tools });
    const calls = response.message.tool_calls ?? [];
    told.push(
      response,
      ...calls.map(({ function: { name, arguments: args } }) => ({
        role: 'tool',
        tool_name: name,
        content: runTool(name, args).text,
      })),
    );
    if (calls.length === 0) return told;
  }
}
