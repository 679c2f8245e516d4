import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readInputs } from '#commands/action/session/inputs.ts';
import { expectSaid } from '#test/support/said.ts';
import { inputVariable, readInputDefaults } from '#test/testing/github/runner/action-metadata.ts';

const ACTION = new URL('../../../action.yml', import.meta.url);

function read(inputs: Readonly<Record<string, string>>) {
  const entries = Object.entries({ 'github-token': 'ghs_1', ...inputs });
  return readInputs(Object.fromEntries(entries.map(([name, value]) => [inputVariable(name), value])));
}

describe('readInputs', () => {
  it('gives the same with the defaults of action.yml', async () => {
    const defaults = await readInputDefaults(ACTION.pathname);
    expect(defaults['github-token']).toBe('${{ github.token }}');
    expect(read({ ...defaults, 'github-token': 'ghs_1' })).toEqual(read({}));
  });

  it('trims and types every input', () => {
    const inputs = {
      config: ' evals/agent.yml ',
      key: 'refunds-v1.2_x',
      trials: ' 5 ',
      cases: 'refund-*, order/1\n order/2,\n,refund-*',
      tags: 'hero',
      baseline: 'file: evals/baseline.json',
      'baseline-workflow': 'nightly.yml',
      'baseline-required': 'true',
      confirm: 'never',
      mode: 'merge',
      comment: 'changes',
      'check-run': 'true',
      'fail-on': 'inconclusive',
      'on-missing-secrets': 'fail',
      'max-cost-usd': ' 2.50 ',
      'max-tokens': '3000000000',
      'max-duration': '20m',
      'max-trials': '100',
      'allowed-hosts': 'LLM.example.com, 10.0.0.7:8080\n[::1]:080',
      replay: 'auto',
      'pass-env': 'OPENAI_API_KEY\nMODEL',
      trajectories: 'none',
      'working-directory': 'services/bot',
    };
    expect(read(inputs)).toMatchObject({
      inputs: {
        config: 'evals/agent.yml',
        key: 'refunds-v1.2_x',
        trials: { min: 5, max: 5 },
        shard: null,
        cases: ['refund-*', 'order/1', 'order/2'],
        tags: ['hero'],
        baseline: { kind: 'file', path: 'evals/baseline.json' },
        baselineWorkflow: '.github/workflows/nightly.yml',
        baselineRequired: true,
        confirm: 'never',
        mode: 'merge',
        comment: 'changes',
        checkRun: true,
        failOn: 'inconclusive',
        onMissingSecrets: 'fail',
        maxCostUsd: 2.5,
        maxTokens: 3_000_000_000,
        maxDuration: 1_200_000,
        maxTrials: 100,
        allowedHosts: ['llm.example.com', '10.0.0.7:8080', '[::1]:80'],
        replay: 'auto',
        passEnv: ['OPENAI_API_KEY', 'MODEL'],
        trajectories: 'none',
        workingDirectory: 'services/bot',
        githubToken: 'ghs_1',
      },
    });
  });

  it('refuses what it can not take, and says what it expects', () =>
    expectSaid(new URL('golden/refused-inputs.txt', import.meta.url), (inputs) => {
      const result = read(parse(inputs));
      return 'problems' in result ? result.problems : [];
    }));

  it('shows no more of a value than is needed, and never the token', () => {
    const answer = JSON.stringify(read({ config: `/${'x'.repeat(5000)}`, 'github-token': 'ghs_secret' }));
    expect(answer.length).toBeLessThan(400);
    expect(answer).not.toContain('ghs_secret');
  });
});

const load = async () => parse(await readFile(ACTION, 'utf8'));

it('action.yml describes everything for users', async () => {
  const { inputs, outputs, runs } = await load();
  for (const part of [...Object.values(inputs), ...Object.values(outputs)]) {
    expect(part).toMatchObject({ description: expect.stringMatching(/^.{15,}\.$/) });
  }
  expect(runs).toEqual({ using: 'node24', main: 'dist/index.js' });
});
