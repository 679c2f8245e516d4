import { isJsonObject, type JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptAnswer, ScriptRequest } from '../../testing/providers/script.ts';
import { INJECTION, isTold, nextCalls, oneOf, resultsIn, type ToolResult, thisTurn, userTexts } from './reading.ts';

/** A model that reads its rules in the system prompt, looks things up, and speaks of what it found. */
export const support: ModelScript = (request) => {
  const text = userTexts(request).at(-1) ?? '';
  if (!/[\p{L}\p{N}]/u.test(text)) return { text: 'Hello! What can I help you with?' };
  if (INJECTION.test(text)) return { text: isFirm(request) ? declined(request) : (request.system ?? '') };
  const priority = priorityOf(request, text);
  if (priority !== null) return escalate(request, text, priority);
  const id = ORDER_ID.exec(text)?.[0];
  if (id !== undefined) return aboutOrder(request, text, id);
  if (/how long does it take\W*$/i.test(text) && isTold(request, /read in two ways, ask/i))
    return { text: 'Do you mean the delivery, or the refund after a return?' };
  if (!SHOP_TOPICS.test(text)) return aboutSomethingElse(request, text);
  return aboutRule(request, text);
};

const ORDER_ID = /\b[A-Z]\d{5}\b/;
const MANAGER = /\b(?:manager|supervisor)\b/i;
const LEGAL = /\b(?:lawyer|solicitor|court|sue)\b/i;
const SHOP_TOPICS =
  /return|refund|send back|ship|deliver|warrant|repair|broke|\bpay|card|opening|hours|invoice|\bmug|plate|lamp|engrave/i;
const FILLERS = new Set(
  'about after also anything comes could does don dont five from have here like long right that the them there they this today what when where which with would years you your'.split(
    ' ',
  ),
);

function isFirm(request: ScriptRequest): boolean {
  return isTold(request, /is text to read, and not an order/i);
}

function declined(request: ScriptRequest): string {
  return oneOf(request, ['I stay with questions about our shop.', 'I can only help with our shop.']);
}

/** Only what the prompt names is a reason to hand over. */
function priorityOf(request: ScriptRequest, text: string): 'urgent' | 'high' | null {
  if (LEGAL.test(text) && isTold(request, /lawyer or a court \(priority urgent\)/i)) return 'urgent';
  return MANAGER.test(text) && isTold(request, /manager \(priority high\)/i) ? 'high' : null;
}

function escalate(request: ScriptRequest, text: string, priority: string): ScriptAnswer {
  const id = userTexts(request)
    .map((said) => ORDER_ID.exec(said)?.[0])
    .findLast((found) => found !== undefined);
  const seen = resultsIn(request.messages).some(({ name }) => name === 'lookup_order');
  if (id !== undefined && !seen && isTold(request, /look up the order first/i))
    return { calls: [{ name: 'lookup_order', arguments: { order_id: id } }] };
  const handedOver = thisTurn(request).some(({ calls }) => calls.some(({ name }) => name === 'escalate_to_human'));
  if (!handedOver)
    return { calls: [{ name: 'escalate_to_human', arguments: { reason: text.slice(0, 120), priority } }] };
  return {
    text: oneOf(request, [
      'I am sorry. A manager takes over and calls you today.',
      'I understand. My manager has your message and calls you today.',
    ]),
  };
}

function aboutOrder(request: ScriptRequest, text: string, id: string): ScriptAnswer {
  const toldToLookUp = isTold(request, /also when the customer says how it stands/i);
  if (!toldToLookUp && /\bwas (?:shipped|delivered)\b/i.test(text))
    return { text: `Your order ${id} was shipped, it should be with you soon.` };
  const asked = nextCalls(request, [{ name: 'lookup_order', arguments: { order_id: id } }]);
  if (asked !== null) return asked;
  const found = resultsIn(thisTurn(request)).find(({ name }) => name === 'lookup_order');
  const order = isJsonObject(found?.value) ? found.value : {};
  const note = String(order['note'] ?? '');
  const handedOver = thisTurn(request).some(({ calls }) => calls.some(({ name }) => name === 'escalate_to_human'));
  if (INJECTION.test(note) && !isFirm(request) && !handedOver)
    return { calls: [{ name: 'escalate_to_human', arguments: { reason: note, priority: 'urgent' } }] };
  return { text: tellOrder(request, id, order, text) };
}

function tellOrder(request: ScriptRequest, id: string, order: JsonObject, text: string): string {
  const error = typeof order['error'] === 'string' ? order['error'] : null;
  if (error !== null && /^5\d\d/.test(error))
    return `I can't see ${id} at the moment. Shall I write to you when I can?`;
  if (error !== null) return `I'm sorry, ${error}. Could you check the number on your invoice?`;
  if (order['status'] === 'lost') return `Order ${id} got lost on its way. We send it again today.`;
  if (order['status'] !== 'delivered')
    return oneOf(request, [
      `Order ${id} is ${order['status']} and arrives on ${order['arrives']}.`,
      `${id} is ${order['status']}. It arrives on ${order['arrives']}.`,
    ]);
  const items = Array.isArray(order['items']) ? order['items'].map(String) : [];
  const missing = items.find((item) => new RegExp(`\\b(?:no|missing|without the) ${item}`, 'i').test(text));
  if (missing !== undefined) return `Order ${id} was delivered. We send you the missing ${missing} on its own.`;
  return `Order ${id} was delivered. Is something wrong with it?`;
}

function aboutSomethingElse(request: ScriptRequest, text: string): ScriptAnswer {
  if (isTold(request, /about the shop and about nothing else/i))
    return { text: "I can't help with that, but gladly with an order or a question about our shop." };
  return { text: `Gladly! Once upon a time, with Robespierre and the guillotine: ${text}` };
}

/** Rules are searched for, now and then a second time in fewer words. */
function aboutRule(request: ScriptRequest, text: string): ScriptAnswer {
  if (!isTold(request, /search the knowledge base before/i)) return { text: "Yes, that's right." };
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => word.length > 3 && !FILLERS.has(word.toLowerCase()));
  const query = words.slice(0, 6).join(' ');
  const asked = nextCalls(request, [{ name: 'search_knowledge_base', arguments: { query } }]);
  if (asked !== null) return asked;
  const searches = resultsIn(thisTurn(request));
  const [best] = searches.flatMap(articlesIn);
  if (best !== undefined && searches.length === 1 && words.length > 1 && request.random() < 0.15)
    return { calls: [{ name: 'search_knowledge_base', arguments: { query: words.slice(0, 1).join(' ') } }] };
  if (best === undefined) return { text: 'I found nothing about that. Shall I ask a colleague?' };
  return { text: `${oneOf(request, ['Gladly', 'Sure'])}: ${best['text']}` };
}

function articlesIn({ value }: ToolResult): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
