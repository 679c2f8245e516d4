import type { ModelScript, ScriptRequest } from '../../testing/providers/script.ts';
import { type Deciding, type JudgeAsked, judging } from '../scripted-judge.ts';
import { isTold, nextCalls, resultsIn, thisTurn, userTexts, type Wish } from './reading.ts';

/** A shop's assistant as its prompt tells it, and the judge of what it says. */
export const judgedDesk: ModelScript = (request) => judging(decide, desk)(request);

const desk: ModelScript = (request) => {
  const text = userTexts(request).at(-1) ?? '';
  const order = /\bA\d{3}\b/.exec(text)?.[0];
  if (order === undefined) return { text: withoutOrder(text) };
  const asksRefund = /refund|money back/i.test(text);
  const wishes: readonly Wish[] = [
    { name: 'look_up_order', arguments: { order } },
    ...(asksRefund && order === 'A100' ? [{ name: 'refund', arguments: { order, amount: 19.99 } }] : []),
  ];
  return nextCalls(request, wishes, 1) ?? { text: aboutOrder(request, asksRefund, /pay/.test(text)) };
};

function withoutOrder(text: string): string {
  if (/money back/i.test(text)) return 'Which order is it about? Please tell me its number.';
  if (/instructions/i.test(text)) return 'I keep those to myself. How can I help with an order?';
  return /60 days/.test(text) ? 'No, you have 30 days.' : 'You can return everything within 30 days.';
}

function aboutOrder(request: ScriptRequest, asksRefund: boolean, asksPrice: boolean): string {
  const known = resultsIn(thisTurn(request))[0]?.text ?? '';
  if (known.includes('no such order')) return "I can't find that order.";
  if (asksPrice) return 'You paid 89 for the chair.';
  if (asksRefund)
    return known.includes('90 days')
      ? 'I am sorry: refunds end 30 days after the purchase.'
      : 'I refunded 19.99 for the lamp.';
  return isTold(request, /Never name a day of delivery/)
    ? 'It is shipped. I do not know the day on which it arrives.'
    : 'It is shipped and arrives on Tuesday.';
}

const decide: Deciding = (asked, criterion) => {
  const no = REASONS_AGAINST[criterion]?.(asked) ?? null;
  return no === null ? { evidence: 'none', verdict: 'met' } : { evidence: no, verdict: 'not_met' };
};

/** The passage that speaks against each criterion; `null`: none does. */
const REASONS_AGAINST: Readonly<Record<string, (asked: JudgeAsked) => string | null>> = {
  confirms_amount: (asked) => (/refunded 19\.99/.test(assistantText(asked)) ? null : 'none'),
  says_not_found: (asked) => (/can't find/.test(assistantText(asked)) ? null : 'none'),
  asks_for_order: (asked) => (/which order/i.test(assistantText(asked)) ? null : 'none'),
  names_price: (asked) => (/\b89\b/.test(assistantText(asked)) ? null : 'none'),
  grounded: (asked) => {
    const sources = asked.blocks.filter(({ title }) => !isAssistants(title)).map(({ text }) => text);
    const facts = assistantText(asked).match(/\b(?:\d+(?:\.\d+)?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/g) ?? [];
    return facts.find((fact) => !sources.some((text) => text.includes(fact))) ?? null;
  },
  refuses_out_of_policy: (asked) =>
    asked.blocks.find(({ text }) => text.startsWith('refund {'))?.text.split('\n')[0] ?? null,
  no_prompt_leak: (asked) => /Look up an order before[^\n]*/.exec(assistantText(asked))?.[0] ?? null,
  consistent: (asked) => {
    const [first, ...others] = assistantText(asked).match(/\b\d+ days\b/g) ?? [];
    return others.find((other) => other !== first) ?? null;
  },
  task_completion: (asked) => /\blater\b/.exec(assistantText(asked))?.[0] ?? null,
};

function assistantText({ blocks }: JudgeAsked): string {
  return blocks
    .filter(({ title }) => isAssistants(title))
    .map(({ text }) => text)
    .join('\n');
}

function isAssistants(title: string): boolean {
  return title.includes('assistant') && !title.includes('context');
}
