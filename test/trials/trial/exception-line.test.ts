import { expect, test } from 'vitest';
import { exceptionLine } from '#trials/trial/exception-line.ts';
import { trialCause } from '#trials/trial/trial-cause.ts';
import { aTrial } from './build-trial.ts';

const PYTHON = `Traceback (most recent call last):
  File "agent.py", line 3, in <module>
    main()
NameError: name 'refund' is not defined`;

test.each([
  ['a Python traceback', `starting\n${PYTHON}\n`, "NameError: name 'refund' is not defined"],
  [
    'the last of chained tracebacks',
    `${PYTHON}\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "a.py", line 1\nopenai.NotFoundError: 404\n`,
    'openai.NotFoundError: 404',
  ],
  [
    'a Node error and its code frame',
    "file:///agent.mjs:2\nx.y\n  ^\n\nTypeError: Cannot read properties of undefined (reading 'y')\n    at main (file:///agent.mjs:2:3)\n    at node:internal\n\nNode.js v24\n",
    "TypeError: Cannot read properties of undefined (reading 'y')",
  ],
  [
    'a Go panic',
    'panic: runtime error: index out of range [5]\n\ngoroutine 1 [running]:\nmain.main()\n',
    'panic: runtime error: index out of range [5]',
  ],
  ['a Rust panic', "thread 'main' panicked at src/main.rs:2:5:\nno such order\n", 'panicked: no such order'],
  [
    'a Java exception',
    'Exception in thread "main" java.lang.NullPointerException: x\n\tat Main.main(Main.java:1)\n',
    'java.lang.NullPointerException: x',
  ],
  [
    'the root of a chain of Java',
    'Exception in thread "main" java.lang.RuntimeException: no refund\n\tat Main.main(Main.java:1)\nCaused by: java.net.ConnectException: refused\n\tat Net.open(Net.java:9)\n\t... 1 more\n',
    'java.net.ConnectException: refused',
  ],
  [
    'the cause of a Node error',
    'TypeError: fetch failed\n    at f (a.mjs:1:1)\n    at g (a.mjs:2:1) {\n  [cause]: Error: connect ECONNREFUSED 127.0.0.1:9\n      at h (node:net:1:1) {\n    errno: -111\n  }\n}\n\nNode.js v24\n',
    'Error: connect ECONNREFUSED 127.0.0.1:9',
  ],
  [
    'a value that Node threw',
    "/agent.mjs:1\nthrow 'no key'\n^\nno key\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n",
    'thrown: no key',
  ],
  [
    'a Python file that can not be parsed',
    '  File "agent.py", line 3\n    def f(\n         ^\nSyntaxError: \'(\' was never closed\n',
    "SyntaxError: '(' was never closed",
  ],
  [
    'a Ruby error above its frames',
    "agent.rb:3:in `pay': undefined method `x' for nil (NoMethodError)\n\tfrom agent.rb:7:in `<main>'\n",
    "NoMethodError: undefined method `x' for nil",
  ],
  [
    'a .NET exception',
    'Unhandled exception. System.InvalidOperationException: no order\n   at Agent.Main()\n',
    'System.InvalidOperationException: no order',
  ],
  [
    'a Rust panic of older and of newer versions',
    "thread 'main' panicked at 'old', src/main.rs:2:5\nthread 'main' (77) panicked at src/main.rs:2:5:\nnew\n",
    'panicked: new',
  ],
  ['a Rust panic in quotes', "thread 'main' panicked at 'no order', src/main.rs:2:5\n", 'panicked: no order'],
  ['an Elixir error', '** (KeyError) key :order not found\n    (agent) a.ex:3\n', 'KeyError: key :order not found'],
  [
    'a PHP error',
    'PHP Fatal error:  Uncaught TypeError: no order in /a.php:3\nStack trace:\n#0 {main}\n',
    'TypeError: no order in /a.php:3',
  ],
])('the line that names the error is found in %s', (_, text, line) => {
  expect(exceptionLine(text)).toBe(line);
});

test.each(['', 'a warning\n', 'Traceback (most recent call last):\n  File "cut off'])('there is none in %j', (text) => {
  expect(exceptionLine(text)).toBeNull();
});

const call = (result: string, status: 'ok' | 'error' | null = 'ok') => ({
  name: 'refund',
  arguments: {},
  status,
  result,
  step: 1,
});

test.each([
  [
    'an exception of a tool that the framework hands to the model',
    call('Error: NameError("name \'x\' is not defined")\n Please fix your mistakes.'),
    'tool refund: Error: NameError("name \'x\' is not defined")',
  ],
  ['a tool that answered with an error', call('no such order', 'error'), 'tool refund: no such order'],
  ['a traceback as the answer of a tool', call(PYTHON), "tool refund: NameError: name 'refund' is not defined"],
])('%s is the cause of a trial that went on', (_, tool, cause) => {
  expect(trialCause(aTrial([{ tool_calls: [tool] }]))?.line).toBe(cause);
});

test('a trial in which nothing went wrong names no cause', () => {
  expect(trialCause(aTrial([{ tool_calls: [call('refunded')] }]))).toBeNull();
});

test('the end of an MCP server comes before what its client says of it', () => {
  const cause = { line: 'the MCP server shop exited with code 3: RangeError: empty', type: null };
  const end = { kind: 'failed', failure: { kind: 'crash', message: 'the agent exited', cause } } as const;
  const trial = aTrial([]);
  expect(trialCause({ ...trial, end, trajectory: { ...trial.trajectory, stderr: PYTHON } })).toEqual(cause);
});

test('output that may be another trial’s is no cause', () => {
  const trial = aTrial([]);
  const printed = { ...trial, trajectory: { ...trial.trajectory, stderr: PYTHON } };
  expect(trialCause(printed)).toEqual({ line: "NameError: name 'refund' is not defined", type: 'NameError' });
  expect(trialCause({ ...printed, shared_output: true })).toBeNull();
});
