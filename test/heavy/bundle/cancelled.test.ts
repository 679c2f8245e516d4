/** A job that GitHub cancels keeps what it has paid for. */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { readTrace, traced } from '#test/support/trace.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';

/** Answers, but not the third case as long as a file is there. */
function hangsWhile(file: string): string {
  return `import { appendFileSync, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type !== 'turn') continue;
  appendFileSync('trace.txt', turn.id + '\\n');
  if (turn.case_id === 'three' && existsSync(${JSON.stringify(file)})) continue;
  process.stdout.write(JSON.stringify({ id: turn.id, output: 'all is well', tool_calls: [] }) + '\\n');
}
`;
}

/** A suite whose third case hangs until the gate is removed. */
async function gated() {
  const place = newFolder('cancelled');
  const gate = join(place, 'gate');
  await writeFile(gate, '');
  const suite = scriptedSuite({ one: {}, two: {}, three: {}, four: {} }, { trials: 1, gate: {} });
  return { gate, suite: { ...suite, 'agent.mjs': hangsWhile(gate) } };
}

it('a cancelled job of main is told as cancelled, with a next step that helps: its re-run makes what is missing and is the baseline', async (openScene) => {
  const { gate, suite } = await gated();
  const scene = await openScene(suite);
  const { fake, repository } = scene;
  await adoptWorkspace(fake.state, repository);
  const event = pushEvent(fake.state, { after: repository.main() });
  await using checkout = await repository.checkout(repository.main());
  const signalAfter = { when: traced(checkout.path, 'three#1.1'), signal: 'SIGINT' } as const;
  const stopped = await scene.run(event, { workspace: checkout.path, signalAfter });
  expect(readable(stopped.summary)).toContain('it was cancelled after 2 of 4 trials');
  expect(readable(stopped.summary)).toContain('re-run this job: it keeps its trials and adds those that are missing');

  await rm(gate);
  const github = { runId: stopped.run.id, runAttempt: 2 };
  const next = await scene.run(event, { workspace: checkout.path, github });
  expect(next).toExit(0);
  expect(await readTrace(checkout.path)).toEqual(['one#1.1', 'two#1.1', 'three#1.1', 'three#1.1', 'four#1.1']);
  expect(readable(next.summary)).toContain("this run is main's new baseline");
});
