import { call, type Work } from './originals.ts';

/** A trial that calls two tools, one with what the other returned. */
export const CALLED: Work = {
  output: 'Paid 19.99 for A1.',
  tool_calls: [call('look_up', { id: 'A1' }, { price: 19.99 }), call('pay', { amount: 19.99, to: { name: 'Ann' } })],
};

/** What a check demands, a trial that passes it, and a fault that it alone notices. */
export const KILLS: readonly (readonly [key: string, expect: string, work: Work, fault: string])[] = [
  ['tools', 'tools: [look_up]', CALLED, 'no look_up'],
  [
    'tools',
    'tools: [{name: pay, args: {amount: 19.99}, args_match: includes}]',
    CALLED,
    'pay(amount: -19.99) for 19.99',
  ],
  ['tools', 'tools: {order: in_order, calls: [look_up, pay]}', CALLED, 'pay before look_up'],
  ['tools', 'tools: {before: [[look_up, pay]]}', CALLED, 'pay before look_up'],
  ['tools', 'tools: {forbidden: ["delete_*"]}', CALLED, 'a call of delete_all, which delete_* forbids'],
  ['tools', 'tools: {max_calls: 2}', CALLED, 'more than 2 calls'],
  ['tools', 'tools: {min_calls: 2}', CALLED, 'no call at all'],
  ['tools', 'tools: {allow_extra: false, calls: [look_up, pay]}', CALLED, 'delete_all for pay'],
  ['tools', 'tools: [{name: pay, status: ok}]', CALLED, 'no pay'],
  ['no_tools', 'no_tools: true', {}, 'a call of look_up where none is made'],
  ['plan', 'plan: [look_up]', { plan: [{ name: 'look_up', arguments: {} }] }, 'a plan without look_up'],
  ['response', 'response: {contains: ["19.99"]}', CALLED, '19.90 in the answer for 19.99'],
  ['response', 'response: {contains: [Paid]}', CALLED, 'the question as answer'],
  ['response', 'response: {not_contains: [secret]}', CALLED, 'the forbidden phrase "secret"'],
  ['response', 'response: {matches: ["A\\\\d"]}', CALLED, "another case's answer"],
  ['response', 'response: {equals: "Paid 19.99 for A1."}', CALLED, 'an empty answer'],
  ['response', 'response: {json_schema: {type: object}}', { output: '{"a":1}' }, 'an empty answer'],
  ['response', 'response: {similar: {to: "Paid 19.99 for A1", rouge_l: {min: 0.5}}}', CALLED, 'the question as answer'],
  ['metadata', 'metadata: {escalated: true}', { metadata: { escalated: true } }, 'metadata escalated: false for true'],
  ['state', 'state: {order.status: paid}', { state: { order: { status: 'paid' } } }, 'the state as it was before'],
  ['retrieved', 'retrieved: {ids: [k7], k: 3}', { retrieved: ['k7', 'k2'] }, 'nothing retrieved'],
  ['limits', 'limits: {max_steps: 2}', { steps: 1 }, ''],
  ['completes', 'completes: true', {}, ''],
];
