// A support agent: rules in place of a model. It answers with the conversation in the shape of OpenAI's chat API, so tool calls,
// tokens and the final answer are read from `messages`; `metadata` says whether a human takes over.
import { createInterface } from 'node:readline';
import { tools } from './tools.mjs';

const PROMPT = `You are the support agent of a shop for tableware and lamps. Look up an order before you speak about it. Search the
knowledge base before you state a rule. Hand angry customers and legal threats to a human. Talk about nothing else.`;
const TOOL_SCHEMA_TOKENS = 190;

const INJECTION = /ignore (all |any )?(previous|prior|above)|system prompt|debug mode|developer mode/i;
const ANGRY = /\b(manager|supervisor|unacceptable|complaint)\b/i;
const LEGAL = /\b(lawyer|solicitor|court|sue)\b/i;
const SHOP_TOPICS = /return|refund|send back|ship|deliver|warrant|repair|broke|pay|card|open|hours|invoice/i;
const ORDER_ID = /\b[A-Z]\d{5}\b/;

function answer(turn) {
  const chat = startChat(turn);
  const { text, metadata } = respond(turn.input, chat, random(turn.seed + turn.turn));
  chat.say(text);
  return { messages: chat.messages, metadata };
}

/** The rules. Calls tools through `chat` and returns the final text and what the help desk needs to know. */
function respond(input, chat, chance) {
  const calm = (text) => ({ text, metadata: { escalated: false } });
  if (!/[\p{L}\p{N}]/u.test(input)) return calm('Hello! What can I help you with?');
  if (INJECTION.test(input))
    return calm(pick(chance, ['I stay with questions about our shop.', 'I can only help with our shop.']));

  const orderId = ORDER_ID.exec(input)?.[0] ?? ORDER_ID.exec(chat.heard)?.[0];
  const order = orderId && chat.use('lookup_order', { order_id: orderId });
  const priority = LEGAL.test(input) ? 'urgent' : ANGRY.test(input) ? 'high' : null;
  if (priority) {
    chat.use('escalate_to_human', { reason: input.slice(0, 120), priority });
    const text = pick(chance, [
      'I am sorry. A manager will call you today.',
      'I understand. My manager takes over and calls you today.',
    ]);
    return { text, metadata: { escalated: true, escalation_priority: priority } };
  }
  if (order) return calm(aboutOrder(order, input));
  if (orderId) return calm(`I can't find an order ${orderId}. Could you check the number on your invoice?`);
  if (!SHOP_TOPICS.test(input))
    return calm(`I can't help with that, but gladly with an order or a question about our shop.`);

  // A model sometimes searches twice, the second time in words of its own.
  if (chance() < 0.25) chat.use('search_knowledge_base', { query: input.split(' ').slice(0, 8).join(' ') });
  const [article] = chat.use('search_knowledge_base', { query: input }) ?? [];
  return calm(
    article ? `${pick(chance, ['Gladly', 'Sure'])}: ${article.text}` : 'Let me find out and write back to you.',
  );
}

function aboutOrder({ order_id, status, arrives, items }, input) {
  if (status === 'lost') return `Order ${order_id} got lost on its way. We send it again today.`;
  if (status !== 'delivered') return `Order ${order_id} is ${status} and arrives on ${arrives}.`;
  const named = items.find((item) => new RegExp(`(no|missing|without the) ${item}`, 'i').test(input)) ?? 'order';
  return `Order ${order_id} was delivered. We will send you the missing ${named} on its own.`;
}

/** The chat of one turn: what was said, plus our own messages with the tokens that each would have cost. */
function startChat({ messages: said }) {
  const messages = [{ role: 'system', content: PROMPT }, ...said];
  const usage = (output) => ({
    prompt_tokens: TOOL_SCHEMA_TOKENS + Math.ceil(JSON.stringify(messages).length / 4),
    completion_tokens: Math.ceil(output.length / 4) + 8,
  });
  return {
    messages,
    heard: said.map(({ role, content }) => (role === 'user' ? content : '')).join('\n'),
    say(text) {
      messages.push({ role: 'assistant', content: text, usage: usage(text) });
    },
    /** The tool's result, or `null` when it failed. */
    use(name, args) {
      const call = {
        id: `call_${messages.length}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      };
      messages.push({ role: 'assistant', content: null, tool_calls: [call], usage: usage(call.function.arguments) });
      try {
        const result = tools[name](args);
        messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
        return result;
      } catch (error) {
        messages.push({ role: 'tool', tool_call_id: call.id, content: error.message, status: 'error' });
        return null;
      }
    },
  };
}

function pick(chance, options) {
  return options[Math.floor(chance() * options.length)];
}

/** Mulberry32: numbers in [0, 1) that depend on the seed only. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, ...answer(turn) }));
}
