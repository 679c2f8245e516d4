import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GithubRun, readGithubRun } from '#commands/action/session/github-run.ts';
import { variablesOf } from '#test/github/runner-variables.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { newFolder } from '#test/support/new-folder.ts';
import type { FakeEvent } from '#test/testing/github/events.ts';
import type { FakeState } from '#test/testing/github/state.ts';

/** What the action reads of an event in a workspace; throws the problems. */
export async function readRun(
  state: FakeState,
  event: FakeEvent,
  workspace: string,
  inputs: Readonly<Record<string, string>> = {},
): Promise<GithubRun> {
  const folder = newFolder('event');
  const payload = join(folder, 'event.json');
  await writeFile(payload, JSON.stringify(event.payload));
  const entries = Object.entries({ 'github-token': 't', ...inputs }).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const read = await readGithubRun({
    ...variablesOf(state, event),
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_PATH: payload,
    ...Object.fromEntries(entries),
  });
  mustBeRead(read);
  return read.run;
}
