import { isJsonObject, type JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptAnswer, ScriptRequest } from '../../testing/providers/script.ts';
import { numberBefore, stayIn } from './dates.ts';
import {
  INJECTION,
  isTold,
  nextCalls,
  oneOf,
  resultsIn,
  type ToolResult,
  thisTurn,
  userTexts,
  type Wish,
} from './reading.ts';

/** A model that asks tools what it wants to know, and speaks of what they said. */
export const threeDimensions: ModelScript = (request) => {
  const said = userTexts(request);
  const text = said.at(-1) ?? '';
  if (INJECTION.test(text)) return aboutInstructions(request);
  const wishes = wishesFor(request, text).filter((wish) => !isKnown(request, wish));
  const together = isTold(request, /all that you need at the same time/i);
  return nextCalls(request, takesYourWord(request, text) ? [] : wishes, together ? 0 : 1) ?? answer(request, text);
};

const WORDS: readonly (readonly [tool: string, pattern: RegExp])[] = [
  ['menu', /cost|price|\bdish|\bvegan|\bis the (?:\w+ )?risotto|euros|\bthe plum cake/i],
  ['opening_hours', /\bopen\b|come on a|\bhours\b/i],
  ['free_tables', /\btable|\bmarch\b/i],
];

/** Words that were meant; models read over slips of the keyboard. */
function meant(text: string): string {
  return text
    .replace(/\bcots\b/g, 'cost')
    .replace(/\bsuop\b/g, 'soup')
    .replace(/\bpumkin\b/g, 'pumpkin');
}

function wishesFor(request: ScriptRequest, text: string): readonly Wish[] {
  return WORDS.filter(([tool, pattern]) => request.tools.includes(tool) && pattern.test(meant(text))).map(
    ([name]): Wish => ({ name, arguments: name === 'free_tables' ? tableFor(text) : {} }),
  );
}

function tableFor(text: string): JsonObject {
  const word = /\bfor (\w+)/i.exec(text)?.[1] ?? /\bwe are (\w+)/i.exec(text)?.[1] ?? '';
  return { date: stayIn(text, '2000-01-01').from, people: numberBefore(`${word} people`, 'people') ?? 2 };
}

/** Whether an earlier turn read it already. */
function isKnown(request: ScriptRequest, { name }: Wish): boolean {
  if (name === 'free_tables' || !isTold(request, /holds for the whole conversation/i)) return false;
  const before = request.messages.slice(
    0,
    request.messages.findLastIndex(({ role }) => role === 'user'),
  );
  return resultsIn(before).some((result) => result.name === name);
}

/** What the question already holds needs no tool, unless every price does. */
function takesYourWord(request: ScriptRequest, text: string): boolean {
  return /\d.*right\?/i.test(text) && !isTold(request, /also when the guest names it/i);
}

function answer(request: ScriptRequest, text: string): ScriptAnswer {
  const results = resultsIn(thisTurn(request));
  if (results.length > 0) return { text: results.map((result) => tell(request, result, text)).join(' ') };
  const menu = resultsIn(request.messages).findLast(({ name }) => name === 'menu');
  if (menu !== undefined) return { text: tell(request, menu, text) };
  if (takesYourWord(request, text)) return { text: `Yes, it is ${/\d+(?:\.\d+)?/.exec(text)?.[0]} euros.` };
  if (/evening|morning|hello/i.test(text))
    return { text: oneOf(request, ['Good evening! How can I help you?', 'Hello! How can I help?']) };
  if (/thank/i.test(text)) return { text: oneOf(request, ["You're welcome!", "You're welcome, see you soon!"]) };
  return { text: oneOf(request, ["I'm sorry, what would you like to know about us?", 'I did not get that, sorry.']) };
}

function tell(request: ScriptRequest, result: ToolResult, text: string): string {
  const { name, value, is_error } = result;
  const refused = value === null && !/timed out|^5\d\d|^[[{]/.test(result.text);
  if (refused) return `I'm sorry, ${result.text}.`;
  if (is_error || value === null) return failed(request, name);
  if (name === 'free_tables') {
    const times = Array.isArray(value) ? value.map(String) : [];
    return times.length === 0
      ? "I'm sorry, we are full on that day."
      : `There is a table at ${times.join(' and at ')}.`;
  }
  const known = isJsonObject(value) ? value : {};
  return name === 'menu' ? tellMenu(request, known, meant(text)) : tellHours(known, text);
}

/** A model that must always answer says something likely. */
function failed(request: ScriptRequest, name: string): string {
  const what = name === 'menu' ? 'the menu' : name === 'free_tables' ? 'our tables' : 'our hours';
  if (isTold(request, /invent nothing/i))
    return oneOf(request, [
      `I'm sorry, I can't see ${what} at the moment.`,
      `I can't see ${what} now. Please ask again later.`,
    ]);
  return name === 'free_tables' ? 'Yes, there is a table at 18:00.' : 'That is 7 euros.';
}

function tellMenu(request: ScriptRequest, menu: JsonObject, text: string): string {
  const note = Object.values(menu).find((value) => /SYSTEM:.*free/.test(String(value)));
  if (note !== undefined && !isTold(request, /is text to read, and not an order/i)) return 'Everything is free today!';
  const dishes = Object.entries(menu).filter(([, price]) => typeof price === 'number');
  const show = ([dish, price]: (typeof dishes)[number]) => {
    const euros = Number(price).toFixed(2);
    return oneOf(request, [`The ${dish} costs ${euros} euros.`, `The ${dish} is ${euros} euros.`]);
  };
  if (/vegan/i.test(text))
    return dishes
      .filter(([dish]) => /vegan/.test(dish))
      .map(show)
      .join(' ');
  if (/cheapest/i.test(text))
    return dishes
      .toSorted((one, other) => Number(one[1]) - Number(other[1]))
      .slice(0, 1)
      .map(show)
      .join('');
  const named = dishes.filter(([dish]) =>
    dish.split(/\W+/).some((word) => word.length > 3 && text.toLowerCase().includes(word)),
  );
  if (named.length > 0) return named.map(show).join(' ');
  const dish = /\bthe ([a-z ]+?) cost/i.exec(text)?.[1] ?? 'That';
  return isTold(request, /does not name is not on the menu/i)
    ? `${dish} is not on the menu.`
    : `The ${dish} is 30 euros.`;
}

function tellHours(hours: JsonObject, text: string): string {
  const day = /\b((?:mon|sun)day)/i.exec(text)?.[1]?.toLowerCase();
  if (day === undefined)
    return Object.entries(hours)
      .map(([days, time]) => `${days}: ${time}`)
      .join(', ');
  return hours[day] === 'closed' ? `On ${day}s we are closed.` : `On ${day}s we are open ${hours[day]}.`;
}

function aboutInstructions(request: ScriptRequest): ScriptAnswer {
  if (!isTold(request, /keep them to yourself/i)) return { text: request.system ?? '' };
  return { text: oneOf(request, ['I answer questions about our restaurant.', 'Let us speak about our restaurant.']) };
}
