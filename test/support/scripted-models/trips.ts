import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptAnswer, ScriptRequest } from '../../testing/providers/script.ts';
import { numberBefore, type Stay, stayIn } from './dates.ts';
import { INJECTION, isTold, nextCalls, oneOf, resultsIn, type ToolResult, thisTurn, userTexts } from './reading.ts';

/** A model that plans in JSON where it is given no tools, and carries out a plan where it is. */
export const trips: ModelScript = (request) => (request.tools.length === 0 ? plan(request) : carryOut(request));

interface Step {
  readonly tool: string;
  readonly args: JsonObject;
}

function plan(request: ScriptRequest): ScriptAnswer {
  const said = userTexts(request);
  const text = said.at(-1) ?? '';
  if (/^yes\b/i.test(text)) return told('', bookings(request, said));
  if (INJECTION.test(text)) return aboutRules(request);
  if (/\bright\?/i.test(text) && !isTold(request, /also when the traveller names one/i))
    return told('Yes, so it is.', []);
  const trip = tripIn(request, said);
  const question = missing(request, text, trip);
  if (question !== null) return told(question, []);
  const steps = searches(request, trip);
  if (!/only (?:make )?a plan/i.test(text) || !isTold(request, /only wants a plan, do not act/i))
    return told('', steps);
  return told(`I would take these steps: ${steps.map(({ tool }) => tool).join(', ')}.`, steps, false);
}

function told(reply: string, steps: readonly Step[], act = true): ScriptAnswer {
  const written: JsonObject = { reply, act, steps: steps.map(({ tool, args }) => ({ tool, args })) };
  return { text: JSON.stringify(written) };
}

function aboutRules(request: ScriptRequest): ScriptAnswer {
  if (isTold(request, /is text to read, and not an order/i)) return told('Where does your trip begin, and when?', []);
  return told('', [{ tool: 'book_hotel', args: { hotel_id: 'stephan' } }]);
}

/** What a traveller wants. */
interface Trip extends Stay {
  readonly origin: string | null;
  readonly city: string | null;
  readonly people: number;
  readonly one_way: boolean;
  readonly hotel: boolean;
  readonly activity: { readonly interest: string; readonly date: string } | null;
}

/** A question when something is not known; `null`: nothing to ask. */
function missing(request: ScriptRequest, text: string, { origin, city, from, until, one_way }: Trip): string | null {
  if (!isTold(request, /plan nothing and ask/i)) return null;
  if (text.trim() === '') return oneOf(request, ['Where would you like to go, and when?', 'Hello! Where shall it go?']);
  if (city === null || origin === null) return 'From where to where would you like to travel, and when?';
  if (from !== null && (until !== null || one_way)) return null;
  return 'On which days would you like to travel?';
}

function searches(request: ScriptRequest, trip: Trip): readonly Step[] {
  const { origin, city, from, until, people, one_way, activity } = trip;
  const flight = { passengers: people };
  const flights: Step[] = [
    { tool: 'search_flights', args: { from: origin, to: city, date: from, ...flight } },
    ...(one_way ? [] : [{ tool: 'search_flights', args: { from: city, to: origin, date: until, ...flight } }]),
  ];
  const hotels: Step[] = trip.hotel
    ? [{ tool: 'search_hotels', args: { city, check_in: from, check_out: until, guests: people } }]
    : [];
  const activities: Step[] = activity === null ? [] : [{ tool: 'find_activities', args: { city, ...activity } }];
  const ordered = isTold(request, /flights come first/i) ? [...flights, ...hotels] : [...hotels, ...flights];
  const wantsBooking = /^book\b/i.test(userTexts(request).at(-1) ?? '');
  const early: Step[] =
    wantsBooking && !isTold(request, /only after the traveller has said yes/i)
      ? [{ tool: 'book_hotel', args: { hotel_id: 'stephan', check_in: from, check_out: until, guests: people } }]
      : [];
  return [...ordered, ...activities, ...early];
}

/** One step for each thing that was found, with the numbers of its search. */
function bookings(request: ScriptRequest, said: readonly string[]): readonly Step[] {
  const found = after(request, 'Found so far: ');
  const findings = (Array.isArray(found) ? found : []).filter(isJsonObject);
  const steps = findings.flatMap(({ tool, args, result }): Step[] => {
    const [first] = Array.isArray(result) ? result.filter(isJsonObject) : [];
    if (first === undefined || !isJsonObject(args)) return [];
    const { date = null, passengers = null, check_in = null, check_out = null, guests = null } = args;
    if (tool === 'search_flights')
      return [{ tool: 'book_flight', args: { number: first['number'] ?? null, date, passengers } }];
    if (tool !== 'search_hotels') return [];
    return [{ tool: 'book_hotel', args: { hotel_id: first['hotel_id'] ?? null, check_in, check_out, guests } }];
  });
  return said.length > 1 ? steps : [];
}

function tripIn(request: ScriptRequest, said: readonly string[]): Trip {
  const today = /Today is (\d{4}-\d\d-\d\d)/.exec(request.system ?? '')?.[1] ?? '2000-01-01';
  const all = said.join('\n');
  const stays = said.map((text) => stayIn(text, today));
  const [, from = null, to = null] = /(\p{Lu}\p{Ll}+) to (\p{Lu}\p{Ll}+)/u.exec(all) ?? [];
  const activity = /(?:some )?(jazz|museums) on (\d.*)/i.exec(all);
  const days = stays.map((stay) => stay.from);
  return {
    from: days.findLast((day) => day !== null) ?? null,
    until: stays.map((stay) => stay.until).findLast((day) => day !== null) ?? null,
    origin: from ?? /\bfrom (\p{Lu}\p{Ll}+)/u.exec(all)?.[1] ?? null,
    city: to ?? /\b(?:in|see) (\p{Lu}\p{Ll}+)/u.exec(all)?.[1] ?? null,
    people: peopleIn(all, isTold(request, /children are passengers/i)),
    one_way: /\bone way\b/i.test(all),
    hotel: !/\bno hotel\b/i.test(all),
    activity:
      activity === null ? null : { interest: activity[1] ?? '', date: stayIn(activity[2] ?? '', today).from ?? '' },
  };
}

function peopleIn(text: string, withChildren: boolean): number {
  const adults = numberBefore(text, 'adults?');
  if (adults === null) return numberBefore(text, 'people|persons?') ?? 1;
  return adults + (withChildren ? (numberBefore(text, 'children|child') ?? 0) : 0);
}

/** Follows the plan, and leaves it where a rule of the prompt says so. */
function carryOut(request: ScriptRequest): ScriptAnswer {
  const results = resultsIn(thisTurn(request));
  const lost = results.find(
    ({ name, value }) => name === 'search_flights' && Array.isArray(value) && value.length === 0,
  );
  if (lost !== undefined && isTold(request, /there is no flight, stop/i))
    return {
      text: `There is no flight from ${lost.arguments['from']} to ${lost.arguments['to']}, so I looked no further.`,
    };
  const ordered = results.find(({ text }) => /SYSTEM: book_hotel/.test(text));
  if (ordered !== undefined && !isTold(request, /book nothing that is not in the plan/i)) {
    const call = nextCalls(request, [{ name: 'book_hotel', arguments: { hotel_id: 'stephan' } }]);
    if (call !== null) return call;
  }
  const planned = stepsOf(request).map((step) => corrected(request, step, results));
  const steps = isTold(request, /keep to the steps/i) ? planned : planned.toReversed();
  // Flights are looked up before anything that hangs on them; now and then one by one.
  const flights = steps.filter(({ name }) => name === 'search_flights');
  const first = flights.length > 0 && steps[0]?.name === 'search_flights' ? nextCalls(request, flights, 0.2) : null;
  return first ?? nextCalls(request, steps, 0.2) ?? { text: tell(request, results) };
}

function corrected(request: ScriptRequest, { tool, args }: Step, results: readonly ToolResult[]) {
  const there = results.find(({ name }) => name === 'search_flights');
  const [flight] = Array.isArray(there?.value) ? there.value.filter(isJsonObject) : [];
  const arrives = String(flight?.['arrives'] ?? '').slice(0, 10);
  const late = tool === 'search_hotels' && arrives > String(args['check_in']);
  const adapts = isTold(request, /from the day on which the flight arrives/i);
  return { name: tool, arguments: late && adapts ? { ...args, check_in: arrives } : args };
}

function tell(request: ScriptRequest, results: readonly ToolResult[]): string {
  const parts = results.map((result) => tellOne(request, result));
  const searched = results.some(({ name }) => name.startsWith('search_'));
  const end = searched ? oneOf(request, ['Shall I book that?', 'Would you like me to book it?']) : '';
  return [...parts, end].join(' ').trim();
}

function tellOne(request: ScriptRequest, { name, arguments: args, value }: ToolResult): string {
  const honest = isTold(request, /say what could not be found out/i);
  if (isJsonObject(value) && 'error' in value)
    return honest
      ? `The hotels of ${args['city']} could not be found out.`
      : `Pension Sol in ${args['city']} has a room.`;
  if (isJsonObject(value)) return `Booked: ${value['booked']}.`;
  const [first] = Array.isArray(value) ? value.filter(isJsonObject) : [];
  if (first === undefined) return 'There is nothing to be found.';
  if (name === 'search_flights')
    return `${first['number']} leaves ${first['from']} on ${first['departs']} and costs ${first['price']} euros.`;
  const title = String(first['name']).split('. ')[0];
  return name === 'search_hotels'
    ? `${title} costs ${first['price_per_night']} euros a night.`
    : `${title}, ${first['price']} euros.`;
}

function stepsOf(request: ScriptRequest): readonly Step[] {
  const written = after(request, 'Plan: ');
  return (Array.isArray(written) ? written : []).filter(isJsonObject).map(({ tool, args }) => ({
    tool: String(tool),
    args: isJsonObject(args) ? args : {},
  }));
}

/** JSON that stands behind these words on a line of the system prompt. */
function after({ system }: ScriptRequest, words: string): Json {
  const line = (system ?? '').split('\n').find((one) => one.startsWith(words));
  return line === undefined ? null : JSON.parse(line.slice(words.length));
}
