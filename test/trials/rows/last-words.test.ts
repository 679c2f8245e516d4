import { expect, test } from 'vitest';
import { lastWords } from '#trials/rows/ledger.ts';

test.each([
  [
    'file:///r/runner.mjs:3\n  throw new Error("no key");\n        ^\n\nError: no key\n    at main (file:///r/runner.mjs:3:9)\n\nNode.js v24.1.0\n',
    'Error: no key',
  ],
  [
    'usage: pytest [options]\npytest: error: unrecognized arguments: --json-report --json-report-file=r.json\n  inifile: None\n',
    'unrecognized arguments: --json-report --json-report-file=r.json; install pytest-json-report',
  ],
  ['one\ntwo\nthree\nfour\n', 'two / three / four'],
  ['', ''],
])('what a runner that did not end well says of it is its error: %j', (output, words) => {
  expect(lastWords(output)).toBe(words);
});
