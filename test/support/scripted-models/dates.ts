const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** Two days as `YYYY-MM-DD`; `null`: not told. */
export interface Stay {
  readonly from: string | null;
  readonly until: string | null;
}

/** The days that a text names: `from 12 to 15 March 2027`, `until 19 March 2027`, `three nights from 28 February 2028`, `tomorrow, two nights`. */
export function stayIn(text: string, today: string): Stay {
  const days = daysIn(text);
  const nights = numberBefore(text, 'nights?');
  const [first = null, second = null] = days;
  if (/\btomorrow\b/i.test(text)) return fromNights(addDays(today, 1), nights);
  if (first !== null && second === null && /\b(?:until|back on)\b/i.test(text)) return { from: null, until: first };
  if (first !== null && second === null) return fromNights(first, nights);
  return { from: first, until: second };
}

/** A day so many days later. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The number, in digits or as a word up to eight, that stands before a word; `null`: none. */
export function numberBefore(text: string, word: string): number | null {
  const found = new RegExp(`\\b(\\d+|${NUMBERS.join('|')}) (?:${word})\\b`, 'i').exec(text)?.[1]?.toLowerCase();
  if (found === undefined) return null;
  const index = NUMBERS.indexOf(found);
  return index === -1 ? Number(found) : index;
}

function fromNights(from: string, nights: number | null): Stay {
  return { from, until: nights === null ? null : addDays(from, nights) };
}

/** Days in their order; one that lacks its month or year has those of the next one. */
function daysIn(text: string): readonly string[] {
  const pattern = new RegExp(`\\b(\\d{1,2})(?: (${MONTHS.join('|')}))?(?: (\\d{4}))?(?= |[.,:;?]|$)`, 'gi');
  const found = [...text.matchAll(pattern)].map(([, day, month, year]) => ({ day, month, year }));
  const days: string[] = [];
  let [month, year]: (string | undefined)[] = [];
  for (const one of found.toReversed()) {
    month = one.month ?? month;
    year = one.year ?? year;
    if (month === undefined || year === undefined) continue;
    days.unshift(`${year}-${two(MONTHS.indexOf(month.toLowerCase()) + 1)}-${two(Number(one.day))}`);
  }
  return days;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
