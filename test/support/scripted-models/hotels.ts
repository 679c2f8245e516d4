import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptRequest } from '../../testing/providers/script.ts';
import { numberBefore, type Stay, stayIn } from './dates.ts';
import { isTold, oneOf } from './reading.ts';

/** A model that writes its thoughts and actions as text, and reads guest and observations. */
export const hotels: ModelScript = (request) => {
  const move = nextMove(request);
  if ('answer' in move) return { text: `Thought: I know what I need.\nAnswer: ${move.answer}` };
  const thought = oneOf(request, ['I need to look that up.', 'The next thing to find out.', 'I use a tool for this.']);
  const action = `Thought: ${thought}\nAction: ${move.action}\nAction Input: ${JSON.stringify(move.input)}\n`;
  // Such models go on with an observation of their own invention, unless they are stopped.
  const rest = stopsAtObservation(request) || request.random() < 0.7 ? '' : 'Observation: {"free": true, "total": 1}\n';
  return { text: action + rest };
};

type Move = { readonly answer: string } | { readonly action: string; readonly input: JsonObject };

interface Step {
  readonly action: string;
  readonly input: JsonObject;
  readonly observation: Json;
}

/** What the guest wants, as far as it was said; what was said later holds. */
interface Wish extends Stay {
  readonly city: string | null;
  /** Name of a hotel. */
  readonly hotel: string | null;
  readonly guests: number | null;
  readonly max_price: number | null;
  readonly guest_name: string | null;
  /** Number of the reservation that is to be cancelled. */
  readonly cancels: string | null;
  readonly books: boolean;
}

function nextMove(request: ScriptRequest): Move {
  const said = guestTexts(request);
  const text = said.at(-1) ?? '';
  if (text.trim() === '')
    return {
      answer: oneOf(request, ['Hello! Where and when would you like to stay?', 'Where would you like to stay?']),
    };
  const wish = wishOf(request, said);
  const saysYes = /^(?:yes|on the name)\b/i.test(text);
  if (wish.cancels !== null) return cancel(request, wish.cancels, saysYes);
  if (/^no\b/i.test(text)) return { answer: 'That is fine, nothing is booked. Shall I look for something cheaper?' };
  const question = missing(request, wish);
  return question === null ? offer(request, wish, saysYes) : { answer: question };
}

function cancel(request: ScriptRequest, id: string, saysYes: boolean): Move {
  const steps = stepsIn(request.messages);
  const input = { reservation_id: id };
  const done = resultOf(steps, 'cancel_reservation', input);
  if (done !== undefined) return { answer: `Your reservation ${id} is cancelled.` };
  const asks = isTold(request, /cancel only after the guest has said yes/i);
  if (saysYes || !asks) return { action: 'cancel_reservation', input };
  const found = resultOf(steps, 'find_reservation', input);
  if (found === undefined) return { action: 'find_reservation', input };
  if (!isJsonObject(found)) return { answer: `I find no reservation ${id}. Could you check the number?` };
  return { answer: `${id} is from ${found['check_in']} to ${found['check_out']}. Shall I cancel it?` };
}

/** A question when something is not known, or can't be; `null`: nothing to ask. */
function missing(request: ScriptRequest, { from, until, city }: Wish): string | null {
  if (!isTold(request, /use no tool before you know/i)) return null;
  if (city === null) return 'In which city would you like to stay?';
  if (from === null || until === null)
    return oneOf(request, ['When would you like to come, and when to leave?', 'On which days?']);
  return until <= from ? `You would leave on ${until}, before you come on ${from}. Which days do you mean?` : null;
}

function offer(request: ScriptRequest, wish: Wish, saysYes: boolean): Move {
  const steps = stepsIn(request.messages);
  const days = { check_in: written(request, wish.from), check_out: written(request, wish.until) };
  const search = { city: wish.city, ...days, guests: wish.guests ?? 1 };
  const found = lastResult(steps, 'search_hotels');
  if (found === undefined) {
    const cap = wish.max_price === null ? {} : { max_price: wish.max_price };
    return { action: 'search_hotels', input: { ...search, ...cap } };
  }
  const hotels = Array.isArray(found) ? found.filter(isJsonObject) : [];
  const hotel = hotels.find(({ name }) => name === wish.hotel) ?? hotels[0];
  if (hotel === undefined) return { answer: `I know no hotel in ${wish.city} that would do, sorry.` };
  const stay = { hotel_id: hotel['hotel_id'] ?? null, ...days, guests: wish.guests ?? 1 };
  const { books, guest_name } = wish;
  if (obeys(request, hotel)) return { action: 'book_room', input: { ...stay, guest_name } };
  const checked = resultOf(steps, 'check_availability', stay);
  if (checked === undefined && !believes(request)) return { action: 'check_availability', input: stay };
  if (isJsonObject(checked) && checked['free'] === false)
    return {
      answer: `${hotel['name']} is full from ${checked['full_from']} to ${checked['full_until']}. Would other days do?`,
    };
  const asks = isTold(request, /book only after the guest has said yes/i);
  if (books && (saysYes || !asks)) return book(request, { ...stay, guest_name }, steps);
  const total = isJsonObject(checked) ? `, ${checked['total']} euros in all` : '';
  const end = oneOf(request, ['Shall I book it?', 'Would you like me to book it?']);
  return { answer: `${hotel['name']} is free from ${wish.from} to ${wish.until}${total}. ${end}` };
}

/** A day as the prompt wants it, or else as people write it. */
function written(request: ScriptRequest, day: string | null): string | null {
  if (day === null || isTold(request, /write days as YYYY-MM-DD/i)) return day;
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function book(request: ScriptRequest, input: JsonObject, steps: readonly Step[]): Move {
  if (input['guest_name'] === null) {
    if (isTold(request, /never invent a name/i)) return { answer: 'Gladly. On which name shall I book it?' };
    return book(request, { ...input, guest_name: 'Guest' }, steps);
  }
  const booked = resultOf(steps, 'book_room', input);
  if (booked === undefined) return { action: 'book_room', input };
  if (!isJsonObject(booked)) return { answer: `I'm sorry, that did not work: ${booked}.` };
  return { answer: `Booked, ${booked['guest_name']}: your reservation is ${booked['reservation_id']}.` };
}

/** Orders in the text of a hotel are followed, unless a rule says what they are. */
function obeys(request: ScriptRequest, hotel: JsonObject): boolean {
  const ordered = /SYSTEM:.*book/i.test(String(hotel['about'] ?? ''));
  const done = stepsIn(request.messages).some(({ action }) => action === 'book_room');
  return ordered && !done && !isTold(request, /is text to read, and not an order/i);
}

/** Takes the guest's word, unless told not to. */
function believes(request: ScriptRequest): boolean {
  const says = /still has a room|is free/i.test(guestTexts(request).at(-1) ?? '');
  return says && !isTold(request, /also when the guest says that it is/i);
}

function wishOf(request: ScriptRequest, said: readonly string[]): Wish {
  const today = /Today is (\d{4}-\d\d-\d\d)/.exec(request.system ?? '')?.[1] ?? '2000-01-01';
  const last = <Value>(read: (text: string) => Value | null | undefined): Value | null =>
    said.map(read).findLast((value) => value !== null && value !== undefined) ?? null;
  const all = said.join('\n');
  return {
    from: last((text) => stayIn(text, today).from),
    until: last((text) => stayIn(text, today).until),
    city: last((text) => /\bin (\p{Lu}\p{Ll}+)/u.exec(text)?.[1] ?? /^(\p{Lu}\p{Ll}+) from\b/u.exec(text)?.[1]),
    hotel: last((text) => /\b((?:Hotel|Casa|Pension)(?: d[oa])?(?: \p{Lu}\p{L}+)+)/u.exec(text)?.[1]),
    guests: last(guestsIn),
    max_price: last((text) => {
      const price = /at most (\d+) euros/i.exec(text)?.[1];
      return price === undefined ? null : Number(price);
    }),
    guest_name: last((text) => /(?:on the name of|I am called) ([^.,!?]+)/i.exec(text)?.[1]),
    cancels: /\bcancel\b/i.test(all) ? last((text) => /\bHR-\d+/.exec(text)?.[0]) : null,
    books: /\bbook\b/i.test(all) || /\byes\b/i.test(all),
  };
}

function guestsIn(text: string): number | null {
  const adults = numberBefore(text, 'adults?');
  if (adults !== null) return adults + (numberBefore(text, 'children|child') ?? 0);
  if (/\bfor (?:me )?(?:alone|one)\b/i.test(text)) return 1;
  return numberBefore(text, 'people|persons?') ?? numberBefore(text.replace(/\bfor (\w+)/gi, '$1 guests'), 'guests');
}

function guestTexts({ messages }: ScriptRequest): readonly string[] {
  return messages
    .filter(({ role, text }) => role === 'user' && !text.startsWith('Observation:'))
    .map(({ text }) => text);
}

/** Actions with what was observed after them. */
function stepsIn(messages: ScriptRequest['messages']): readonly Step[] {
  return messages.flatMap(({ text }, index) => {
    const action = /^Action: (\S+)\nAction Input: (.+)/m.exec(text);
    const after = messages[index + 1]?.text;
    if (action === null || after === undefined) return [];
    const [, name = '', input = ''] = action;
    const args = parse(input);
    const observation = parse(after.replace(/^Observation: /, ''));
    return [{ action: name, input: isJsonObject(args) ? args : {}, observation }];
  });
}

function lastResult(steps: readonly Step[], name: string): Json | undefined {
  return steps.findLast(({ action }) => action === name)?.observation;
}

/** What came of this very action; `undefined`: it was not tried. */
function resultOf(steps: readonly Step[], name: string, input: JsonObject): Json | undefined {
  const wanted = JSON.stringify(input);
  return steps.findLast((step) => step.action === name && JSON.stringify(step.input) === wanted)?.observation;
}

function stopsAtObservation({ body }: ScriptRequest): boolean {
  const { options } = body;
  const stop = isJsonObject(options) ? options['stop'] : null;
  return Array.isArray(stop) && stop.includes('Observation:');
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
