import { describe, expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { endsOf, environmentOf, modelSuite, PROGRAM, REAL_KEY, runModels } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { comment, it } from '#test/support/scene.ts';
import { json } from '#test/support/scripted-suite.ts';
import { storedResults } from '#test/support/stored-artifact.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

/** Refunds whatever asks for it politely; with `strict` in a file, only in lower case. */
const AGENT = program('polite-refunds.mjs');

const suite = (config: Readonly<Record<string, unknown>> = {}) => ({
  'agent-eval.yml': json({
    version: 1,
    agent: { command: ['node', 'agent.mjs'] },
    cases: ['evals/*.yml'],
    trials: 5,
    concurrency: 1,
    variants: [{ casing: { count: 2 } }, 'whitespace', 'empty'],
    gate: { tags: { 'variant:casing': { pass_rate: { max_drop: 0.02 } } } },
    ...config,
  }),
  'evals/cases.yml': json({
    cases: ['mug', 'lamp', 'chair'].map((id) => ({
      id,
      input: `Please refund the ${id} of order A89268.`,
      expect: {
        tools: [{ name: 'refund', args: { order_id: 'A89268' } }],
        response: { similar: { to: 'Your refund is on its way', rouge_l: { min: 0.8 }, levenshtein: { min: 0.8 } } },
      },
    })),
  }),
  'agent.mjs': AGENT,
  'mode.txt': 'lenient',
});

it('a change that breaks its agent for messages in upper case is red by the tag of the variants, and the comment shows its rate on both sides', async (openScene) => {
  const scene = await openScene(suite());
  expect((await scene.pushMain()).exitCode).toBe(0);
  const result = await scene.runPull({ 'mode.txt': 'strict' }, { inputs: { confirm: 'never' } });
  expect(result).toDecide('fail');
  const said = comment(scene);
  expect(said).toContain('mug~casing-2');
  expect(said).toMatch(/variant:casing.*6.*100.*50.*❌/);
  expect(said).toMatch(/variant:whitespace.*3.*100.*100/);
  const results: ResultsFile = storedResults(scene.fake.state);
  const varied = results.cases.find(({ id }) => id === 'mug~casing-2');
  expect(varied).toMatchObject({ variant: { of: 'mug', kind: 'casing' }, tags: ['variant:casing'] });
});

it('variants whose texts a model writes are an error until they are written, are written once, and then run without a key', async () => {
  await using server = await startModelServer('Bitte refund A89268 erstatten.');
  const files = suite({
    variants: { kinds: [{ languages: { to: ['de'] } }], model: { openai: { model: 'small' } } },
    gate: {},
  });
  await using folder = await folderWith(files);
  const bare = await folder.cli(['validate']);
  expect(bare.exitCode).toBe(2);
  expect(bare.stderr).toMatch(
    /^evals\/cases\.yml:\d+:1: variants: case mug: the text of its variant mug~languages-de is not in agent-eval-variants\.json; run `npx github:org\/agent-eval-action#v[\d.]+ variants --write`/m,
  );
  const keyless = await folder.cli(['variants', '--write'], { env: { OPENAI_API_KEY: '' } });
  expect([keyless.exitCode, keyless.stderr]).toEqual([2, expect.stringContaining('OPENAI_API_KEY')]);
  const result = await folder.cli(['variants', '--write'], { env: environmentOf(server) });
  expect([result.exitCode, result.stdout]).toEqual([0, expect.stringContaining('3 texts written')]);
  const asked = server.requests.length;
  expect((await folder.cli(['variants', '--write'], { env: environmentOf(server) })).stdout).toContain(
    'every text is written',
  );
  expect(server.requests.length).toBe(asked);
  const valid = await folder.cli(['validate']);
  expect([valid.exitCode, valid.stdout]).toEqual([
    0,
    expect.stringContaining('6 cases (3 variants of the others: languages 3)'),
  ]);
  const ran = await folder.cli(['run', '--verbose']);
  expect([ran.exitCode, ran.stdout]).toEqual([0, expect.stringContaining('6 cases')]);
  const printed = await folder.cli(['variants']);
  expect(printed.stdout).toMatch(/id: mug~languages-de[\s\S]*Bitte refund A89268 erstatten/);
});

describe('similarity by embeddings', () => {
  const embedding = { openai: { model: 'text-embedding-3-small' } };
  const cases = {
    near: { expect: { response: { similar: { to: 'all is well', embedding: { min: 0.9 } } } } },
    far: { expect: { response: { similar: { to: 'something else entirely', embedding: { min: 0.9 } } } } },
  };

  it('asks each text once, also where answer and reference are the same, counts in the budget, is replayed without a key, and is missing where the provider is gone', async () => {
    await using server = await startModelServer('all is well');
    await using folder = await folderWith(modelSuite(PROGRAM, cases, { embedding, trials: 2 }));
    const live = await runModels(folder, server, ['--replay', 'record']);
    expect(endsOf(live), live.stderr).toEqual(['passed', 'passed', 'failed: check', 'failed: check']);
    expect(live.trials[0]?.checks[0]).toMatchObject({ name: 'response.similar.embedding', score: 1 });
    expect(live.trials[0]?.judge_usage).toMatchObject({ input_tokens: expect.any(Number), output_tokens: 0 });
    expect(server.requests.filter(({ path }) => path.endsWith('/embeddings'))).toHaveLength(2);
    expect(JSON.stringify(live.results?.agent.conditions)).toContain('text-embedding-3-small');
    const before = server.requests.length;
    const replayed = await runModels(folder, server, ['--replay', 'strict'], { OPENAI_API_KEY: '' });
    expect(endsOf(replayed), replayed.stderr).toEqual(endsOf(live));
    expect(server.requests.length).toBe(before);
    const graded = ['regrade', 'agent-eval-results', '--output', 'again'];
    const again = await folder.cli(graded, { env: environmentOf(server) });
    expect(again).toExit(0);
    expect(await folder.read('again/results.json')).toContain('"response.similar.embedding","turn":null,"passed":true');
    const keyless = await folder.cli(graded, { env: { OPENAI_API_KEY: '' } });
    expect([keyless.exitCode, keyless.stderr]).toEqual([2, expect.stringContaining('OPENAI_API_KEY')]);
    const capped = await runModels(folder, server, ['--max-tokens', '1']);
    expect(capped.verdict).not.toBe('pass');
    const recorded = await folder.read('agent-eval-cassettes/embeddings/texts.json');
    expect(recorded).not.toContain(REAL_KEY);

    const agent = { ...PROGRAM, record: false, env: { OPENAI_BASE_URL: server.base_urls.openai } };
    await using alone = await folderWith(modelSuite(agent, cases, { embedding }));
    const gone = await runModels(alone, { base_urls: { ...server.base_urls, openai: 'http://127.0.0.1:1/v1' } });
    // After the first fault nobody is asked again.
    expect(endsOf(gone), gone.stderr).toEqual(['error: network', 'error: provider']);
  });
});
