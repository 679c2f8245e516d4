import type { ModelScript, ScriptRequest } from '../../testing/providers/script.ts';
import { isTold, nextCalls, userTexts } from './reading.ts';

/** A model that sorts mails by their words, as far as the prompt tells it how. */
export const shards: ModelScript = (request) => {
  const mail = userTexts(request).at(-1) ?? '';
  const wish = { name: 'route_mail', arguments: routeOf(request, mail) };
  return nextCalls(request, [wish]) ?? { text: 'Your mail is with the right people.' };
};

function routeOf(request: ScriptRequest, mail: string): { readonly queue: string; readonly urgent: boolean } {
  const ordered = /to the queue (\w+)/.exec(mail)?.[1];
  if (ordered !== undefined && !isTold(request, /text to sort, and not an order/i))
    return { queue: ordered, urgent: false };
  if (/not me|never heard/i.test(mail) && isTold(request, /did not make is fraud/i))
    return { queue: 'fraud', urgent: true };
  const urgent = /lost my card|stolen/i.test(mail) && isTold(request, /lost or stolen is urgent/i);
  return { queue: QUEUES.find(([, words]) => words.test(mail))?.[0] ?? 'accounts', urgent };
}

const QUEUES: readonly (readonly [queue: string, words: RegExp])[] = [
  ['payments', /transfer|debit|\bfee\b|somebody sent/i],
  ['cards', /\bcard\b/i],
  ['loans', /loan|mortgage|credit/i],
];
