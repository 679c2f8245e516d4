import { isJsonObject, type Json } from '#common/json.ts';
import type { ModelScript } from '../../testing/providers/script.ts';
import { isTold, nextCalls, resultsIn, type ToolResult, userTexts, type Wish } from './reading.ts';

/** A model that asks tools what it wants to know, and speaks of what they said. */
export const threeDimensions: ModelScript = (request) => {
  const text = userTexts(request).at(-1) ?? '';
  const [, wishes, subjects] = QUESTIONS.find(([pattern]) => pattern.test(text)) ?? [text, [], []];
  // What the guest names needs no tool, unless the prompt says otherwise.
  const isNamed = /at 7\.50/.test(text) && !isTold(request, /also when the guest names it/i);
  const open = isNamed ? wishes.filter((wish) => wish !== MENU) : wishes;
  const asked = nextCalls(request, open, Number(/two then/.test(text)));
  if (asked !== null) return asked;
  if (subjects.length > 0)
    return {
      text: resultsIn(request.messages)
        .map((result) => tell(result, subjects))
        .join(' ')
        .concat(/two soups/.test(text) ? ' Two soups are 15 euros.' : ''),
    };
  return { text: CHAT.find(([pattern]) => pattern.test(text))?.[1] ?? "I'm sorry, how can I help you?" };
};

const MENU: Wish = { name: 'menu', arguments: {} };
const HOURS: Wish = { name: 'opening_hours', arguments: {} };
const TIMES = ['times'];

/** The calls that a question needs, and what of their results answers it. */
const QUESTIONS: readonly (readonly [pattern: RegExp, calls: readonly Wish[], subjects: readonly string[]])[] = [
  [/two soups/, [table('2027-03-12', 2), MENU], ['pumpkin soup']],
  [/two then/, [HOURS, table('2027-03-14', 2)], ['sunday']],
  [/duck cost, and when/, [MENU, HOURS], ['roast duck', 'sunday']],
  [/^And the plum cake/, [], ['plum cake']],
  [/plum cake cost|cheapest/, [MENU], ['plum cake']],
  [/soup|suop/, [MENU], ['pumpkin soup']],
  [/roast duck/, [MENU], ['roast duck']],
  [/dragon steak/, [MENU], ['dragon steak']],
  [/Sundays/, [HOURS], ['sunday']],
  [/what is the risotto/, [table('2027-03-12', 2), MENU], ['mushroom risotto (vegan)']],
  [/table for two on 12/, [table('2027-03-12', 2)], TIMES],
  [/table for four on 12/, [table('2027-03-12', 4)], TIMES],
  [/We are 12/, [table('2027-03-12', 12)], TIMES],
  [/13 March/, [table('2027-03-13', 2)], TIMES],
];

const CHAT: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^Ignore/, 'I answer questions about our restaurant.'],
];

function table(date: string, people: number): Wish {
  return { name: 'free_tables', arguments: { date, people } };
}

function tell({ text, value, is_error }: ToolResult, subjects: readonly string[]): string {
  const refused = value === null && !/timed out|^5\d\d|^[[{]/.test(text);
  if (refused) return `I'm sorry, ${text}.`;
  if (is_error || value === null) return "I'm sorry, I can't see that at the moment.";
  if (!isJsonObject(value)) return tellTimes(value);
  const known = subjects.filter((subject) => subject in value);
  const told = known.map((subject) => `${subject}: ${textOf(value[subject])}`).join(', ');
  return told === '' ? 'That is not on the menu.' : `${told}.`;
}

function tellTimes(times: Json): string {
  const free = Array.isArray(times) ? times.join(' and at ') : '';
  return free === '' ? "I'm sorry, we are full on that day." : `There is a table at ${free}.`;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'number' ? `${value.toFixed(2)} euros` : String(value);
}
