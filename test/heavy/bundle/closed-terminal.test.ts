import { expect, test } from 'vitest';
import { freePort } from '#test/runner/agents/http/support.ts';
import { CLI_BUNDLE, COMPILE_CACHE } from '#test/support/bundle.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { agent, scriptedSuite } from '#test/support/scripted-suite.ts';
import { traced } from '#test/support/trace.ts';
import { findSurvivors } from '#test/testing/github/runner/survivors.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { runProgram } from '../support/run-program.ts';

/** Notes that it is at work, and never comes to an end. */
const BUSY = 'echo busy >> trace.txt; sleep 300';

const SERVER = `import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
createServer((request) => request.resume().on('end', () => appendFileSync('trace.txt', 'busy\\n'))).listen(
  Number(process.argv[2]), '127.0.0.1');
`;

/** Each with its exit code. */
const SIGNALS = [
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const;

/** Suites in which something of the agent's or the suite's own is at work for ever. */
const AT_WORK: Readonly<Record<string, () => Promise<WorkspaceFiles>>> = {
  "the agent's server": async () => {
    const port = await freePort();
    const http = { url: `http://127.0.0.1:${port}/`, start: [process.execPath, 'server.mjs', String(port)] };
    return { ...scriptedSuite({ one: {} }, { agent: { http } }), 'server.mjs': SERVER };
  },
  'a worker': async () => scriptedSuite({ one: {} }, { agent: { command: ['sh', '-c', BUSY] } }),
  setup: async () => scriptedSuite({ one: {} }, { agent: agent({ setup: [BUSY] }) }),
  'a check': async () => scriptedSuite({ one: { expect: { custom: [{ command: ['sh', '-c', BUSY] }] } } }),
};

test.each(Object.entries(AT_WORK).map(([what, suite], at) => [what, SIGNALS[at % 2] ?? SIGNALS[0], suite] as const))(
  'a run is ended with %s by %j, and leaves what can be resumed',
  async (what, [name, code], suite) => {
    await using folder = await folderWith(await suite());
    const stopped = await folder.cli(['run'], { signal: { name, when: traced(folder.path, 'busy') } });
    expect(stopped).toExit(code);
    expect(stopped.survivors).toEqual([]);
    expect(stopped.stdout).toMatch(/^ERROR {2}cancelled before/m);
    // During setup no trial has begun: there is nothing to continue.
    expect(stopped.stderr.includes('--resume continues from here')).toBe(what !== 'setup');
  },
);

/** Runs a command in a terminal of its own, which is closed as soon as a file holds some text; prints how the command ended. */
const TERMINAL = `import os, pty, select, sys
path, wanted, command = sys.argv[1], sys.argv[2], sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(command[0], command)
while not (os.path.exists(path) and wanted in open(path).read()):
    if select.select([terminal], [], [], 0.05)[0]:
        os.read(terminal, 65536)
os.close(terminal)
print(pid, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

test('a terminal that is closed ends the run in it, and the server of its agent', async () => {
  await using folder = await folderWith((await AT_WORK["the agent's server"]?.()) ?? {});
  const command = [process.execPath, CLI_BUNDLE, 'run'];
  const closed = await runProgram(['python3', '-c', TERMINAL, 'trace.txt', 'busy', ...command], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], HOME: folder.path, ...COMPILE_CACHE },
  });
  const [pid = '', code] = closed.stdout.trim().split(' ');
  expect(code, closed.stderr).toBe('129');
  expect(await findSurvivors(Number(pid), folder.path)).toEqual([]);
});
