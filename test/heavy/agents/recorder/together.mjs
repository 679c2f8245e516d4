/** One process that plays several trials at once, and says for which it asks. */
import { createInterface } from 'node:readline';
import { model, chatTools as tools } from './asking.mjs';
import { heard, runTool } from './shop.mjs';

// Others are started beside it until it has said how many it takes: before it loads what takes its time.
console.log(JSON.stringify({ type: 'ready', protocol: 1, concurrency: 4 }));
const { default: OpenAI } = await import('openai');
const shared = new OpenAI();
let open = 0;
let most = 0;

/** How a request says for which trial it is. */
const WAYS = {
  'by-base-url': ({ openai }) => new OpenAI({ baseURL: openai }),
  'by-header': ({ openai }) => shared.withOptions({ defaultHeaders: { 'x-agent-eval-trial': openai.split('/')[3] } }),
};

async function answer(turn) {
  open += 1;
  most = Math.max(most, open);
  const client = WAYS[turn.context.way](turn.base_urls);
  const mark = `${turn.case_id}#${turn.trial}`;
  const messages = turn.messages.map((one) =>
    one.role === 'user' ? { ...one, content: `${one.content} [${mark}]` } : one,
  );
  let message;
  do {
    const stream = client.chat.completions.stream({ model, messages, tools });
    stream.once('content', () => heard(mark));
    message = (await stream.finalChatCompletion()).choices[0].message;
    messages.push({
      role: 'assistant',
      content: message.content,
      ...(message.tool_calls && { tool_calls: message.tool_calls }),
    });
    for (const { id, function: own } of message.tool_calls ?? [])
      messages.push({ role: 'tool', tool_call_id: id, content: runTool(own.name, JSON.parse(own.arguments)).text });
  } while (message.tool_calls?.length);
  open -= 1;
  console.log(JSON.stringify({ id: turn.id, output: message.content, metadata: { pid: process.pid, most } }));
}

for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') void answer(turn);
}
