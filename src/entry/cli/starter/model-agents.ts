import type { StarterProvider } from '../found/dependencies.ts';

/** Starter agents by the framework that they are built with, each for the provider whose model it calls. */
export type FrameworkAgents<Name extends string> = Readonly<Record<Name, (provider: StarterProvider) => string>>;

/** The end of every worker in Python: it says that it is ready, and gives each turn to `answer`. */
export const PYTHON_LOOP = `

# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
`;

/** Starter agents in Python that call a model, by provider. */
export const PYTHON_MODELS = {
  openai: `"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
import json
import sys

from openai import OpenAI

client = OpenAI()  # its address and its key come from the environment, so its calls are recorded
PROMPT = "You answer questions about the weather. Look it up with get_weather."
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "description": "The weather of a city.", "parameters": CITY}}]


def get_weather(city):
    return f"It is sunny in {city}."


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    messages = [{"role": "system", "content": PROMPT}, *turn["messages"]]
    while True:
        message = client.chat.completions.create(model="gpt-5-mini", messages=messages, tools=TOOLS).choices[0].message
        if not message.tool_calls:
            return message.content or ""
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            result = get_weather(**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
${PYTHON_LOOP}`,
  anthropic: `"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
import json
import sys

from anthropic import Anthropic

client = Anthropic()  # its address and its key come from the environment, so its calls are recorded
PROMPT = "You answer questions about the weather. Look it up with get_weather."
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"name": "get_weather", "description": "The weather of a city.", "input_schema": CITY}]


def get_weather(city):
    return f"It is sunny in {city}."


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    messages = [*turn["messages"]]
    while True:
        message = client.messages.create(
            model="claude-sonnet-5", max_tokens=1000, system=PROMPT, messages=messages, tools=TOOLS
        )
        calls = [block for block in message.content if block.type == "tool_use"]
        if not calls:
            return "".join(block.text for block in message.content if block.type == "text")
        messages.append({"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in message.content]})
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": get_weather(**call.input)} for call in calls]
        messages.append({"role": "user", "content": results})
${PYTHON_LOOP}`,
};

/** The same in JavaScript. */
export const NODE_LOOP = `
// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
`;

/** The same in JavaScript. */
export const NODE_MODELS = {
  openai: `// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
import { createInterface } from 'node:readline';
import OpenAI from 'openai';

const client = new OpenAI(); // its address and its key come from the environment, so its calls are recorded
const prompt = 'You answer questions about the weather. Look it up with get_weather.';
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [{ type: 'function', function: { name: 'get_weather', description: 'The weather of a city.', parameters } }];

const getWeather = ({ city }) => \`It is sunny in \${city}.\`;

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const messages = [{ role: 'system', content: prompt }, ...turn.messages];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: 'gpt-5-mini', messages, tools });
    const { message } = choices[0];
    if (!message.tool_calls?.length) return message.content ?? '';
    messages.push(message);
    for (const call of message.tool_calls) {
      const content = getWeather(JSON.parse(call.function.arguments));
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}
${NODE_LOOP}`,
  anthropic: `// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
import { createInterface } from 'node:readline';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic(); // its address and its key come from the environment, so its calls are recorded
const system = 'You answer questions about the weather. Look it up with get_weather.';
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [{ name: 'get_weather', description: 'The weather of a city.', input_schema: schema }];

const getWeather = ({ city }) => \`It is sunny in \${city}.\`;

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const messages = [...turn.messages];
  for (;;) {
    const message = await client.messages.create({ model: 'claude-sonnet-5', max_tokens: 1000, system, messages, tools });
    const calls = message.content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return message.content.map(({ text }) => text ?? '').join('');
    messages.push({ role: 'assistant', content: message.content });
    const content = calls.map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id, content: getWeather(input) }));
    messages.push({ role: 'user', content });
  }
}
${NODE_LOOP}`,
};
