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
  [
    'ERROR: Error importing plugin "pytest_jsonreport": No module named \'pytest_jsonreport\'\n\n',
    'Error importing plugin "pytest_jsonreport": No module named \'pytest_jsonreport\'; install pytest-json-report',
  ],
  [
    'Error: Failed to load custom Reporter from my-reporter\n    at load (cli.js:1:9) {\n  [cause]: Error: Failed to load url my-reporter (resolved id: my-reporter). Does the file exist?\n      at x (y.js:1:1)\n',
    'Failed to load custom Reporter from my-reporter; install my-reporter',
  ],
  [
    'Error: Failed to load custom Reporter from my-reporter\n    at load (cli.js:1:9) {\n  [cause]: SyntaxError: no\n      at x (y.js:1:1)\n',
    'SyntaxError: no',
  ],
  ['one\ntwo\nthree\nfour\n', 'four'],
  ['', ''],
])('what a runner that did not end well says of it is its error: %j', (output, words) => {
  expect(lastWords(output)).toBe(words);
});
