/** The calendar of models that main really calls: in the comment, and in one issue. */
import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { modelSuite } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { comment, withScenes } from '#test/support/scene.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { scheduleEvent } from '#test/testing/github/payloads.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { AWS, GEMINI, IDS, startOwnHosts } from '#test/testing/providers/own-hosts.ts';

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

withScenes(
  'a model that main calls and that ends within 60 days is told in each comment, and in one issue that follows main',
  async ({ openScene }) => {
    const suite = (model: string) =>
      modelSuite(
        { openai: { model } },
        {
          greets: { expect: { judge: [{ id: 'w', ask: 'Well?' }] } },
          talks: {
            simulated_user: { persona: 'Curt.', goal: 'Ask.', max_turns: 1 },
            expect: { response: { similar: { to: 'all is well', embedding: { min: 0.1 } } } },
          },
        },
        {
          judge: { openai: { model: 'elder' }, uncalibrated: 'allow' },
          simulated_user: { openai: { model: 'talker' } },
          embedding: { openai: { model: 'vectors' } },
        },
      );
    const script = judging(
      () => ({ evidence: 'all is well', verdict: 'met' }),
      () => ({ text: 'all is well' }),
    );
    await using models = await startModelServer(script);
    const ends: Record<string, string> = {
      old: dayIn(30),
      elder: dayIn(59),
      young: dayIn(62),
      talker: dayIn(58),
      vectors: dayIn(57),
    };
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
      expect(run).toExit(0);
    };
    await night();
    const [issue] = scene.fake.state.issues;
    expect(issue?.title).toBe(`Agent eval: old ends on ${ends['old']}, and 3 more models later (agent-eval.yml)`);
    expect(readable(issue?.body ?? '')).toContain(
      `Model vectors of similarity ends on ${ends['vectors']}, in 57 days (the provider says so).`,
    );
    expect(readable(issue?.body ?? '')).toContain(
      `Model talker of the simulated user ends on ${ends['talker']}, in 58 days (the provider says so).`,
    );
    expect(readable(issue?.body ?? '')).toContain(
      `Model elder of the judge ends on ${ends['elder']}, in 59 days (the provider says so). The labels of this judge's verdicts end with it`,
    );

    await scene.runPull({ 'README.md': 'x' }, reach);
    expect(readable(comment(scene))).toContain(
      `Model old of the agent ends on ${ends['old']}, in 30 days (the provider says so).`,
    );

    await night();
    expect(scene.fake.state.issues).toHaveLength(1);
    if (issue !== undefined) issue.state = 'closed';
    await night();
    expect(scene.fake.state.issues).toHaveLength(1);

    ends['old'] = dayIn(20);
    await night();
    expect(scene.fake.state.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
    for (const model of ['elder', 'talker', 'vectors']) ends[model] = dayIn(90);
    await scene.repository.commit('another model', suite('young'));
    await night();
    expect(scene.fake.state.issues.map(({ state }) => state)).toEqual(['closed', 'closed']);
    expect(scene.fake.state.issues.at(-1)?.title).toMatch(/: over$/);
    expect([hosts.violations, models.failures]).toEqual([[], []]);
  },
);

/** Asks a model of Bedrock below an inference profile, which no list names. */
const PROFILED = `const { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: base } = process.env;
const body = JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'hi' }] }] });
const answer = await fetch(base + '/model/eu.anthropic.old-v1%3A0/converse', { method: 'POST', body });
console.log(JSON.stringify({ output: (await answer.json()).output.message.content[0].text }));`;
const started = (file: string) => ({ command: [process.execPath, file, '{input}'], record: true });
const BY_BEDROCK = started('profiled.mjs');

withScenes.for<[string, object, Readonly<Record<string, string>>, string, boolean, RegExp | null]>([
  [
    'Anthropic',
    { anthropic: { model: 'old' } },
    IDS.anthropic,
    'old',
    true,
    /Model old of the agent ends on DAY, in 30 days \(the provider says so\)/,
  ],
  [
    'Bedrock',
    BY_BEDROCK,
    AWS,
    'anthropic.old-v1:0',
    true,
    /Model eu\.anthropic\.old-v1:0 of the agent is an alias that gives no day: it was served by anthropic\.old-v1:0, which ends on DAY, in 30 days \(the provider says so\)/,
  ],
  ['Bedrock', BY_BEDROCK, AWS, 'anthropic.old-v1:0', false, null],
  [
    'Gemini',
    started('gemini.mjs'),
    GEMINI,
    'old',
    true,
    /Model old of the agent ends on DAY, in 30 days \(the provider says so\)/,
  ],
])(
  '%s says itself when a model ends that main calls; where the credentials may not read it, nothing is said (%#)',
  async ([, agent, env, model, allowed, words], { openScene }) => {
    const suite = {
      ...modelSuite({ ...agent }, ['greets']),
      'profiled.mjs': PROFILED,
      'gemini.mjs': program('gemini.mjs'),
    };
    await using models = await startModelServer('all is well');
    const day = dayIn(30);
    await using hosts = await startOwnHosts({ models, ends: allowed ? { [model]: day } : null });
    const permissions = { contents: 'read', actions: 'read', issues: 'write', 'id-token': 'write' } as const;
    const scene = await openScene(suite, { permissions });
    const reach = { env: { ...hosts.env, ...env }, inputs: { 'drift-issue': 'true' } };
    const run = await scene.run(scheduleEvent(scene.fake.state, scene.repository.main()), reach);
    expect(run).toExit(0);
    const [issue] = scene.fake.state.issues;
    if (words === null) expect(issue).toBeUndefined();
    else expect(readable(issue?.body ?? '').replaceAll(day, 'DAY')).toMatch(words);
    expect([hosts.violations, models.failures]).toEqual([[], []]);
  },
);
