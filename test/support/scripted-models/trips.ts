import { isJsonObject, type JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptAnswer, ScriptRequest } from '../../testing/providers/script.ts';
import { isTold, nextCalls, resultsIn, type ToolResult, thisTurn, userTexts, type Wish } from './reading.ts';

/** A model that plans in JSON where it is given no tools, and carries out a plan where it is. */
export const trips: ModelScript = (request) => (request.tools.length === 0 ? plan(request) : carryOut(request));

/** The steps of a plan, by what the traveller says. */
const PLANS: readonly (readonly [pattern: RegExp, steps: readonly Wish[]])[] = [
  [/weekend in Vienna/, trip('Vienna', '2027-03-12', '2027-03-14', 2)],
  [/three children/, trip('Vienna', '2027-08-02', '2027-08-05', 5)],
  [/three nights/, trip('Vienna', '2028-02-27', '2028-03-01', 1)],
  [/Tokyo/, trip('Tokyo', '2027-04-02', '2027-04-09', 1)],
  [/One way .* Lisbon/, [flight('Prague', 'Lisbon', '2027-05-01', 1)]],
  [/59 euros/, [flight('Prague', 'Vienna', '2027-03-12', 1)]],
  [/Atlantis/, trip('Atlantis', '2027-03-12', '2027-03-14', 2)],
  [/Lisbon/, trip('Lisbon', '2027-03-12', '2027-03-15', 1)],
  [/jazz/, [...trip('Vienna', '2027-03-12', '2027-03-14', 2), activity('jazz')]],
  [/museums/, [...trip('Vienna', '2027-03-12', '2027-03-14', 2), activity('museums')]],
  [/Vienna, 12 to 14 March/, trip('Vienna', '2027-03-12', '2027-03-14', 2)],
  [
    /^Yes/,
    [
      wish('book_flight', { number: 'OK 101', date: '2027-03-12', passengers: 2 }),
      wish('book_flight', { number: 'OK 102', date: '2027-03-14', passengers: 2 }),
      wish('book_hotel', { hotel_id: 'stephan', check_in: '2027-03-12', check_out: '2027-03-14', guests: 2 }),
    ],
  ],
];

function wish(name: string, args: JsonObject): Wish {
  return { name, arguments: args };
}

function flight(from: string, to: string, date: string, passengers: number): Wish {
  return wish('search_flights', { from, to, date, passengers });
}

function activity(interest: string): Wish {
  return wish('find_activities', { city: 'Vienna', interest, date: '2027-03-13' });
}

/** From Prague and back, with a place to sleep. */
function trip(city: string, check_in: string, check_out: string, people: number): readonly Wish[] {
  const flights = [flight('Prague', city, check_in, people), flight(city, 'Prague', check_out, people)];
  return [...flights, wish('search_hotels', { city, check_in, check_out, guests: people })];
}

function plan(request: ScriptRequest): ScriptAnswer {
  const text = userTexts(request).at(-1) ?? '';
  const found = PLANS.find(([pattern]) => pattern.test(text))?.[1] ?? [];
  const steps = isTold(request, /flights come first/i) ? found : found.toReversed();
  const act = !text.startsWith('Only make a plan');
  const reply = act ? 'Where would you like to go, and when?' : 'I would look for flights, and then for a hotel.';
  return {
    text: JSON.stringify({ reply, act, steps: steps.map(({ name, arguments: args }) => ({ tool: name, args })) }),
  };
}

/** Follows the plan, and leaves it where the flight arrives a day later. */
function carryOut(request: ScriptRequest): ScriptAnswer {
  const steps = stepsOf(request).map((step) => {
    const isLate = step.name === 'search_hotels' && step.arguments['city'] === 'Tokyo';
    return isLate ? wish(step.name, { ...step.arguments, check_in: '2027-04-03' }) : step;
  });
  const flights = steps.filter(({ name }) => name === 'search_flights');
  const asked = nextCalls(request, flights, 0.2);
  if (asked !== null) return asked;
  const results = resultsIn(thisTurn(request));
  if (results.some(({ value }) => Array.isArray(value) && value.length === 0)) return { text: 'There is no flight.' };
  return nextCalls(request, steps, 0.2) ?? { text: [...results.map(tell), 'Shall I book that?'].join(' ') };
}

/** The plan stands on a line of the system prompt. */
function stepsOf({ system }: ScriptRequest): readonly Wish[] {
  const calls: readonly { readonly tool: string; readonly args: JsonObject }[] = JSON.parse(
    /^Plan: (.*)$/m.exec(system ?? '')?.[1] ?? '[]',
  );
  return calls.map(({ tool, args }) => wish(tool, args));
}

function tell({ arguments: args, value }: ToolResult): string {
  if (isJsonObject(value) && 'error' in value) return `The hotels of ${args['city']} could not be found out.`;
  if (isJsonObject(value)) return `Booked: ${value['booked']}.`;
  const [first] = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const name = String(first?.['number'] ?? first?.['name']).split('. ')[0];
  return `${name} costs ${first?.['price'] ?? first?.['price_per_night']} euros.`;
}
