import { expect, test } from 'vitest';
import { retryAfterMs } from '#wire/gateway/sending/send-with-retries.ts';

const NOW = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');

test.each([
  [{}, null],
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': ' 1.5 ' }, 1500],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': '-3' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '' }, null],
  [{ 'retry-after': '1e9' }, null],
  [{ 'retry-after': '8', 'retry-after-ms': '250' }, 250],
  [{ 'retry-after': '8', 'retry-after-ms': 'x' }, 8000],
])('%o is %s ms', (headers: Record<string, string>, ms) => {
  expect(retryAfterMs(headers, NOW)).toBe(ms);
});
