/**
 * The day in a text, as `YYYY-MM-DD`, or `null`. It understands English month names, ordinals, a leading weekday and a trailing
 * time; the day is taken as written, whatever the time zone. It refuses ambiguous dates: `09/05/2025` and the like, in which
 * day and month can be swapped (`09/13/2025` and `05/05/2025` can't), two-digit years, and a weekday that contradicts the date.
 */
export function parseDay(text: string): string | null {
  if (text.length > LONGEST) return null;
  const whole = text.trim().toLowerCase();
  const weekday = WEEKDAY.exec(whole)?.[1] ?? null;
  const date = whole.replace(WEEKDAY, '').replace(TIME, '');
  const day = FORMS.reduce<Day | null>((first, form) => first ?? form(date), null);
  if (day === null || !exists(day) || (weekday !== null && !fallsOn(day, weekday))) return null;
  return [String(day.year).padStart(4, '0'), two(day.month), two(day.day)].join('-');
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The longest usual format is that of JavaScript's `Date`, about 70 characters. */
const LONGEST = 100;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
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

const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday|rs|r|s)?\.?,?\s+/;
const TIME =
  /(?:t|,?\s+(?:at\s+)?)\d{1,2}(?:(?::\d{2}){1,2}(?:[.,]\d+)?(?:\s*[ap]\.?m\.?)?|\s*[ap]\.?m\.?)\s*(?:z|utc|gmt)?(?:[+-]\d{2}:?\d{2})?(?:\s*\([a-z ]*\))?$/;

const FORMS: readonly ((text: string) => Day | null)[] = [
  (text) => readDay(text, /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/),
  (text) => readDay(text, /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/),
  (text) => readDay(text, /^(?<year>\d{4})[-/,\s]+(?<month>[a-z]+)\.?[-/,\s]+(?<day>\d{1,2})(?:st|nd|rd|th)?$/),
  (text) =>
    readDay(
      text,
      /^(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[-/.\s]*(?<month>[a-z]+)[-/.,\s]*(?<year>\d{4})$/,
    ),
  (text) =>
    readDay(text, /^(?<month>[a-z]+)\.?[-/\s]+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?[-/,\s]+(?<year>\d{4})$/),
  dayAndMonth,
];

function readDay(text: string, form: RegExp): Day | null {
  const groups = form.exec(text)?.groups;
  const month = groups?.['month'] ?? '';
  return groups === undefined
    ? null
    : { year: Number(groups['year']), month: monthNumber(month), day: Number(groups['day']) };
}

/** Day, month and year in figures, if only one interpretation is possible. */
function dayAndMonth(text: string): Day | null {
  const parts = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  const first = Number(parts?.[1]);
  const second = Number(parts?.[3]);
  const year = Number(parts?.[4]);
  if (parts === null || (first <= 12 && second <= 12 && first !== second)) return null;
  return first > 12 ? { year, month: second, day: first } : { year, month: first, day: second };
}

/** 1–12, or 0 if it is no month. */
function monthNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return (
    1 +
    MONTHS.findIndex((name) => text === name || text === name.slice(0, 3) || (text === 'sept' && name === 'september'))
  );
}

function exists({ year, month, day }: Day): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= length;
}

function fallsOn({ year, month, day }: Day, weekday: string): boolean {
  return WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] === weekday;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
