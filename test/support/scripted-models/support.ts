import { isJsonObject } from '#common/json.ts';
import type { ModelScript } from '../../testing/providers/script.ts';
import { isTold, nextCalls, resultsIn, type ToolResult, thisTurn, userTexts, type Wish } from './reading.ts';

/** A model that reads its rules in the system prompt, looks things up, and speaks of what it found. */
export const support: ModelScript = (request) => {
  const text = userTexts(request).at(-1) ?? '';
  if (text.startsWith('Ignore')) return { text: 'I can only help with our shop.' };
  const wishes = LOOK_UPS.find(([pattern]) => pattern.test(text))?.[1] ?? [];
  if (wishes.length === 0)
    return { text: CHAT.find(([pattern]) => pattern.test(text))?.[1] ?? 'Hello! What can I help you with?' };
  const asked = nextCalls(request, wishes);
  if (asked !== null) return asked;
  const answer = resultsIn(thisTurn(request)).map(tell).join(' ');
  return { text: isTold(request, /explain at length/i) ? `${answer} As to our rules: `.repeat(20) : answer };
};

/** The calls that a message needs; the first row that fits it. */
const LOOK_UPS: readonly (readonly [pattern: RegExp, calls: readonly Wish[]])[] = [
  [/manager/, [handOver('high')]],
  [/lawyer/, [order('A55120'), handOver('urgent')]],
  [/A89268/, [order('A89268')]],
  [/A00000/, [order('A00000')]],
  [/A55120/, [order('A55120')]],
  [/A10010/, [order('A10010')]],
  [/A31007/, [order('A31007')]],
  [/A70001/, [order('A70001')]],
  [/return/, [search('return')]],
  [/Norway/, [search('delivery to Norway')]],
  [/warranty/, [search('warranty of lamps')]],
  [/engrave/, [search('engrave names')]],
  [/opening hours/, [search('opening hours')]],
];

/** What is said without a tool. */
const CHAT: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^How long does it take/, 'Do you mean the delivery, or the refund after a return?'],
  [/poem/, "I can't help with that, but gladly with a question about our shop."],
];

function order(order_id: string): Wish {
  return { name: 'lookup_order', arguments: { order_id } };
}

function search(query: string): Wish {
  return { name: 'search_knowledge_base', arguments: { query } };
}

function handOver(priority: 'high' | 'urgent'): Wish {
  return { name: 'escalate_to_human', arguments: { reason: 'The customer insists.', priority } };
}

function tell({ name, arguments: args, value }: ToolResult): string {
  if (name === 'escalate_to_human') return 'I am sorry. A manager takes over and calls you today.';
  if (Array.isArray(value)) {
    const [best] = value.filter(isJsonObject);
    return best === undefined ? 'I found nothing about that.' : String(best['text']);
  }
  const found = isJsonObject(value) ? value : {};
  const error = String(found['error'] ?? '');
  if (/^5\d\d/.test(error)) return `I can't see ${args['order_id']} at the moment. Shall I write to you when I can?`;
  if (error !== '') return `I'm sorry, ${error}.`;
  return `Order ${found['order_id']} (${found['items']}) is ${found['status']} and arrives: ${found['arrives']}.`;
}
