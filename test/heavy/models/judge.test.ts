import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, endsOf, modelSuite, runModels, runOnce } from '#test/support/model-suite.ts';
import { type Deciding, judging, readPrompt } from '#test/support/scripted-judge.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const REFUND = { id: 'confirms_amount', ask: 'Does the answer confirm the refund and name the amount 19.99?' };

/** Says yes to what the answer really does. */
const honest: Deciding = ({ blocks }) => {
  const answer = blocks.map(({ text }) => text).join('\n');
  const quote = /\b19\.99\b/.exec(answer)?.[0];
  return quote === undefined ? { evidence: 'none', verdict: 'not_met' } : { evidence: quote, verdict: 'met' };
};

const refunder: ModelScript = ({ messages }) => ({
  text: messages.at(-1)?.text.includes('vague') === true ? 'Something was refunded.' : 'I refunded 19.99 to you.',
});

const judged = (judge: object, config: object = {}) =>
  modelSuite(
    BUILT_IN,
    { clear: { expect: { judge: [REFUND] } }, vague: { expect: { judge: [REFUND] } } },
    { judge, prices: { small: { input: 1, output: 1 }, 'judge-1': { input: 10, output: 10 } }, ...config },
  );

const server = (decide: Deciding = honest, agent: ModelScript = refunder): Promise<ModelServer> =>
  startModelServer(judging(decide, agent));

test.each([
  ['Chat Completions', { openai: { model: 'judge-1' } }, {}],
  ['the Responses API', { openai: { model: 'judge-1', api: 'responses' } }, {}],
  ['the Messages API', { anthropic: { model: 'judge-1' } }, { ANTHROPIC_API_KEY: 'sk-ant-0123456789' }],
])(
  'a judge behind %s passes what it finds met and fails what it does not, with votes and evidence',
  async (_, judge, env) => {
    await using models = await server();
    const run = await runOnce(judged(judge), models, [], env);
    expect(models.failures).toEqual([]);
    expect(endsOf(run)).toEqual(['passed', 'failed: check']);
    const [clear, vague] = run.trials;
    expect(clear?.judged).toEqual([
      { criterion: 'confirms_amount', verdict: 'met', evidence: '19.99', votes: 1, met_votes: 1, cached: false },
    ]);
    // Two of three votes are a majority, so the third is not asked for.
    expect(vague?.judged).toEqual([
      { criterion: 'confirms_amount', verdict: 'not_met', evidence: null, votes: 2, met_votes: 0, cached: false },
    ]);
    expect(vague?.checks).toMatchObject([
      {
        id: 'judge.confirms_amount',
        passed: false,
        fact: { kind: 'criterion', code: 'not_met', met: false, agreeing: 2, votes: 2, quote: null },
      },
    ]);
    // The agent's own numbers know nothing of the judge.
    expect(clear?.usage.models).toEqual(['small']);
    expect(clear?.judge_usage).toMatchObject({ models: ['judge-1'] });
    expect(clear?.judge_usage?.cost_usd).toBeGreaterThan(clear?.usage.cost_usd ?? 1);
    expect(run.results?.judge).toMatchObject({ model: 'judge-1', votes: 3, models: ['judge-1'] });
    const toJudge = models.requests.flatMap(({ body }) => (body?.['model'] === 'judge-1' ? [body] : []));
    expect(toJudge).toHaveLength(3);
    for (const body of toJudge) {
      expect(body['temperature']).toBe(0);
      // Evidence is written before the verdict, whatever the provider calls its structured output.
      expect(JSON.stringify(body['response_format'] ?? body['text'] ?? body['tools'])).toMatch(
        /"properties":\{"evidence":.*"verdict":.*"required":\["evidence","verdict"\]/,
      );
    }
    // What the agent wrote is never in the system message.
    const bodies = models.requests.map(({ body }) => JSON.stringify(body?.['system'] ?? body?.['instructions'] ?? ''));
    expect(bodies.filter((text) => text.includes('refunded'))).toEqual([]);
  },
);

test('an answer that is no verdict is asked for once more; then the trial is missing, and both answers are in its trajectory', async () => {
  await using models = await server(() => ({ malformed: 'Well, I would say: met!' }));
  await using folder = await folderWith(judged({ openai: { model: 'judge-1' } }));
  const run = await runModels(folder, models);
  expect(endsOf(run)).toEqual(['error: judge', 'error: judge']);
  expect(run.trials[0]?.judged).toMatchObject([{ verdict: 'malformed', votes: 1, met_votes: 0 }]);
  const stored = await folder.read('agent-eval-results/trajectories.jsonl');
  const [line] = stored.split('\n');
  const raw = { criteria: ['confirms_amount'], vote: 1, answer: 'Well, I would say: met!', problem: 'it is not JSON' };
  expect(JSON.parse(line ?? '').judge).toEqual([raw, raw]);
});

test('a judge is shown what its criterion sees, and nothing of it as an instruction', async () => {
  const seen = new Map<string, readonly { readonly title: string; readonly text: string }[]>();
  const agent: ModelScript = ({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'It is there.' }
      : { calls: [{ name: 'look_up', arguments: { what: 'mug' } }] };
  await using models = await server(({ blocks }, criterion) => {
    seen.set(criterion, blocks);
    return { evidence: 'none', verdict: 'met' };
  }, agent);
  const parts = ['answer', 'conversation', 'tools', 'context'];
  const judge = parts.map((part) => ({ id: part, ask: `Is it fine by its ${part}?`, sees: [part] }));
  const history = [
    { role: 'system', content: 'Be kind to customers.' },
    { role: 'user', content: 'Hello?' },
    { role: 'assistant', content: 'Hi!' },
  ];
  const asked = { input: 'Where is my mug?', history, context: { order: 'A89268' }, expect: { judge } };
  const run = await runOnce(modelSuite(BUILT_IN, { one: asked }, { judge: { openai: { model: 'judge-1' } } }), models);
  expect(endsOf(run), run.stderr).toEqual(['passed']);
  expect(Object.fromEntries(seen)).toEqual({
    answer: [{ title: 'the answer of the assistant', text: 'It is there.' }],
    conversation: [
      { title: 'message 1, by the user', text: 'Hello?' },
      { title: 'message 2, by the assistant', text: 'Hi!' },
      { title: 'message 3, by the user', text: 'Where is my mug?' },
      { title: 'message 4, by the assistant', text: 'It is there.' },
    ],
    tools: [{ title: 'tool call 1', text: expect.stringMatching(/^look_up .*mug.*\nresult:\n[\s\S]*"found": true/) }],
    context: [
      { title: 'the context of the assistant', text: expect.stringMatching(/^Be kind to customers\.[\s\S]*A89268/) },
    ],
  });
  const toJudge = models.requests.filter(({ body }) => body?.['model'] === 'judge-1');
  const systems = toJudge.map(({ body }) => JSON.stringify(Array.isArray(body?.['messages']) && body['messages'][0]));
  expect(new Set(systems).size).toBe(1);
  expect(systems[0]).not.toMatch(/mug|found|kind|A89268/);
});

test('a refusal to tell passes nothing and fails nothing', async () => {
  await using models = await server(() => ({ evidence: 'none', verdict: 'cannot_tell' }));
  const run = await runOnce(judged({ openai: { model: 'judge-1' } }), models);
  expect(endsOf(run)).toEqual(['error: judge', 'error: judge']);
});

test('a judge without a key or a model is an error of the config, at its place, before any trial', async () => {
  await using models = await server();
  await using folder = await folderWith(judged({ anthropic: { model: 'judge-1' } }));
  const run = await folder.cli(['run'], {
    env: { OPENAI_BASE_URL: models.base_urls.openai, OPENAI_API_KEY: 'sk-0123456789abcdef' },
  });
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toMatch(
    /agent-eval\.yml:\d+:\d+: judge\.anthropic: the judge can't be asked: ANTHROPIC_API_KEY is empty/,
  );
  await folder.write(judged({ votes: 3 }));
  const nameless = await folder.cli(['run']);
  expect(nameless.exitCode).toBe(2);
  expect(nameless.stderr).toMatch(/agent-eval\.yml:\d+:\d+: judge: names no model; write `openai: \{model: …\}`/);
  expect(models.requests).toEqual([]);
});

test('equal contents are judged once, in a run and in the next one', async () => {
  await using models = await server();
  await using folder = await folderWith(judged({ openai: { model: 'judge-1' } }, { trials: 3 }));
  const first = await runModels(folder, models);
  expect(first.trials.map(({ judged: [judgement] = [] }) => judgement?.cached)).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
  ]);
  expect(first.trials[1]?.judge_usage).toMatchObject({ total_tokens: 0, cost_usd: 0, models: ['judge-1'] });
  const before = models.requests.length;
  const second = await runModels(folder, models);
  expect(models.requests.length - before).toBe(6);
  expect(second.trials.every(({ judged: [judgement] = [] }) => judgement?.cached === true)).toBe(true);
  expect(second.results?.judge?.identity).toBe(first.results?.judge?.identity);
});

test('with `calls: together` one call asks all criteria that see the same, and asks again only while one is open', async () => {
  const NAMED = { id: 'names_refund', ask: 'Does the answer name a refund?' };
  const TOOLS = { id: 'tools_fit', ask: 'Do the calls fit?', sees: ['conversation'] };
  const decide: Deciding = (asked, criterion) =>
    criterion === REFUND.id ? honest(asked, criterion) : { evidence: 'refunded', verdict: 'met' };
  await using models = await server(decide);
  const cases = Object.fromEntries(['clear', 'vague'].map((id) => [id, { expect: { judge: [REFUND, NAMED, TOOLS] } }]));
  const judge = { openai: { model: 'judge-1' }, calls: 'together' };
  const run = await runOnce(modelSuite(BUILT_IN, cases, { judge }), models);
  expect(endsOf(run), run.stderr).toEqual(['passed', 'failed: check']);
  const asked = models.requests
    .filter(({ body }) => body?.['model'] === 'judge-1')
    .map(({ body }) => [...readPrompt(lastText(body)).criteria.keys()].join(' '));
  const both = 'confirms_amount names_refund';
  expect(asked.toSorted()).toEqual([both, both, both, 'tools_fit', 'tools_fit']);
  const [clear, vague] = run.trials.map(({ judged }) =>
    (judged ?? []).map((judgement) => [judgement.criterion, judgement.verdict, judgement.votes]),
  );
  expect(clear).toEqual([
    ['confirms_amount', 'met', 1],
    ['names_refund', 'met', 1],
    ['tools_fit', 'met', 1],
  ]);
  expect(vague).toEqual([
    ['confirms_amount', 'not_met', 2],
    ['names_refund', 'met', 1],
    ['tools_fit', 'met', 1],
  ]);
});

test.each([
  ['openai', 'response_format', "'response_format' of type 'json_schema' is not supported by this server"],
  ['openai', 'temperature', "Unsupported value: 'temperature' does not support 0 with this model."],
  ['anthropic', 'tool_choice', 'Thinking may not be enabled when tool_choice forces tool use.'],
])(
  'a judge of %s that refuses %s is asked again without it, and read as unambiguously',
  async (provider, key, message) => {
    const script = judging(honest, refunder);
    await using models = await startModelServer((request) =>
      request.model === 'judge-1' && request.body?.[key] !== undefined
        ? { fault: { status: 400, error: { message } } }
        : script(request),
    );
    const run = await runOnce(judged({ [provider]: { model: 'judge-1' } }), models, [], {
      ANTHROPIC_API_KEY: 'sk-ant-0123456789',
    });
    expect(endsOf(run)).toEqual(['passed', 'failed: check']);
    const refused = models.requests.filter(({ status }) => status === 400).length;
    expect(refused).toBeGreaterThan(0);
    expect(refused, 'once for all calls that had not begun').toBeLessThan(4);
  },
);

/** Of a request to Chat Completions. */
function lastText(body: JsonObject | null): string {
  const messages = body?.['messages'];
  const last = Array.isArray(messages) ? messages.at(-1) : null;
  return isJsonObject(last) ? String(last['content']) : '';
}
