import { expect } from 'vitest';
import { environmentOf } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { storedResults } from '#test/support/stored-artifact.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

/** Tells its model where it works, as coding agents do, and writes what the model answers. */
const AGENT = program('workspace-caller.mjs');

function suite(config: object) {
  const cases = ['shop', 'desk'].map((id) => ({
    id,
    workspace: `fixtures/${id}`,
    input: `write in ${id}`,
    expect: { files: { 'answer.txt': { contains: ['well'] } }, diff: { only: ['answer.txt'] } },
  }));
  return {
    'agent.mjs': AGENT,
    'skills/write/SKILL.md': 'Write.',
    'fixtures/shop/a.txt': 'a',
    'fixtures/desk/b.txt': 'b',
    'docs/index.md': 'Words.',
    'cases.json': JSON.stringify({ cases }),
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: {
        command: [process.execPath, 'agent.mjs', '{input}'],
        record: true,
        overlay: { '.claude/skills/write': 'skills/write' },
      },
      cases: ['cases.json'],
      gate: {},
      trials: 2,
      ...config,
    }),
  };
}

it('a copy has the same path in every run, so models are asked the same; and cases are chosen by what they cover', async (openScene) => {
  await using server = await startModelServer('all is well');
  const env = environmentOf(server);
  const scene = await openScene(
    suite({
      covers: ['agent.mjs'],
      ignores: ['docs/**', 'skills/**', 'fixtures/**'],
    }),
  );
  expect((await scene.pushMain({ env })).exitCode).toBe(0);
  expect(server.requests).toHaveLength(4);
  const asked = askedIn(scene, 'shop');

  const documents = await scene.runPull({ 'docs/index.md': 'Better words.' }, { env });
  expect(documents.outputs, documents.stdout).toMatchObject({ verdict: 'pass', trials: '0' });

  const fixture = await scene.runPull({ 'fixtures/desk/b.txt': 'other' }, { env });
  expect(fixture.exitCode, `nothing that ran is as it was on main: ${fixture.stdout}`).toBe(3);
  expect(ranIn(scene)).toEqual(['desk']);

  const skill = await scene.runPull({ 'skills/write/SKILL.md': 'Write well.' }, { env });
  expect(skill).toExit(0);
  expect(ranIn(scene), 'what is laid over belongs to the agent, whatever is ignored').toEqual(['shop', 'desk']);
  expect(asked.map((hash) => typeof hash)).toEqual(['string', 'string']);
  expect(askedIn(scene, 'shop').slice(0, asked.length), 'the first requests name the same folders').toEqual(asked);
  const said = comment(scene);
  expect(said).toContain('overlay');
});

/** What each trial of a case asked first. */
function askedIn(scene: Scene, id: string): readonly (string | undefined)[] {
  const found = storedResults(scene.fake.state).cases.find((record) => record.id === id);
  return (found?.trials ?? []).map(({ first_request_hash: hash }) => hash);
}

function ranIn(scene: Scene): readonly string[] {
  return storedResults(scene.fake.state).cases.flatMap(({ id, trials }) => (trials.length > 0 ? [id] : []));
}
