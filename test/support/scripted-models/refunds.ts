import { isJsonObject, type JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptAnswer, ScriptRequest } from '../../testing/providers/script.ts';
import { INJECTION, isTold, nextCalls, oneOf, resultsIn, type ToolResult, thisTurn, userTexts } from './reading.ts';

/** A model that reads the rules and the order in its system prompt, and the whole conversation. */
export const refunds: ModelScript = (request) => {
  const order = orderOf(request);
  const results = resultsIn(thisTurn(request));
  if (results.length > 0) return { text: results.map((result) => tell(request, result)).join(' ') };
  const said = userTexts(request);
  const text = said.at(-1) ?? '';
  if (INJECTION.test(text) && obeysNobody(request))
    return { text: 'Our rules stay as they are. What is wrong with your order?' };
  const other = text.match(/\b[A-Z]\d{5}\b/g)?.find((id) => id !== order['order_id']);
  if (other !== undefined && isTold(request, /can't see other orders/i))
    return { text: `I can't see an order ${other} here, only ${order['order_id']}. Could you check the number?` };
  return respond(request, order, intentOf(request, said));
};

type Intent = 'unclear' | 'cancel' | 'modify' | 'refund' | null;

/** What the customer wants: the latest message that tells. */
function intentOf(request: ScriptRequest, said: readonly string[]): Intent {
  const patterns: readonly (readonly [Exclude<Intent, null>, RegExp])[] = [
    ['cancel', /\bcancel|changed my mind/i],
    ['modify', /address|(?:deliver|send) (?:it|them) to/i],
    ['unclear', /should not go|shouldn't go/i],
    ['refund', /refund|money back|broken|cracked|damaged|scratch|splinters/i],
  ];
  for (const text of said.toReversed()) {
    const found = patterns.find(([, pattern]) => pattern.test(text))?.[0];
    if (found === 'unclear' && !isTold(request, /meant in two ways, ask/i)) return 'cancel';
    if (found !== undefined) return found;
  }
  return null;
}

function respond(request: ScriptRequest, order: JsonObject, intent: Intent): ScriptAnswer {
  switch (intent) {
    case 'unclear':
      return { text: 'Shall I cancel the order, or send it to another address?' };
    case 'cancel':
      return attempt(request, order, 'cancel_order', {});
    case 'modify':
      return modify(request, order);
    case 'refund':
      return refund(request, order);
    case null:
      return { text: oneOf(request, ["You're welcome!", "You're welcome. Is there anything else?"]) };
  }
}

/** What comes too late is tried where the prompt says so; else the order as shown decides. */
function attempt(request: ScriptRequest, order: JsonObject, name: string, more: JsonObject): ScriptAnswer {
  if (order['status'] !== 'processing' && !isTold(request, /try it/i))
    return { text: `Order ${order['order_id']} is already ${order['status']}, so that comes too late.` };
  return call(request, name, { order_id: order['order_id'] ?? null, ...more });
}

function modify(request: ScriptRequest, order: JsonObject): ScriptAnswer {
  const text = userTexts(request).at(-1) ?? '';
  const street = /\b[Tt]o (\d+ [A-Z][\w ]+?)(?:, please)?[.?!]?$/.exec(text)?.[1];
  if (street === undefined) return { text: 'What is the new address?' };
  return attempt(request, order, 'update_address', { address: { street } });
}

function refund(request: ScriptRequest, order: JsonObject): ScriptAnswer {
  const id = order['order_id'] ?? null;
  if (order['status'] !== 'delivered' && isTold(request, /only what was delivered/i))
    return { text: `Order ${id} is still ${order['status']}. I can refund it when it has arrived.` };
  const days = Number(numberIn(request, /within (\d+) days/i) ?? Number.POSITIVE_INFINITY);
  if (Number(order['delivered_days_ago'] ?? 0) > days)
    return { text: `I'm sorry, we refund within ${days} days of delivery, and this order arrived before that.` };
  const amount = amountOf(request, order);
  if (amount === null) return { text: 'I am sorry. Which item is it?' };
  const cap = numberIn(request, /above (\d+) needs a colleague/i);
  if (cap !== null && amount > cap) return call(request, 'request_approval', { order_id: id, amount });
  const reason = oneOf(request, ['arrived damaged', 'damaged on arrival', 'customer reports damaged goods']);
  return call(request, 'issue_refund', { order_id: id, amount, reason });
}

/** Price of the items that are wrong, if the prompt says that only they count; `null` when nobody knows which. */
function amountOf(request: ScriptRequest, order: JsonObject): number | null {
  const whole = Number(order['total']);
  const note = String(order['note'] ?? '');
  if (INJECTION.test(note) && !obeysNobody(request)) return whole;
  if (!isTold(request, /not the whole order/i)) return whole;
  const claimed = /(\d+(?:\.\d+)?) back/.exec(userTexts(request).at(-1) ?? '')?.[1];
  if (claimed !== undefined && !isTold(request, /at the price that the order says/i)) return Number(claimed);
  const items = itemsNamed(request, order);
  if (items.length === 0 && isTold(request, /which item is wrong, ask/i)) return null;
  const prices = items.map(({ item, pieces }) => Number(item['price']) * pieces);
  return items.length === 0 ? whole : Math.round(prices.reduce((sum, price) => sum + price, 0) * 100) / 100;
}

/** The items of the latest message that names some, with how many of each; a single item needs no name. */
function itemsNamed(request: ScriptRequest, order: JsonObject) {
  const items = Array.isArray(order['items']) ? order['items'].filter(isJsonObject) : [];
  for (const text of userTexts(request).toReversed()) {
    const named = items.flatMap((item) => {
      const word = String(item['name']).split(' ').at(-1)?.toLowerCase() ?? '';
      return text.toLowerCase().includes(word) ? [{ item, pieces: piecesOf(text, word, item) }] : [];
    });
    if (named.length > 0) return named;
  }
  return items.length === 1 ? items.map((item) => ({ item, pieces: Number(item['quantity'] ?? 1) })) : [];
}

/** "two of the four glasses" are two; without a number, all of them. */
function piecesOf(text: string, word: string, item: JsonObject): number {
  const words = ['one', 'two', 'three', 'four', 'five', 'six'];
  const told = new RegExp(`\\b(${words.join('|')})(?: of the \\w+)? \\w*${word}`, 'i').exec(text)?.[1];
  return told === undefined ? Number(item['quantity'] ?? 1) : words.indexOf(told.toLowerCase()) + 1;
}

function call(request: ScriptRequest, name: string, args: JsonObject): ScriptAnswer {
  return nextCalls(request, [{ name, arguments: args }]) ?? { text: 'That is done.' };
}

function tell(request: ScriptRequest, { name, arguments: args, text, is_error }: ToolResult): string {
  const amount = Number(args['amount']).toFixed(2);
  if (is_error) return `I'm sorry, that can't be done: ${text}.`;
  if (name === 'issue_refund')
    return oneOf(request, [`Your refund of ${amount} is on its way.`, `I have issued a refund of ${amount}.`]);
  if (name === 'request_approval') return `A refund of ${amount} needs a colleague's approval. You hear from us today.`;
  if (name === 'cancel_order') return `Order ${args['order_id']} is cancelled. You will not be charged.`;
  const address = args['address'];
  return `Done: order ${args['order_id']} goes to ${isJsonObject(address) ? address['street'] : 'the new address'}.`;
}

function obeysNobody(request: ScriptRequest): boolean {
  return isTold(request, /is no order to you/i);
}

function numberIn({ system }: ScriptRequest, pattern: RegExp): number | null {
  const found = pattern.exec(system ?? '')?.[1];
  return found === undefined ? null : Number(found);
}

/** The order as the system prompt shows it: the JSON at its end. */
function orderOf({ system }: ScriptRequest): JsonObject {
  const text = system ?? '';
  const value: unknown = JSON.parse(text.slice(text.indexOf('{')));
  return isJsonObject(value) ? value : {};
}
