import { isJsonObject, type Json } from '#common/json.ts';
import type { ModelScript, ScriptRequest } from '../../testing/providers/script.ts';
import { isTold, nextCalls, resultsIn, type ToolResult, userTexts, type Wish } from './reading.ts';

/** A model that asks tools what it wants to know, and speaks of what they said. */
export const threeDimensions: ModelScript = (request) => {
  const text = userTexts(request).at(-1) ?? '';
  const [, wishes, subjects] = QUESTIONS.find(([pattern]) => pattern.test(text)) ?? [text, [], []];
  const asked = nextCalls(request, wishes);
  if (asked !== null) return asked;
  if (subjects.length > 0)
    return {
      text: resultsIn(request.messages)
        .map((result) => tell(request, result, subjects))
        .join(' '),
    };
  return { text: CHAT.find(([pattern]) => pattern.test(text))?.[1] ?? "I'm sorry, how can I help you?" };
};

const MENU: Wish = { name: 'menu', arguments: {} };
const HOURS: Wish = { name: 'opening_hours', arguments: {} };
const TIMES = ['times'];

/** The calls that a question needs, and what of their results answers it. */
const QUESTIONS: readonly (readonly [pattern: RegExp, calls: readonly Wish[], subjects: readonly string[]])[] = [
  [/duck cost, and when/, [MENU, HOURS], ['roast duck', 'sunday']],
  [/^And the plum cake/, [], ['plum cake']],
  [/plum cake cost|cheapest/, [MENU], ['plum cake']],
  [/soup|suop/, [MENU], ['pumpkin soup']],
  [/roast duck/, [MENU], ['roast duck']],
  [/vegan/, [MENU], ['mushroom risotto (vegan)']],
  [/dragon steak/, [MENU], ['dragon steak']],
  [/Monday/, [HOURS], ['monday']],
  [/Sundays/, [HOURS], ['sunday']],
  [/what is the risotto/, [table('2027-03-12', 2), MENU], ['mushroom risotto (vegan)']],
  [/table for two on 12/, [table('2027-03-12', 2)], TIMES],
  [/table for four on 12/, [table('2027-03-12', 4)], TIMES],
  [/We are 12/, [table('2027-03-12', 12)], TIMES],
  [/13 March/, [table('2027-03-13', 2)], TIMES],
];

const CHAT: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^Ignore/, 'I answer questions about our restaurant.'],
  [/^Thank/, "You're welcome!"],
];

function table(date: string, people: number): Wish {
  return { name: 'free_tables', arguments: { date, people } };
}

function tell(request: ScriptRequest, { text, value, is_error }: ToolResult, subjects: readonly string[]): string {
  const refused = value === null && !/timed out|^5\d\d|^[[{]/.test(text);
  if (refused) return `I'm sorry, ${text}.`;
  if (is_error || value === null) return failed(request);
  if (!isJsonObject(value)) return tellTimes(value);
  const known = subjects.filter((subject) => subject in value);
  const told = known.map((subject) => `${subject}: ${textOf(value[subject])}`).join(', ');
  return told === '' ? 'That is not on the menu.' : `${told}.`;
}

/** A model that must always answer says something likely. */
function failed(request: ScriptRequest): string {
  return isTold(request, /invent nothing/i) ? "I'm sorry, I can't see that at the moment." : 'That is 7 euros.';
}

function tellTimes(times: Json): string {
  const free = Array.isArray(times) ? times.join(' and at ') : '';
  return free === '' ? "I'm sorry, we are full on that day." : `There is a table at ${free}.`;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'number' ? `${value.toFixed(2)} euros` : String(value);
}
