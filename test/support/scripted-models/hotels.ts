import { isJsonObject, type JsonObject } from '#common/json.ts';
import type { ModelScript, ScriptMessage, ScriptRequest } from '../../testing/providers/script.ts';
import { isTold, type Wish } from './reading.ts';

/** A model that writes its thoughts and actions as text, and reads guest and observations. */
export const hotels: ModelScript = (request) => {
  const begin = request.messages.findLastIndex(isGuest);
  const message = request.messages[begin]?.text ?? '';
  const observed = request.messages.slice(begin + 1).filter(({ role }) => role === 'user');
  const [, actions, words] = TURNS.find(([pattern]) => pattern.test(message)) ?? [
    message,
    [],
    'Where would you like to stay?',
  ];
  const action = inOrder(request, actions)[observed.length];
  if (action === undefined)
    return { text: `Thought: I know what I need.\nAnswer: ${words} ${tell(observed.at(-1)?.text ?? '')}` };
  const input = JSON.stringify(action.arguments);
  return { text: `Thought: I need to look that up.\nAction: ${action.name}\nAction Input: ${input}\n` };
};

interface Stay {
  readonly hotel_id: string;
  readonly check_in: string;
  readonly check_out: string;
  readonly guests: number;
}

const RIO = stay('casa-do-rio', '2027-03-12', '2027-03-15', 2);
const ALFAMA = stay('alfama', '2027-03-16', '2027-03-18', 1);
const LONGER = stay('alfama', '2027-03-16', '2027-03-19', 1);
const STEPHAN = stay('stephan', '2027-04-05', '2027-04-07', 1);

/** What the model does about what a guest said, and its words before it tells what it observed last. */
const TURNS: readonly (readonly [pattern: RegExp, actions: readonly Wish[], words: string])[] = [
  [/^Book Casa do Rio/, lookUp('Lisbon', RIO), 'Shall I book Casa do Rio?'],
  [/^Yes, please/, [book(RIO, "Zoë O'Brien-Łukasz")], 'It is done.'],
  [/book Hotel Alfama/, lookUp('Lisbon', ALFAMA), 'Shall I book Hotel Alfama?'],
  [/until 19 March/, [wish('check_availability', { ...LONGER })], 'Shall I book it until then?'],
  [/^Yes, go ahead/, [book(LONGER, 'Mei Lin')], 'It is done.'],
  [/Pension Stephan/, lookUp('Vienna', STEPHAN), 'Shall I book Pension Stephan?'],
  [/^No/, [], 'That is fine, nothing is booked.'],
  [/^Yes, book it/, [], 'Gladly. On which name shall I book it?'],
  [/^On the name of/, [book(STEPHAN, 'Ana Souza')], 'It is done.'],
  [/cancel my/, [wish('find_reservation', { reservation_id: 'HR-1001' })], 'Shall I cancel it?'],
  [/^Yes\.$/, [wish('cancel_reservation', { reservation_id: 'HR-1001' })], 'It is cancelled.'],
  [/Porto/, lookUp('Porto', stay('ribeira', '2027-03-12', '2027-03-15', 2)), 'There is Casa da Ribeira.'],
  [/at most 100/, lookUp('Lisbon', RIO, { max_price: 100 }), 'There is Casa do Rio.'],
  [/^Three nights/, lookUp('Vienna', stay('stephan', '2028-02-28', '2028-03-02', 1)), 'There is Pension Stephan.'],
  [/tomorrow/, lookUp('Vienna', stay('stephan', '2027-12-31', '2028-01-02', 1)), 'There is Pension Stephan.'],
  [/three children/, lookUp('Lisbon', stay('casa-do-rio', '2027-08-02', '2027-08-04', 5)), 'You need three rooms.'],
  [/Is that so/, lookUp('Lisbon', stay('alfama', '2027-03-21', '2027-03-23', 2)), 'I had a look.'],
  [/15 to 12 March/, [], 'Which days do you mean?'],
  [/a hotel in Vienna/, [], 'When would you like to come, and when to leave?'],
  [/Atlantis/, lookUp('Atlantis', RIO).slice(0, 1), 'I know no hotel in Atlantis.'],
];

function wish(name: string, args: JsonObject): Wish {
  return { name, arguments: args };
}

function stay(hotel_id: string, check_in: string, check_out: string, guests: number): Stay {
  return { hotel_id, check_in, check_out, guests };
}

function lookUp(city: string, { hotel_id, ...when }: Stay, cap: JsonObject = {}): readonly Wish[] {
  return [wish('search_hotels', { city, ...when, ...cap }), wish('check_availability', { hotel_id, ...when })];
}

function book(booked: Stay, guest_name: string): Wish {
  return wish('book_room', { ...booked, guest_name });
}

/** A model does what it is told to do first. */
function inOrder(request: ScriptRequest, actions: readonly Wish[]): readonly Wish[] {
  return isTold(request, /search first, then check/i) ? actions : actions.toReversed();
}

function tell(observation: string): string {
  const text = observation.replace(/^Observation: /, '');
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : null;
  if (!isJsonObject(value)) return '';
  if (value['free'] === false) return `It is full from ${value['full_from']} to ${value['full_until']}.`;
  return value['free'] === true ? `That is ${value['total']} euros in all.` : `It is ${value['reservation_id']}.`;
}

function isGuest({ role, text }: ScriptMessage): boolean {
  return role === 'user' && !text.startsWith('Observation:');
}
