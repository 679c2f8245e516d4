import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brokenCaseAlarms, DRAWN, gateAlarms, thresholdAlarms } from '../../../bench/false-alarms.ts';

const root = join(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the false-alarm rates of plain thresholds are those that the named command prints', () => {
  const [none, two] = thresholdAlarms(DRAWN).map(({ rate }) => `${Math.round(100 * rate)} %`);
  expect(readme).toContain(`fell by more than 2 points" is red on ${two} of pull requests that change nothing`);
  expect(readme).toContain(`| ${two} (2-point margin) to ${none} (no margin) |`);
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts['false-alarms']).toBe(
    'node bench/false-alarms.ts',
  );
});

test('the gate keeps to its budget on the same suites, and sees the one case that breaks', () => {
  expect(readme).toContain('| one case of fifty falls from 5 of 5 to 0 of 5 | red, and named |');
  expect(readme).toContain('| red by chance, nothing changed | ≤ 5 % by design');
  expect(gateAlarms(200).rate).toBeLessThanOrEqual(0.05);
  expect(brokenCaseAlarms(100).rate).toBeGreaterThanOrEqual(0.98);
});
