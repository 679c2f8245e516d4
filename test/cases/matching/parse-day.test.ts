import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDay } from '#cases/matching/texts/parse-day.ts';

test.each([
  '2025-09-05',
  '2025-9-5',
  '2025/09/05',
  '2025.09.05',
  '20250905',
  '2025-09-05T14:30:00Z',
  '2025-09-05T23:59:59.123+02:00',
  '2025-09-05 14:30',
  '2025-Sep-05',
  '5 Sep 2025',
  '05 September 2025',
  '5-Sep-2025',
  '5th of September, 2025',
  'the 5th of September 2025',
  '5 Sept. 2025',
  '5Sep2025',
  '5.  September  2025',
  'the  5th  of  September,  2025',
  'Sep 5, 2025',
  'September 5, 2025',
  'September 5th 2025',
  'SEPTEMBER 5 2025',
  'Sep  5,  2025',
  'Sep. 5, 2025',
  'Sep/05/2025',
  'September the 5th, 2025',
  'September the  5th 2025',
  '2025 Sep 5',
  '2025,  September  5th',
  '2025/Sep./05',
  'Friday, September 5, 2025',
  'Fri, 05 Sep 2025 14:30:00 GMT',
  'Fri Sep 05 2025 00:00:00 GMT+0000 (Coordinated Universal Time)',
  'Sep 5, 2025 at 3:30 pm',
  'Sep 5, 2025, 3 PM',
  '  2025-09-05  ',
])('"%s" is the fifth of September 2025', (text) => {
  expect(parseDay(text)).toBe('2025-09-05');
});

test.each([
  ['13/09/2025', '2025-09-13'],
  ['09/13/2025', '2025-09-13'],
  ['13.09.2025', '2025-09-13'],
  ['05/05/2025', '2025-05-05'],
  ['29 Feb 2024', '2024-02-29'],
  ['2000-02-29', '2000-02-29'],
  ['1 Jan 2025', '2025-01-01'],
  ['1st of Jan 2025', '2025-01-01'],
  ['2nd June 2025', '2025-06-02'],
  ['July 3rd, 2025', '2025-07-03'],
  ['2025 December 31st', '2025-12-31'],
  ['12/31/2025', '2025-12-31'],
  ['12/13/2025', '2025-12-13'],
  ['0099-01-02', '0099-01-02'],
  ['May 1, 2025', '2025-05-01'],
  ['Thurs, 1 May 2025', '2025-05-01'],
])('"%s" can only be %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each(['09/05/2025', '05.09.2025', '9-5-2025', '12/05/2025', '05/12/2025', '12/11/2025'])(
  '"%s" is no day: day and month could be swapped',
  (text) => {
    expect(parseDay(text)).toBeNull();
  },
);

test.each([
  '',
  'soon',
  '2025-02-30',
  '2025-13-01',
  '0 Sep 2025',
  '31 Sep 2025',
  '29 Feb 2025',
  '1900-02-29',
  '2025-04-31',
  '2025-06-31',
  '2025-11-31',
  '2025-12-32',
  '2025-00-10',
  '13/13/2025',
  '32/12/2025',
  '13/09.2025',
  '113/09/2025',
  '13/09/20251',
  '2025-09/05',
  '12025-09-05',
  '2025-09-051',
  '120250905',
  '202509051',
  '2025 Sep 5x',
  '12025 Sep 5',
  'x5 Sep 2025',
  '105 Sep 2025',
  '5 Sep 20251',
  'x-Sep 5, 2025',
  'Sep 5, 20251',
  '5 Septe 2025',
  '5 Sep 25',
  '5 Foo 2025',
  'Monday, September 5, 2025',
  '2025-09-05 or 2025-09-06',
  'on 2025-09-05',
  '2025-0905',
  '1757030400',
  `2025-09-05${' '.repeat(200)}`,
])('"%s" is no day', (text) => {
  expect(parseDay(text)).toBeNull();
});

test('of a longer text than any format, nothing is read', () => {
  expect(parseDay(`2025-09-05${' '.repeat(90)}`)).toBe('2025-09-05');
  expect(parseDay(`2025-09-05${' '.repeat(91)}`)).toBeNull();
});

test('every day is understood in every unmistakable spelling', () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }), (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year = '', month = '', day = ''] = iso.split('-');
      const name = months[Number(month) - 1] ?? '';
      for (const text of [
        date.toISOString(),
        date.toUTCString(),
        `${day} ${name} ${year}`,
        `${name} ${Number(day)}, ${year}`,
      ]) {
        expect(parseDay(text), text).toBe(iso);
      }
    }),
  );
});
