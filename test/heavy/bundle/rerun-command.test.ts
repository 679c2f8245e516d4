/** The command of a comment, pasted into a shell at the root of the repository, runs the case that broke and no other. */

import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { comment, it } from '#test/support/scene.ts';
import { inFolder, scriptedSuite } from '#test/support/scripted-suite.ts';
import { runProgram } from '../support/run-program.ts';

const NO = { answer: { output: 'no', tool_calls: [], usage: { input_tokens: 9, output_tokens: 5 } } };
/** What GitHub sets for a step that uses `acme/agent-eval-action@v1`. */
const USES = { GITHUB_ACTION_REPOSITORY: 'acme/agent-eval-action', GITHUB_ACTION_REF: 'v1' };

for (const { place, folder, inputs } of [
  { place: 'that the input config names', folder: 'my evals', inputs: { config: 'my evals/agent-eval.yml' } },
  { place: 'in a working directory', folder: 'support bot', inputs: { 'working-directory': 'support bot' } },
])
  it(`of a suite ${place}`, async (openScene) => {
    const scene = await openScene(filesIn(folder, false));
    const options = { inputs: { ...inputs, confirm: 'never' }, env: USES };
    await scene.pushMain(options);
    await scene.runPull(filesIn(folder, true), options);
    const { checkout } = await scene.openPull({});
    const said = comment(scene);
    const [, command = ''] = /Run it locally:\s+(?:```\w*\s+|<pre>)?(.*?)\s*(?:```|<\/pre>|$)/m.exec(said) ?? [];
    expect(command).toMatch(/^(cd 'support bot' && )?npx github:acme\/agent-eval-action#v1 run .*--cases broken$/);
    // A person's clone has main; what the job checks out has one commit.
    await runProgram(['git', 'fetch', '--quiet', '--unshallow', 'origin', '+refs/heads/*:refs/remotes/origin/*'], {
      cwd: checkout,
    });
    await using npx = await programs();
    const { exitCode, stdout, stderr } = await runProgram(['sh', '-c', command], {
      cwd: checkout,
      env: { PATH: `${npx.path}:${process.env['PATH']}`, HOME: npx.path },
    });
    expect(exitCode, command + stdout + stderr).toBe(1);
    expect(await readFile(join(npx.path, 'asked'), 'utf8')).toBe('github:acme/agent-eval-action#v1\n');
    expect(stdout).toMatch(/broken .*0\/\d/);
    expect(stdout).not.toContain('sound');
  });

/** The suite in a folder, with a case that breaks. */
function filesIn(folder: string, isBroken: boolean): Readonly<Record<string, string | null>> {
  return inFolder(
    folder,
    scriptedSuite(
      { broken: isBroken ? { step: NO } : {}, sound: {} },
      { trials: 5, gate: { method: 'threshold', pass_rate: { min: 0.9, max_drop: 0.02 } } },
    ),
  );
}

/** A folder whose `npx` notes the package that it is asked for, and starts the bundle. */
async function programs() {
  const path = newFolder('npx');
  await writeFile(
    join(path, 'npx'),
    `#!/bin/sh\nprintf '%s\\n' "$1" > ${path}/asked\nshift\nexec ${process.execPath} ${CLI_BUNDLE} "$@"\n`,
  );
  await chmod(join(path, 'npx'), 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
