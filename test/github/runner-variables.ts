import { type RunnerContext, readRunContext } from '#github/event/run-context.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import type { FakeEvent } from '#test/testing/github/events.ts';
import { stepEnvironment } from '#test/testing/github/runner/environment.ts';
import type { FakeState } from '#test/testing/github/state.ts';
import { addRun } from '#test/testing/github/state-builders.ts';

/** The variables the runner sets for an event. */
export function variablesOf(state: FakeState, event: FakeEvent): Readonly<Record<string, string>> {
  const run = addRun(state, { ...event.run, event: event.name, id: 71 });
  const temp = '/tmp';
  const files = { output: 'o', env: 'e', path: 'p', state: 's', summary: 'm' };
  const apiUrl = 'https://api.github.com';
  return stepEnvironment({ state, apiUrl, event, run, workspace: '/w', eventFile: '/e', temp, files, inputs: {} });
}

/** The context read from them. */
export function contextOf(state: FakeState, event: FakeEvent): RunnerContext {
  const read = readRunContext(variablesOf(state, event), event.payload);
  mustBeRead(read);
  return read.context;
}
