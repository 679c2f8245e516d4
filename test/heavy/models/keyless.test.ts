/** A run without a key: the job logs in at the providers, and the gateway holds the token. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import { BUILT_IN, modelSuite, PROGRAM, REAL_KEY, runAgainst } from '#test/support/model-suite.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { IDS, type OwnHostsOptions, startOwnHosts } from '#test/testing/providers/own-hosts.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { peer } from '../support/peer.ts';
import { pythonEnvironment } from '../support/python-environment.ts';

const well: ModelScript = () => ({ text: 'all is well' });
const EVERYWHERE = { ...IDS.openai, ...IDS.anthropic, ...IDS.openrouter };

/** Runs a suite in a shell whose variables are those of a job, with the providers at their own addresses. */
async function runKeyless(
  files: ReturnType<typeof modelSuite>,
  env: Readonly<Record<string, string>> = EVERYWHERE,
  options: Partial<OwnHostsOptions> & { readonly script?: ModelScript; readonly latency_ms?: number } = {},
) {
  const { script = well, latency_ms = 0, ...how } = options;
  await using models = await startModelServer(script, { latency_ms });
  await using hosts = await startOwnHosts({ models, ...how });
  await using folder = await folderWith(files);
  const started = performance.now();
  const run = await folder.cli(['run', '--json'], { env: { ...hosts.env, ...env } });
  const seconds = (performance.now() - started) / 1000;
  const stored = await folder.results().catch(() => null);
  const outcomes = stored?.cases.flatMap(({ trials }) => trials.map(({ outcome }) => outcome)) ?? [];
  const { exchanges, attempts, violations, left } = hosts;
  return {
    ...run,
    seconds,
    outcomes,
    exchanges,
    attempts,
    violations,
    left,
    billed: models.billed,
    failures: models.failures,
  };
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `case-${index}`);

describe('2,000 trials over many lives of tokens that live five seconds', () => {
  it.each([
    ['the built-in agent of OpenAI, judged by a model of Anthropic', 'openai', 'anthropic'],
    ['the built-in agent of Anthropic, judged by a model of OpenAI', 'anthropic', 'openai'],
  ] as const)(
    '%s: none is lost, no token ends on the way, and there are no more exchanges than lives',
    async (_, agent, judge) => {
      const expected = { expect: { judge: [{ id: 'well', ask: 'Is all well?' }] } };
      const cases = Object.fromEntries(ids(20).map((id) => [id, expected]));
      const config = {
        judge: { [judge]: { model: 'judge' }, uncalibrated: 'allow' },
        trials: 50,
        concurrency: 8,
      };
      const script = judging(
        () => ({ evidence: 'all is well', verdict: 'met' }),
        // Each answer is another one, so that each is judged.
        (request) => ({ text: `all is well ${Math.floor(1e9 * request.random())}` }),
      );
      const life_ms = 5000;
      const run = await runKeyless(modelSuite({ [agent]: { model: 'small' } }, cases, config), EVERYWHERE, {
        life_ms,
        latency_ms: 100,
        script,
      });
      expect(run).toExit(0);
      expect(run.outcomes).toEqual(Array.from({ length: 1000 }, () => 'passed'));
      expect([run.failures, run.violations]).toEqual([[], []]);
      expect(run.left.length).toBe(2000);
      expect(Math.min(...run.left)).toBeGreaterThan(0);
      const most = 1 + Math.ceil((1000 * run.seconds) / (life_ms / 2));
      for (const host of ['auth.openai.com', 'api.anthropic.com']) {
        const count = run.exchanges.filter((exchange) => exchange.host === host).length;
        expect(count).toBeGreaterThan(3);
        expect(count).toBeLessThanOrEqual(most);
      }
    },
  );
});

describe('a recorded program on the official clients', () => {
  it('of Node asks OpenAI, Anthropic and OpenRouter without a key', async () => {
    const modules = join(import.meta.dirname, '../../../package.json');
    const program = join(import.meta.dirname, '../agents/keyless/sdks.mjs');
    const agent = { command: [process.execPath, program, modules, '{input}'], record: true };
    const run = await runKeyless(modelSuite(agent, ids(3), { trials: 2 }));
    expect(run.outcomes, run.stdout + run.stderr).toEqual(Array.from({ length: 6 }, () => 'passed'));
    expect([run.violations, run.exchanges.length, run.left.length]).toEqual([[], 3, 18]);
  });

  it('of Python asks OpenAI and Anthropic without a key', async () => {
    const python = (await peer('openai and anthropic from PyPI', () => pythonEnvironment('frameworks'))).get();
    const program = join(import.meta.dirname, '../agents/keyless/sdks.py');
    const agent = { command: [python.python, program, '{input}'], record: true, env: python.env };
    const run = await runKeyless(modelSuite(agent, ids(2)));
    expect(run.outcomes, run.stdout + run.stderr).toEqual(['passed', 'passed']);
    expect([run.violations, run.exchanges.length, run.left.length]).toEqual([[], 2, 4]);
  });
});

const SUITE = modelSuite(PROGRAM, ids(6), { agent: { ...PROGRAM, needs: ['OPENAI_API_KEY'] } });
const ALL_PASSED = Array.from({ length: 6 }, () => 'passed');

describe('a held token', () => {
  it('that is refused in the middle is replaced once, and no trial is lost', async () => {
    const run = await runKeyless(SUITE, IDS.openai, { refuses: (count) => count === 4 });
    expect([run.outcomes, run.exchanges.length], run.stderr).toEqual([ALL_PASSED, 2]);
  });

  it('that is refused again ends the run, which keeps the trials before it', async () => {
    const run = await runKeyless(SUITE, IDS.openai, { refuses: (count) => count > 3 });
    expect(run.stderr).toMatch(
      /ERROR {2}api\.openai\.com refuses the token that it gave for the job's identity \(401\)/,
    );
    expect(run.outcomes).toEqual(['passed', 'passed', 'passed']);
    expect(run.billed).toBe(3);
  });

  it.each([-60, 60])('is none the worse for a clock that is %i seconds wrong', async (seconds) => {
    const shift = `const now = Date.now; Date.now = () => now() + ${1000 * seconds};`;
    const NODE_OPTIONS = `--import=data:text/javascript;base64,${Buffer.from(shift).toString('base64')}`;
    const run = await runKeyless(SUITE, { ...IDS.openai, NODE_OPTIONS }, { life_ms: 5000, latency_ms: 600 });
    expect([run.outcomes, run.violations], run.stderr).toEqual([ALL_PASSED, []]);
    expect(run.exchanges.length).toBeLessThanOrEqual(1 + Math.ceil(run.seconds / 2.5));
  });

  it('lasts while three exchanges in a row fail', async () => {
    const broken = { status: 503, error: 'unavailable', description: 'try again' };
    const options = {
      life_ms: 5000,
      latency_ms: 700,
      exchange: (count: number) => (count > 1 && count < 5 ? broken : null),
    };
    const run = await runKeyless(SUITE, IDS.openai, options);
    expect([run.outcomes, run.violations], run.stderr).toEqual([ALL_PASSED, []]);
    expect([run.attempts, run.exchanges.length]).toEqual([5, 2]);
  });

  it('that can not be renewed ends the run with the trials that were paid for', async () => {
    const broken = { status: 503, error: 'unavailable', description: 'try again' };
    const options = { life_ms: 1500, latency_ms: 500, exchange: (count: number) => (count > 1 ? broken : null) };
    const run = await runKeyless(SUITE, IDS.openai, options);
    expect(run.stderr).toMatch(
      /ERROR {2}auth\.openai\.com gave no token for the identity token \(503\): unavailable: try again; run the job again/,
    );
    expect(run.outcomes.length).toBeGreaterThan(0);
    expect(run.outcomes.length).toBe(run.billed);
  });
});

describe('what is wrong is one sentence with its mend', () => {
  const refused = { status: 401, error: 'invalid_grant', description: 'no' };
  const hour = 3_600_000;
  it.each<readonly [string, Readonly<Record<string, string>>, Partial<OwnHostsOptions>, RegExp]>([
    [
      'ids that the provider does not know',
      { ...IDS.openai, OPENAI_SERVICE_ACCOUNT_ID: 'user-unknown' },
      {},
      /auth\.openai\.com refuses the identity token \(401\): check OPENAI_IDENTITY_PROVIDER_ID, OPENAI_SERVICE_ACCOUNT_ID, and that its rule allows the audience "https:\/\/api\.openai\.com\/v1" \(OPENAI_IDENTITY_AUDIENCE names another\) and the subject "repo:acme\/shop:pull_request": invalid_grant/,
    ],
    [
      'an audience that the provider refuses',
      { ...IDS.openai, OPENAI_IDENTITY_AUDIENCE: 'somebody' },
      {},
      /that its rule allows the audience "somebody" \(OPENAI_IDENTITY_AUDIENCE names another\)/,
    ],
    [
      'a clock of the provider that is behind that of GitHub',
      IDS.openai,
      { exchange: () => ({ ...refused, date: new Date(Date.now() - hour) }) },
      /\(401\): by its clock \(.+ GMT\) the token is not valid: run the job again, or write a fresh token to the file of OPENAI_IDENTITY_TOKEN_FILE; or check OPENAI_/,
    ],
    [
      'a clock of the provider that is ahead of it',
      IDS.openai,
      { exchange: () => ({ ...refused, date: new Date(Date.now() + hour) }) },
      /\(401\): by its clock \(.+ GMT\) the token is not valid: run the job again/,
    ],
    [
      'a refusal for other reasons than the clock, whatever its words are',
      IDS.openai,
      { exchange: () => ({ ...refused, description: 'expired audience, clock not valid yet' }) },
      /\(401\): check OPENAI_IDENTITY_PROVIDER_ID.*: invalid_grant: expired audience/,
    ],
    [
      'an exchange that hangs',
      { ...IDS.openai, ...FAST_TIMERS },
      { exchange: () => 'hangs' },
      /auth\.openai\.com gave no token for the identity token, three times: no answer within 10 seconds; run the job again/,
    ],
    [
      'one of two ids',
      { OPENAI_SERVICE_ACCOUNT_ID: 'user-known' },
      {},
      /OPENAI_IDENTITY_PROVIDER_ID is empty or missing\nSet it in your shell/,
    ],
    [
      'nobody to give an identity token, in a shell',
      { ...IDS.openai, ACTIONS_ID_TOKEN_REQUEST_URL: '' },
      {},
      /OPENAI_IDENTITY_TOKEN_FILE is empty or missing\nSet it in your shell/,
    ],
    [
      'a file of an identity token that is missing',
      { ...IDS.openai, ACTIONS_ID_TOKEN_REQUEST_URL: '', OPENAI_IDENTITY_TOKEN_FILE: '/nowhere/token' },
      {},
      /there is no identity token to show to auth\.openai\.com: Failed to read identity token file at \/nowhere\/token/,
    ],
  ])('%s', async (_, env, options, sentence) => {
    const run = await runKeyless(SUITE, env, options);
    expect(run.stderr).toMatch(sentence);
    expect(run.exitCode).toBe(4);
    expect([run.outcomes, run.billed]).toEqual([[], 0]);
  });
});

it('a judge whose provider has one of two ids is told the other at its place, and nothing runs', async () => {
  const judge = { anthropic: { model: 'judge' }, uncalibrated: 'allow' };
  const cases = { one: { expect: { judge: [{ id: 'well', ask: 'Is all well?' }] } } };
  const { ANTHROPIC_FEDERATION_RULE_ID: _, ...others } = IDS.anthropic;
  const env = { ...IDS.openai, ...others };
  const run = await runKeyless(modelSuite(PROGRAM, cases, { judge }), env);
  expect(run.stderr).toMatch(
    /judge\.anthropic: the judge can't be asked: ANTHROPIC_FEDERATION_RULE_ID is empty or missing; set it in your shell, or name a local server as base_url/,
  );
  expect([run.exitCode, run.outcomes, run.billed, run.attempts]).toEqual([2, [], 0, 0]);
});

it.each([
  [
    'a file',
    async (token: string) => {
      const file = join(newFolder('identity'), 'token');
      await writeFile(file, `${token}\n`);
      return { OPENAI_IDENTITY_TOKEN_FILE: file };
    },
  ],
  ['a variable', async (token: string) => ({ OPENAI_IDENTITY_TOKEN: token })],
])('outside of GitHub the identity token of %s is shown', async (_, given) => {
  await using models = await startModelServer(well);
  await using hosts = await startOwnHosts({ models });
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer, ...env } = hosts.env;
  const headers = { authorization: `Bearer ${bearer}` };
  const answer = await fetch(`${url}&audience=${encodeURIComponent('https://api.openai.com/v1')}`, { headers });
  const { value } = (await answer.json()) as { value: string };
  await using folder = await folderWith(SUITE);
  const run = await folder.cli(['run', '--json'], { env: { ...env, ...IDS.openai, ...(await given(value)) } });
  const { cases } = await folder.results();
  expect(
    cases.flatMap(({ trials }) => trials.map(({ outcome }) => outcome)),
    run.stderr,
  ).toEqual(ALL_PASSED);
  expect([hosts.violations, hosts.exchanges.length]).toEqual([[], 1]);
});

it('a key wins over ids: nothing is exchanged', async () => {
  const run = await runKeyless(SUITE, { ...IDS.openai, OPENAI_API_KEY: REAL_KEY });
  expect([run.attempts, run.violations[0]]).toEqual([
    0,
    `api.openai.com was asked without a token: Bearer ${REAL_KEY}`,
  ]);
});

it('a host that the config or the workflow names gets no token, and nothing is exchanged for it', async () => {
  await using other = await startModelServer(well);
  const agent = { openai: { ...BUILT_IN.openai, base_url: other.base_urls.openai } };
  const run = await runKeyless(modelSuite(agent, ids(1)), IDS.openai);
  expect([run.attempts, run.outcomes], run.stderr).toEqual([0, ['passed']]);
  expect(JSON.stringify(other.requests)).toContain('a-host-named-by-the-config-gets-no-real-one');
  const env = { ...IDS.openai, OPENAI_BASE_URL: other.base_urls.openai };
  const named = await runKeyless(modelSuite({ openai: { model: 'small' } }, ids(1)), env);
  expect([named.attempts, named.violations], named.stderr).toEqual([0, []]);
});

it('ids do not meet what a program needs whose calls pass no recorder: it has to have the key itself', async () => {
  const { record: _, ...unrecorded } = PROGRAM;
  const agent = { ...unrecorded, needs: ['OPENAI_API_KEY'] };
  const run = await runKeyless(modelSuite(agent, ids(1)), IDS.openai);
  expect(run.stderr).toMatch(/OPENAI_API_KEY is empty or missing/);
  expect([run.exitCode, run.attempts, run.outcomes]).toEqual([4, 0, []]);
});

it('a token of a step that ends in the middle is said to have ended, and the trials before it stay', async () => {
  let asked = 0;
  const script: ModelScript = () => {
    asked += 1;
    const message = 'OAuth token has expired.';
    return asked > 4
      ? { fault: { status: 401, error: { type: 'authentication_error', message } } }
      : { text: 'all is well' };
  };
  const env = { ANTHROPIC_AUTH_TOKEN: 'sk-ant-oat01-of-an-earlier-step' };
  const agent = { anthropic: { model: 'small' } };
  const run = await runAgainst({ script }, modelSuite(agent, ids(6)), [], env);
  expect(run.stderr).toMatch(
    /because they have expired \(401\): .*; the token ended after 4 requests; let it last longer than the run/,
  );
  expect(run.trials.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'passed']);
  const { authorization, 'x-api-key': key, 'anthropic-beta': beta } = run.server.requests[0]?.headers ?? {};
  expect([authorization, key, beta]).toEqual([`Bearer ${env.ANTHROPIC_AUTH_TOKEN}`, undefined, 'oauth-2025-04-20']);
});

it('validate says what a workflow with ids lacks, and where', async () => {
  const job = { steps: [{ uses: 'org/agent-eval-action@v1', env: IDS.openai }] };
  const workflow = JSON.stringify({ on: 'push', permissions: { contents: 'read' }, jobs: { 'agent-eval': job } });
  await using folder = await folderWith({
    ...modelSuite(PROGRAM, ids(1)),
    '.github/workflows/agent-eval.yml': workflow,
  });
  const run = await folder.cli(['validate']);
  expect(run.stdout + run.stderr).toMatch(
    /\.github\/workflows\/agent-eval\.yml:1:\d+: jobs\.agent-eval\.steps\[0\]: id-token: write is empty or missing/,
  );
});
