import { expect, test } from 'vitest';
import { firstMessage } from '#trials/rows/found-test.ts';

test.each([
  [
    'a matcher with both sides',
    'Error: expect(received).toContain(expected) // indexOf\n\nExpected substring: "refund"\nReceived string:    "no"\n    at a.js:1:1',
    'Expected substring: "refund"; Received string: "no"',
  ],
  [
    'a matcher with a difference',
    'expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "tool": "refund",\n+   "tool": "search",\n    "n": 1,\n  }\n\n    at a.js:1:1',
    'Expected: "tool": "refund",; Received: "tool": "search",',
  ],
  [
    'a difference of one side, in colours',
    '\u001b[2mexpect(\u001b[22m\u001b[31mreceived\u001b[39m).toEqual(expected)\n\n\u001b[32m- Expected  - 1\u001b[39m\n\u001b[31m+ Received  + 0\u001b[39m\n\n  Array [\n\u001b[32m-   "refund",\u001b[39m\n  ]',
    'Expected: "refund",; Received: nothing there',
  ],
  ['a matcher that says neither', 'expect(received).toBeTruthy()', 'expect(received).toBeTruthy()'],
  ['another error', 'AssertionError: no refund\n    at a.py', 'AssertionError: no refund'],
])('what was expected and got is said of %s', (_, text, message) => {
  expect(firstMessage(text)).toBe(message);
});
