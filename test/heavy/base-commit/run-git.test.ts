import { expect, test } from 'vitest';
import { runGit } from '#runner/workspace/git/run-git.ts';
import { fakeGit } from './fake-git.ts';

test('a git that hangs is ended with all that it started', async () => {
  const place = await placeWith('sleep 300 & sleep 300');
  expect(await runGit(['fetch'], place, 200)).toEqual({ kind: 'timed_out', limit_ms: 200 });
});

test('a run that is broken off does not wait for git', async () => {
  const stop = new AbortController();
  const place = { ...(await placeWith('sleep 300')), signal: stop.signal };
  const end = runGit(['fetch'], place, 300_000);
  stop.abort();
  expect(await end).toEqual({ kind: 'aborted' });
  expect(await runGit(['fetch'], place, 300_000)).toEqual({ kind: 'aborted' });
});

test('what git prints goes into the answer, the end of it at most', async () => {
  const place = await placeWith('echo out; yes "::error::pwned" | head -c 300000 >&2; exit 1');
  const end = await runGit(['fetch'], place, 60_000);
  expect(end.kind === 'failed' && end.stderr.length).toBeLessThan(70_000);
  const result = await runGit(['fetch'], await placeWith('echo out'), 60_000);
  expect(result).toEqual({ kind: 'done', stdout: 'out\n', whole: true });
  expect(await runGit(['fetch'], await placeWith('yes | head -c 2000000'), 60_000)).toMatchObject({ whole: false });
});

/** Where git is this script. */
async function placeWith(script: string) {
  const folder = await fakeGit(script);
  const environment = { PATH: `${folder}:${process.env['PATH']}` };
  return { cwd: folder, environment, signal: new AbortController().signal };
}
