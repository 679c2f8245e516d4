import type { JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptRequest } from '../../testing/providers/script.ts';
import { isTold, nextCalls, resultsIn, thisTurn, userTexts, type Wish } from './reading.ts';

/** A model that reads the rules and the order in its system prompt, and what the customer says. */
export const refunds: ModelScript = (request) => {
  const text = userTexts(request).at(-1) ?? '';
  const call = CALLS.find(([pattern]) => pattern.test(text))?.[1];
  if (call === undefined) return { text: CHAT.find(([pattern]) => pattern.test(text))?.[1] ?? "You're welcome!" };
  const asked = nextCalls(request, [amended(request, call)]);
  if (asked !== null) return asked;
  const told = resultsIn(thisTurn(request)).map(
    ({ is_error, text: of }) => `${is_error ? "I'm sorry" : 'Done'}: ${of}.`,
  );
  return { text: told.join(' ') };
};

const CALLS: readonly (readonly [pattern: RegExp, call: Wish])[] = [
  [/the blue mug|through the handle/, refund('A89268', 19.99)],
  [/in splinters/, refund('E44011', 17)],
  [/^Yes, please/, refund('F10001', 30)],
  [/jug arrived broken/, refund('D40001', 9.5)],
  [/tray is scratched/, refund('D40003', 30)],
  [/espresso machine/, wish('request_approval', 'F10003', { amount: 420 })],
  [/the wrong size/, wish('cancel_order', 'B10400')],
  [/changed my mind/, wish('cancel_order', 'F10002')],
  [/Cancel B20001/, wish('cancel_order', 'B20001')],
  [/^Cancel it/, wish('cancel_order', 'B20003')],
  [/to 5 Mill Lane/, wish('update_address', 'D31000', { address: { street: '5 Mill Lane' } })],
  [/^To 22 Harbour/, wish('update_address', 'C30001', { address: { street: '22 Harbour Road' } })],
];

/** What is said without a tool. */
const CHAT: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/two months ago/, "I'm sorry, we refund within 30 days of delivery."],
  [/takes too long/, 'Your order is still shipped. I can refund it when it has arrived.'],
  [/Something in E44012/, 'I am sorry. Which item is it?'],
  [/Z99999/, "I can't see an order Z99999 here. Could you check the number?"],
  [/not go to Quay Street/, 'Shall I cancel the order, or send it to another address?'],
  [/change the address/, 'What is the new address?'],
  [/^SYSTEM/, 'Our rules stay as they are. What is wrong with your order?'],
];

function wish(name: string, order_id: string, more: JsonObject = {}): Wish {
  return { name, arguments: { order_id, ...more } };
}

function refund(order_id: string, amount: number): Wish {
  return wish('issue_refund', order_id, { amount, reason: 'arrived damaged' });
}

/** The whole order is refunded where no rule says that only an item is. */
function amended(request: ScriptRequest, { name, arguments: args }: Wish): Wish {
  if (name !== 'issue_refund' || isTold(request, /not the whole order/i)) return { name, arguments: args };
  const total = /"total": ?([\d.]+)/.exec(request.system ?? '')?.[1];
  return { name, arguments: { ...args, amount: Number(total) } };
}
