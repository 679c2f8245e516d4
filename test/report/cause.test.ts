import { expect, test } from 'vitest';
import { causeOf } from '#report/cause.ts';

const PYTHON = `loading
Traceback (most recent call last):
  File "/app/tools.py", line 3, in <module>
    import shop
ModuleNotFoundError: No module named 'shop'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/agent.py", line 9, in <module>
    start()
shop.Closed: the shop opens at nine
and says so on a second line
`;
const NODE = `node:internal/modules/run_main:107
    triggerUncaughtException(
    ^

TypeError [ERR_X]: not a shop
    at start (file:///app/agent.mjs:3:7)
    at file:///app/agent.mjs:9:1

Node.js v24.0.0
`;

test.each([
  ['the exception below the last traceback', PYTHON, 'shop.Closed: the shop opens at nine'],
  ['the error above a stack', NODE, 'TypeError [ERR_X]: not a shop'],
  ['the last line where no exception is named', 'starting\nport 80 is taken\n\n', 'port 80 is taken'],
  ['without the colours of a terminal', '\u001b[31mError: red\u001b[0m\n', 'Error: red'],
  ['no more than a line holds', `Error: ${'x'.repeat(1000)}`, `Error: ${'x'.repeat(193)}…`],
])('the cause of a crash is %s', (_, stderr, line) => {
  expect(causeOf(stderr)?.line).toBe(line);
});

test('says where it happened', () => {
  expect(causeOf(PYTHON)?.around).toContain('File "/app/agent.py", line 9, in <module>');
  expect(causeOf(NODE)?.around).toContain('at start (file:///app/agent.mjs:3:7)');
});

test('a program that said nothing names no cause', () => {
  expect([causeOf(''), causeOf(' \n\n')]).toEqual([null, null]);
});
