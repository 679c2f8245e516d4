import { test } from 'vitest';
import { parse } from 'yaml';
import { expectSaid } from '#test/support/said.ts';
import { worded } from '#test/support/worded.ts';
import { gradeByChecks } from '#trials/checks/grade-by-checks.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import { validCase } from '../../cases/suite/read-case.ts';
import { aTrial, made, usage } from '../trial/build-trial.ts';

/** A call as the golden file has it: its name, or what is not as usual. */
type WrittenCall = string | (Partial<ToolCall> & { readonly name: string });

const callOf = (call: WrittenCall): ToolCall =>
  typeof call === 'string' ? made(call) : made(call.name, call.arguments, call);

test('what every check says of a turn is what the golden file says', () => {
  return expectSaid(new URL('golden/checks.txt', import.meta.url), (text) => {
    const { expect: demands, end = { kind: 'completed' }, tool_calls = null, plan = null, ...turn } = parse(text);
    const evalCase = validCase(JSON.stringify({ id: 'a', input: 'x', expect: demands }));
    const trial = aTrial(
      [
        {
          ...turn,
          tool_calls: tool_calls?.map(callOf) ?? null,
          plan: plan?.map(callOf) ?? null,
          usage: turn.usage === undefined ? null : usage(null, null, turn.usage),
        },
      ],
      { end },
    );
    return gradeByChecks(evalCase, trial, new Map())
      .checks.map(worded)
      .map(({ id, passed, score, code, reason }) =>
        [id, passed === null ? 'unknown' : passed ? 'passed' : 'failed', score, code, reason]
          .filter((part) => part !== null)
          .join(' · '),
      );
  });
});
