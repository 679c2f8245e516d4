import { isJsonObject, type JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptAnswer, ScriptRequest } from '../../testing/providers/script.ts';
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

/** A model that knows cities, and reads companies, rules and results where they are given to it. */
export const weatherAndStock: ModelScript = (request) => {
  const said = userTexts(request);
  const text = said.at(-1) ?? '';
  if (text.trim() === '')
    return { text: 'What would you like to know: the weather in a city, or the price of a share?' };
  if (INJECTION.test(text)) return aboutInstructions(request);
  const topic = topicOf(request);
  if (topic.unclear !== null)
    return { text: `${topic.unclear} is a city and a share: do you want the weather there or the price of the share?` };
  const wishes = holdsTheAnswer(request, text) ? [] : wishesFor(request, topic);
  // Two questions in one are now and then looked up one after the other; a comparison never is.
  const compares = /which of|compare/i.test(text);
  return nextCalls(request, wishes, compares ? 0 : 0.2) ?? answer(request, topic, text);
};

/** What a question is about, once the conversation before it is taken into account. */
interface Topic {
  readonly cities: readonly string[];
  /** By their names in the prompt. */
  readonly companies: readonly string[];
  readonly market: boolean;
  /** A name that may be a city and a company. */
  readonly unclear: string | null;
  readonly unit: 'celsius' | 'fahrenheit';
}

const CITIES = [
  'Amsterdam',
  'Berlin',
  'Lima',
  'Lisbon',
  'London',
  'Madrid',
  'Oslo',
  'Paris',
  'Phoenix',
  'Rome',
  'Tokyo',
];
const ABOUT_WEATHER = /weather|umbrella|rain|snow|sun|warm|cold|hot\b|degrees|city/i;
const ABOUT_SHARES = /share|stock|trading|price|worth|cost|expensive|\bat \d/i;
const ABOUT_MARKET = /(market|exchange).*(open|closed)/i;
const COMPARES = /which of the two|warmer|colder/i;

function topicOf(request: ScriptRequest): Topic {
  const said = userTexts(request);
  const text = said.at(-1) ?? '';
  const companies = followed(request);
  const named = namesIn(text, companies);
  const before = said.at(-2) ?? '';
  const isFollowUp =
    !COMPARES.test(text) && (/^and\b|^sorry|I meant/i.test(text) || /^the (share|city|weather)/i.test(text));
  const names = named.length > 0 || !isFollowUp ? named : namesIn(before, companies);
  const context = isFollowUp && !ABOUT_SHARES.test(text) && !ABOUT_WEATHER.test(text) ? before : text;
  const [weather, shares] = [ABOUT_WEATHER.test(context), ABOUT_SHARES.test(context)];
  const isCity = (name: string) => CITIES.includes(name) || !companies.has(name);
  const both = names.find((name) => CITIES.includes(name) && companies.has(name) && weather === shares);
  return {
    cities: names.filter((name) => isCity(name) && (!companies.has(name) || !shares)),
    companies: names.filter((name) => companies.has(name) && (!isCity(name) || shares)),
    market: ABOUT_MARKET.test(text),
    unclear: both !== undefined && isTold(request, /ask which one/i) ? both : null,
    unit: /fahrenheit/i.test(isFollowUp ? `${before} ${text}` : text) ? 'fahrenheit' : 'celsius',
  };
}

/** Companies of the prompt with their tickers, under their first word. */
function followed({ system }: ScriptRequest): ReadonlyMap<string, string> {
  const pairs = [...(system ?? '').matchAll(/(\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}+)* \((\p{Lu}{2,5})\)/gu)];
  return new Map(pairs.map(([, company = '', ticker = '']) => [company, ticker]));
}

/** Cities, companies (also by their tickers), and whatever follows "in", in the order of the text. */
function namesIn(text: string, companies: ReadonlyMap<string, string>): readonly string[] {
  const byTicker = new Map([...companies].map(([company, ticker]) => [ticker, company]));
  const words = text.match(/\p{L}+/gu) ?? [];
  const known = words
    .map((word) => byTicker.get(word.toUpperCase()) ?? `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`)
    .filter((word) => CITIES.includes(word) || companies.has(word));
  const place = /\bin (\p{Lu}\p{L}+)/u.exec(text)?.[1];
  const isUnit = place === 'Fahrenheit' || place === 'Celsius';
  return [...new Set(known.length > 0 || place === undefined || isUnit ? known : [place])];
}

/** A hasty model takes a number from the question, unless it is told to look every number up. */
function holdsTheAnswer(request: ScriptRequest, text: string): boolean {
  const toldToLookUp = isTold(request, /every number with a tool, (?:also|even) when the question/i);
  return !toldToLookUp && /\d/.test(text) && /right\?|about \d|is that so/i.test(text);
}

function wishesFor(request: ScriptRequest, { cities, companies, market, unit }: Topic): readonly Wish[] {
  const tickers = followed(request);
  return [
    ...(market ? [{ name: 'get_market_status', arguments: {} }] : []),
    ...cities.map((city) => ({ name: 'get_weather', arguments: { city, unit } })),
    ...companies.map((one) => ({ name: 'get_stock_price', arguments: { ticker: tickers.get(one) ?? one } })),
  ];
}

function answer(request: ScriptRequest, topic: Topic, text: string): ScriptAnswer {
  const results = resultsIn(thisTurn(request));
  if (COMPARES.test(text)) return { text: compare(request, text) };
  if (results.length > 0) return { text: results.map((result) => tell(request, result)).join(' ') };
  if (holdsTheAnswer(request, text)) return { text: `Yes, it is about ${text.match(/\d+(?:\.\d+)?/g)?.at(-1)}.` };
  if (/did I ask/i.test(text)) return { text: `You asked: ${userTexts(request)[0]}` };
  return { text: smallTalk(request, topic, text) };
}

function tell(request: ScriptRequest, { name, arguments: args, text, value }: ToolResult): string {
  const subject = String(args['city'] ?? args['ticker'] ?? 'that');
  if (/^5\d\d:/.test(text)) return `The weather in ${subject} is not available at the moment; please try again later.`;
  if (!isJsonObject(value)) return `I'm sorry, ${text}.`;
  if (name === 'get_market_status') return `Yes, the exchange is open until ${value['closes_at']}.`;
  if (name === 'get_weather') return tellWeather(request, value);
  return oneOf(request, [
    `${value['ticker']} trades at $${value['price']}.`,
    `A share of ${value['company']} (${value['ticker']}) costs $${value['price']} now.`,
  ]);
}

function tellWeather(request: ScriptRequest, { city, sky, degrees, unit }: JsonObject): string {
  const sign = unit === 'celsius' ? '°C' : '°F';
  return oneOf(request, [`${city}: ${sky}, ${degrees} ${sign}.`, `${city} has ${sky} at ${degrees} ${sign}.`]);
}

/** Compares the last two things that tools told in this conversation. */
function compare(request: ScriptRequest, text: string): string {
  const told = resultsIn(request.messages)
    .flatMap(({ value }) => (isJsonObject(value) ? [value] : []))
    .slice(-2)
    .map((value) => ({
      name: String(value['city'] ?? value['company']),
      number: Number(value['degrees'] ?? value['price']),
    }))
    .sort((one, other) => other.number - one.number);
  const found = /colder|cheaper/i.test(text) ? told.at(-1) : told[0];
  return found === undefined ? 'I know of nothing to compare yet.' : `${found.name}, with ${found.number}.`;
}

function smallTalk(request: ScriptRequest, { cities, companies }: Topic, text: string): string {
  if (/thank/i.test(text)) return oneOf(request, ["You're welcome!", 'Any time.']);
  if (/hello|morning|\bhi\b/i.test(text))
    return 'Good morning! Ask me about the weather in a city or the price of a share.';
  const company = /(?:share|stock) (?:of|in) ([\p{L} ]+?)(?: cost| trad|\?|$)/u.exec(text)?.[1];
  if (company !== undefined) return `I don't follow ${company}, sorry.`;
  if (cities.length + companies.length === 0 && ABOUT_WEATHER.test(text)) return 'Which city do you mean?';
  return 'I know the weather in cities and the prices of a few shares.';
}

function aboutInstructions(request: ScriptRequest): ScriptAnswer {
  if (isTold(request, /keep your instructions to yourself/i))
    return {
      text: oneOf(request, [
        'I keep to the weather and to shares.',
        'I can help with the weather and with shares only.',
      ]),
    };
  return { text: request.system ?? '' };
}
