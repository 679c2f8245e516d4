/** What the runner gives the action stays with the action. */
import { describe, expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { agent, scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';

describe("the agent's environment", () => {
  const PRINTS = `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, type } = JSON.parse(line);
  if (type === 'turn') console.log(JSON.stringify({ id, output: 'well', metadata: { env: process.env } }));
}
`;

  it('holds nothing of the runner, and of the rest what pass-env names', async (openScene) => {
    const suite = scriptedSuite({ one: {} }, { agent: agent({ env: { MY_MODE: 'test' } }), trials: 1 });
    const scene = await openScene({ ...suite, 'agent.mjs': PRINTS });
    const result = await scene.runPull(
      {},
      {
        env: { MODEL_REGION: 'north', OTHER_REGION: 'south', NODE_OPTIONS: '--no-warnings' },
        inputs: { 'pass-env': 'MODEL_REGION', trajectories: 'all' },
      },
    );
    expect(result).toExit(0);
    const text = artifactFiles(scene.fake.state, 'agent-eval-trajectories')['trajectories.jsonl'] ?? '';
    const env: Record<string, string> = JSON.parse(text).trajectory.turns[0].metadata.env;
    expect(Object.keys(env).sort()).toEqual([
      'AGENT_EVAL_PROCESS',
      'HOME',
      'LANG',
      'MODEL_REGION',
      'MY_MODE',
      'PATH',
      'PYTHONUNBUFFERED',
    ]);
    expect(Object.values(env).join('\n')).not.toContain(scene.fake.state.token.value);
  });

  it.for([['GITHUB_TOKEN'], ['ACTIONS_RUNTIME_TOKEN', 'INPUT_GITHUB-TOKEN', 'GITHUB_*', '*']])(
    'is never given %s: naming it in pass-env stops the run',
    async (names, { openScene }) => {
      const scene = await openScene(scriptedSuite({ one: {} }));
      const result = await scene.runPull({}, { inputs: { 'pass-env': names.join() }, env: { GITHUB_TOKEN: 'ghs_x' } });
      expect(result).toExit(2);
      const messages = result.commands.annotations.map(({ message }) => message);
      for (const name of names)
        expect(messages.some((text) => text.includes('pass-env') && text.includes(name))).toBe(true);
      expect(result.outputs).toEqual({});
    },
  );
});
