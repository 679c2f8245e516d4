import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { occurrences } from '#test/support/model-suite.ts';
import { comment, it } from '#test/support/scene.ts';
import { agent, scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { storedResults } from '#test/support/stored-artifact.ts';

const BROKEN_IMPORT = "console.error('loading the tools of the agent');\nimport './tools-that-are-not-there.mjs';\n";

describe("an agent that can't start", () => {
  it.for(['worker', 'one-shot'])(
    'because of a broken import (%s) shows its stderr and exit code once, and says so in the comment',
    async (mode, { openScene }) => {
      const suite = scriptedSuite({ one: {}, two: {} }, { agent: agent({ mode }), trials: 3, concurrency: 2 });
      const scene = await openScene({ ...suite, 'agent.mjs': BROKEN_IMPORT });
      const result = await scene.runPull({}, { inputs: { 'fail-on': 'never' } });
      expect(result).toExit(4);
      expect(result.outputs).toMatchObject({ verdict: 'error', trials: '0' });
      const lines = comment(scene).split('\n');
      const [headline, ...body] = lines.slice(lines.findIndex((line) => line.startsWith('### ')));
      expect(headline).toMatch(/💥 Agent eval could not run: the agent can't start: Error .*: Cannot find module/);
      expect(body.join('\n'), 'the error is told once').not.toContain('Cannot find module');
      expect(body.join('\n'), 'how it was found out').toContain('it exited with code 1 before it answered anything');
      expect(occurrences(result.stdout, 'Node.js v')).toBe(1);
      expect(occurrences(result.stdout, 'exit code 1')).toBe(1);
      expect(result.commands.annotations).toEqual([expect.objectContaining({ level: 'error' })]);
      expect(storedResults(scene.fake.state).complete).toBe(false);
    },
  );

  it('because its setup fails ends as an error that names the line', async (openScene) => {
    const setup = ['echo getting ready', 'echo no network here >&2; exit 7'];
    const scene = await openScene(scriptedSuite({ one: {} }, { agent: agent({ setup }) }));
    const { checkout, event } = await scene.openPull();
    const result = await scene.run(event, { workspace: checkout });
    expect(result).toExit(4);
    expect(result.outputs['verdict']).toBe('error');
    expect(comment(scene)).toMatch(/### .*agent\.setup.* failed .*; it printed: no network here/);
    expect(occurrences(result.stdout, '\nno network here\n')).toBe(1);
    await expect(readFile(join(checkout, TRACE))).rejects.toThrow('ENOENT');
  });
});

describe('a variable that the agent needs and the run does not have', () => {
  const suite = scriptedSuite(
    { one: {} },
    { agent: agent({ needs: ['MODEL_KEY'], setup: [`echo setup >> ${TRACE}`] }) },
  );

  it('is no missing secret when it is there and only not passed on: the run is refused with the way out', async (openScene) => {
    const scene = await openScene(suite);
    const result = await scene.runPull({}, { env: { MODEL_KEY: 'a-key-of-some-length' } });
    expect(result).toExit(2);
    expect(result.commands.annotations[0]?.message).toContain('MODEL_KEY is set, but not passed to the agent');
    expect(result.commands.annotations[0]?.message).toContain('name it in pass-env');
  });
});
