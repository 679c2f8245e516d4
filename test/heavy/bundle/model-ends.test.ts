/** The calendar of models that main really calls: in the comment, and in one issue. */
import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { modelSuite } from '#test/support/model-suite.ts';
import { comment, withScenes } from '#test/support/scene.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { scheduleEvent } from '#test/testing/github/payloads.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { IDS, startOwnHosts } from '#test/testing/providers/own-hosts.ts';

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

withScenes(
  'a model that main calls and that ends within 60 days is told in each comment, and in one issue that follows main',
  async ({ openScene }) => {
    const suite = (model: string) =>
      modelSuite(
        { openai: { model } },
        { greets: { expect: { judge: [{ id: 'w', ask: 'Well?' }] } } },
        {
          judge: { openai: { model: 'elder' }, uncalibrated: 'allow' },
        },
      );
    const script = judging(
      () => ({ evidence: 'all is well', verdict: 'met' }),
      () => ({ text: 'all is well' }),
    );
    await using models = await startModelServer({ script });
    const ends: Record<string, string> = { old: dayIn(30), elder: dayIn(59), young: dayIn(62) };
    await using hosts = await startOwnHosts({ models, ends });
    const permissions = {
      contents: 'read',
      actions: 'read',
      issues: 'write',
      'pull-requests': 'write',
      'id-token': 'write',
    } as const;
    const scene = await openScene(suite('old'), { permissions });
    const reach = { env: { ...hosts.env, ...IDS.openai }, inputs: { 'drift-issue': 'true' } };
    const night = async () => {
      const run = await scene.run(scheduleEvent(scene.fake.state, scene.repository.main()), reach);
      expect(run.exitCode, run.stdout).toBe(0);
    };
    await night();
    const [issue] = scene.fake.state.issues;
    expect(issue?.title).toBe(`Agent eval: old ends on ${ends['old']}, and 1 more model later (agent-eval.yml)`);
    expect(readable(issue?.body ?? '')).toContain(
      `Model elder of the judge ends on ${ends['elder']}, in 59 days (the provider's own list). The labels of this judge's verdicts end with it`,
    );

    await scene.runPull({ 'README.md': 'x' }, reach);
    expect(readable(comment(scene))).toContain(
      `Model old of the agent ends on ${ends['old']}, in 30 days (the provider's own list).`,
    );

    await night();
    expect(scene.fake.state.issues).toHaveLength(1);
    if (issue !== undefined) issue.state = 'closed';
    await night();
    expect(scene.fake.state.issues).toHaveLength(1);

    ends['old'] = dayIn(20);
    await night();
    expect(scene.fake.state.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
    ends['elder'] = dayIn(90);
    await scene.repository.commit('another model', suite('young'));
    await night();
    expect(scene.fake.state.issues.map(({ state }) => state)).toEqual(['closed', 'closed']);
    expect(scene.fake.state.issues.at(-1)?.title).toMatch(/: over$/);
    expect([hosts.violations, models.failures]).toEqual([[], []]);
  },
);
