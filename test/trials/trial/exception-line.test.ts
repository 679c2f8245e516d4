import { expect, test } from 'vitest';
import { causeLine } from '#common/cause-line.ts';
import { exceptionLine } from '#common/exception-line.ts';
import { expectSaid } from '#test/support/said.ts';
import { trialCause } from '#trials/trial/trial-cause.ts';
import { aTrial } from './build-trial.ts';

const PYTHON = `Traceback (most recent call last):
  File "agent.py", line 3, in <module>
    main()
NameError: name 'refund' is not defined`;

test('the line that names the error is the one that the golden file says', () => {
  return expectSaid(new URL('golden/exception-lines.txt', import.meta.url), (text) => [
    exceptionLine(JSON.parse(text)) ?? 'none',
  ]);
});

test('why a program ended is one line: its error, never what its runtime shows around it', () => {
  return expectSaid(new URL('golden/cause-lines.txt', import.meta.url), (text) => [
    causeLine(JSON.parse(text)) ?? 'none',
  ]);
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
