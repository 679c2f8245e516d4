import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CheckRunEnd, type OpenCheckRun, openCheckRun } from '#github/checks/check-run.ts';
import type { LogAnnotation } from '#github/log/annotations.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { sha } from '#test/testing/github/state-builders.ts';
import { apiOf } from '../artifacts/main-history.ts';

let fake: FakeGitHub;

beforeEach(async () => {
  fake = await startFakeGitHub({ permissions: { checks: 'write' } });
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await fake.close();
});

const api = () => apiOf(fake);

const PLACE = {
  owner: 'octo-org',
  repo: 'agents',
  headSha: sha('h'),
  name: 'Agent eval verdict',
  writer: { workflow: '.github/workflows/agent-eval.yml', job: 'eval', key: '', runId: 7, runAttempt: 1 },
  detailsUrl: 'https://github.com/octo-org/agents/actions/runs/7',
  readOnlyToken: false,
};

const END: CheckRunEnd = { conclusion: 'failure', title: 'fail: a drop', summary: '### Report', annotations: [] };

const mark = (line: number, more: Partial<LogAnnotation> = {}): LogAnnotation => ({
  level: 'error',
  file: 'evals/cases.yml',
  line,
  title: `case ${line}`,
  message: 'passed 0/3',
  ...more,
});

const marks = (count: number): LogAnnotation[] => Array.from({ length: count }, (_, index) => mark(index + 1));

async function opened(): Promise<OpenCheckRun> {
  const result = await openCheckRun(api(), PLACE);
  if ('warning' in result) throw new Error(result.warning);
  return result.check;
}

const sent = () => fake.requests.filter(({ method }) => method === 'PATCH');

describe('a check run', () => {
  it('is in progress on the commit until it is completed', async () => {
    const check = await opened();
    expect(fake.state.checkRuns).toMatchObject([
      { name: PLACE.name, headSha: sha('h'), status: 'in_progress', conclusion: null, detailsUrl: PLACE.detailsUrl },
    ]);
    expect(await check.complete(api(), END)).toEqual([]);
    expect(fake.state.checkRuns).toMatchObject([
      { status: 'completed', conclusion: 'failure', output: { title: 'fail: a drop', summary: '### Report' } },
    ]);
  });

  it.each([
    [0, 1],
    [50, 1],
    [51, 2],
    [500, 10],
    [501, 10],
  ])(
    'with %i annotations is told in %i requests of at most fifty, the last of which completes it',
    async (count, requests) => {
      const check = await opened();
      expect(await check.complete(api(), { ...END, annotations: marks(count) })).toEqual([]);
      expect(sent().map(({ body }) => body?.['status'])).toEqual([...Array(requests - 1).fill(undefined), 'completed']);
      const [run] = fake.state.checkRuns;
      expect(run?.annotations).toHaveLength(Math.min(count, 500));
      expect(new Set(run?.annotations.map((annotation) => annotation['start_line'])).size).toBe(Math.min(count, 500));
    },
  );

  it('shows annotations at their lines, without control characters, and none that has no file', async () => {
    const check = await opened();
    const annotations = [
      mark(7, { level: 'warning', message: 'a\u0000\u001b[31mb ##[error]c', title: `${'x'.repeat(300)}` }),
      mark(8, { level: 'notice', line: null, message: '' }),
      mark(9, { file: null }),
    ];
    await check.complete(api(), { ...END, annotations });
    expect(fake.state.checkRuns[0]?.annotations).toEqual([
      expect.objectContaining({
        annotation_level: 'warning',
        start_line: 7,
        end_line: 7,
        message: 'ab #\u200b#[error]c',
      }),
      expect.objectContaining({ annotation_level: 'notice', start_line: 1, message: 'case 8' }),
    ]);
    expect(String(fake.state.checkRuns[0]?.annotations[0]?.['title']).length).toBeLessThanOrEqual(255);
  });

  it('is no longer than GitHub takes', async () => {
    const check = await opened();
    const end = { ...END, title: 'x'.repeat(9000), summary: '\u{1F600}'.repeat(40_000) };
    expect(await check.complete(api(), end)).toEqual([]);
    const [run] = fake.state.checkRuns;
    expect(run?.output.title?.length).toBeLessThanOrEqual(255);
    expect(run?.output.summary?.length).toBeLessThanOrEqual(65_535);
    expect(run?.output.summary?.isWellFormed()).toBe(true);
  });

  it('is completed without annotations when GitHub does not take them', async () => {
    const check = await opened();
    fake.failNext({ method: 'PATCH', path: /check-runs/, status: 422 });
    const warnings = await check.complete(api(), { ...END, annotations: marks(60) });
    expect(warnings).toEqual([expect.stringContaining('was not annotated (422')]);
    expect(fake.state.checkRuns[0]).toMatchObject({ status: 'completed', conclusion: 'failure', annotations: [] });
  });

  it('that can not be completed is a warning', async () => {
    const check = await opened();
    fake.failNext({ method: 'PATCH', path: /check-runs/, status: 500, times: 20 });
    expect(await check.complete(api(), END)).toEqual([expect.stringContaining('was not completed (500')]);
  });
});

describe('a check run that can not be opened', () => {
  it('for lack of permission is a warning that names it', async () => {
    fake.state.token.permissions = { contents: 'read' };
    const result = await openCheckRun(api(), PLACE);
    expect(result).toEqual({ warning: expect.stringMatching(/not opened \(403 .*Add "checks: write"/) });
    expect(fake.state.checkRuns).toEqual([]);
  });

  it('for a read-only token is no matter of permissions to add', async () => {
    fake.state.token.permissions = { contents: 'read' };
    const result = await openCheckRun(api(), { ...PLACE, readOnlyToken: true });
    expect(result).toEqual({ warning: expect.stringMatching(/forks and Dependabot have a read-only token/) });
  });
});
