import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDay } from '#cases/matching/texts/parse-day.ts';
import { always } from '#test/support/always.ts';
import { expectSaidByLine } from '#test/support/said.ts';

test('a text is the day that the golden file says, or none', () => {
  expectSaidByLine(new URL('golden/days.txt', import.meta.url), (text) => parseDay(text) ?? 'none');
});

test('of a longer text than any format, nothing is read', () => {
  expect(parseDay(`2025-09-05${' '.repeat(90)}`)).toBe('2025-09-05');
  expect(parseDay(`2025-09-05${' '.repeat(91)}`)).toBeNull();
});

test('every day is understood in every unmistakable spelling', () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  always(
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
