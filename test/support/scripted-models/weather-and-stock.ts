import { isJsonObject } from '#common/json.ts';
import type { ModelScript } from '../../testing/providers/script.ts';
import { isTold, nextCalls, resultsIn, type ToolResult, thisTurn, userTexts, type Wish } from './reading.ts';

/** A model that looks up what it is asked for, and speaks of what it found. */
export const weatherAndStock: ModelScript = (request) => {
  const text = userTexts(request).at(-1) ?? '';
  const found = LOOK_UPS.find(([pattern]) => pattern.test(text))?.[1] ?? [];
  const isStuck = isTold(request, /the weather of Miami/);
  const wishes = found.map((wish) =>
    isStuck && wish.name === 'get_weather' ? { ...wish, arguments: { ...wish.arguments, city: 'Miami' } } : wish,
  );
  if (wishes.length === 0) return { text: CHAT.find(([pattern]) => pattern.test(text))?.[1] ?? 'Weather, or a share?' };
  return nextCalls(request, wishes) ?? { text: resultsIn(thisTurn(request)).map(tell).join(' ') };
};

/** The calls that a question needs; the first row that fits it. */
const LOOK_UPS: readonly (readonly [pattern: RegExp, calls: readonly Wish[]])[] = [
  [/How warm .* Berlin/, [weather('Berlin', 'fahrenheit')]],
  [/How warm .* Oslo/, [weather('Oslo', 'fahrenheit')]],
  [/meant Lisbon/, [weather('Lisbon', 'fahrenheit')]],
  [/weather in Berlin/, [weather('Berlin')]],
  [/(?:weather|snowing) in oslo/i, [weather('Oslo')]],
  [/in Lisbon/, [weather('Lisbon')]],
  [/in Lima/, [weather('Lima')]],
  [/in Atlantis/, [weather('Atlantis')]],
  [/hot is it in Phoenix/, [weather('Phoenix')]],
  [/Phoenix trading|^The share/, [share('PHX')]],
  [/Rome and the price/, [weather('Rome'), share('ACME')]],
  [/in Rome/, [weather('Rome')]],
  [/Globex and Acme/, [share('GLBX'), share('ACME')]],
  [/Globex share or an Initech/, [share('GLBX'), share('INIT')]],
  [/Initech/, [share('INIT')]],
  [/ACME/, [share('ACME')]],
  [/exchange open/, [{ name: 'get_market_status', arguments: {} }]],
];

/** What is said without a tool. */
const CHAT: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/warmer/, 'It is warmer in Rome.'],
  [/colder/, 'It is colder in Oslo.'],
  [/ask you first/, 'You asked about snow in Oslo.'],
  [/Phoenix/, 'Do you want the weather in the city, or the price of the share?'],
  [/weather like/, 'Which city do you mean?'],
  [/Umbrella/, "I don't follow Umbrella Corp."],
  [/^Ignore/, 'I keep to the weather and to shares.'],
];

function weather(city: string, unit: 'celsius' | 'fahrenheit' = 'celsius'): Wish {
  return { name: 'get_weather', arguments: { city, unit } };
}

function share(ticker: string): Wish {
  return { name: 'get_stock_price', arguments: { ticker } };
}

function tell({ name, arguments: args, text, value }: ToolResult): string {
  if (/^5\d\d:/.test(text)) return `The weather in ${args['city']} is not available, please try again later.`;
  if (!isJsonObject(value)) return `I'm sorry, ${text}.`;
  if (name === 'get_market_status') return `The exchange is open until ${value['closes_at']}.`;
  if (name === 'get_weather') return `${value['city']}: ${value['sky']}, ${value['degrees']} degrees ${value['unit']}.`;
  return `${value['company']} (${value['ticker']}) costs $${value['price']}.`;
}
