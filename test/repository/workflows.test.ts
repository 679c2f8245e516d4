import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { starterFiles } from '#commands/cli/starter/starter-files.ts';
import { workflowProblems } from '#test/support/workflow-validator.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => ({ name: path, text: readFileSync(join(root, path), 'utf8') });
const list = (folder: string) => readdirSync(join(root, folder)).map((name) => join(folder, name));

/** Run in this repository. */
const ours = list('.github/workflows').map(read);
/** Copied by users. */
const theirs = [
  ...list('examples')
    .filter((path) => !path.endsWith('.md'))
    .map((folder) => read(join(folder, 'workflow.yml'))),
  ...(['python', 'node'] as const).flatMap((language) =>
    starterFiles(language)
      .filter(({ path }) => path.startsWith('.github/workflows/'))
      .map(({ path, text }) => ({ name: `${path} as init writes it (${language})`, text })),
  ),
];
const all = [...ours, ...theirs];

test('there are workflows of all three origins', () => {
  expect(ours.map(({ name }) => name)).toEqual(
    ['agent-eval', 'ci', 'codeql', 'release', 'scheduled', 'scorecard'].map((name) => `.github/workflows/${name}.yml`),
  );
  expect(theirs.length).toBeGreaterThanOrEqual(7);
});

describe.each(all)('$name', ({ text }) => {
  const workflow = parse(text);
  const jobs = Object.values<Job>(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test('is one that GitHub accepts', async () => {
    expect(await workflowProblems(text)).toEqual([]);
  });

  test('says which rights it has, at the top', () => {
    expect(Object.keys(workflow)).toContain('permissions');
  });

  test('runs on events that hand no secrets to strangers', () => {
    const events = Object.keys(workflow.on);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(['pull_request', 'push', 'schedule', 'workflow_dispatch']).toContain(event);
  });

  test('puts no expression into a shell script', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });

  test('leaves no credentials in the checkout', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    for (const checkout of checkouts) expect(checkout).toMatchObject({ with: { 'persist-credentials': false } });
  });

  test('ends by itself', () => {
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });
});

describe.each(ours)('$name', ({ text }) => {
  test('gives every right its reason', () => {
    const rights = text.split('\n').filter((line) => /^ +[a-z-]+: (read|write)\b/.test(line));
    expect(rights.length).toBeGreaterThan(0);
    for (const line of rights) expect(line).toMatch(/: (read|write) # \w/);
  });

  test("pins every action of somebody else's to a commit, with its version beside it", () => {
    const foreign = [...text.matchAll(/\buses: *(\S.*)$/gm)].flatMap(([, use = '']) => (use === './' ? [] : [use]));
    expect(foreign.length).toBeGreaterThan(0);
    for (const use of foreign) expect(use).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('gives rights to jobs, never to the whole workflow', () => {
    const { permissions, jobs } = parse(text);
    expect(permissions).toEqual({});
    for (const job of Object.values<Job>(jobs)) expect(job.permissions).toBeDefined();
  });
});

/** Their model is a server of their own, which GitHub's runners have not. */
const FOR_OLLAMA = ['hotels', 'trips'];

test('the action runs on every example here that a key is enough for', () => {
  const { jobs } = parse(readFileSync(join(root, '.github/workflows/agent-eval.yml'), 'utf8'));
  const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(jobs['agent-eval'].strategy.matrix.example).toEqual(
    folders
      .map(({ name }) => name)
      .filter((name) => !FOR_OLLAMA.includes(name))
      .sort(),
  );
  expect(jobs['agent-eval'].steps).toContainEqual(expect.objectContaining({ uses: './' }));
});

test('the one check to require waits for every other job', () => {
  const { jobs } = parse(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8'));
  const others = Object.keys(jobs).filter((name) => name !== 'ci-ok');
  expect(jobs['ci-ok']).toMatchObject({ if: '${{ always() }}', needs: others });
});

test('a release names the commit to pin, and npm gets its package after the checks, by no stored token', () => {
  const { publish, release } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')).jobs;
  expect(publish).toMatchObject({ needs: 'release', permissions: { contents: 'read', 'id-token': 'write' } });
  expect(publish.steps.at(-1)).toEqual({ run: 'npm publish --ignore-scripts --provenance' });
  expect(release.steps.at(-1).run).toContain('Pin this release by its commit: `%s@%s # %s`');
});

test('updates of packages and of actions come as one pull request each', () => {
  const { updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8'));
  const every = { patterns: ['*'] };
  expect(updates).toMatchObject([
    { 'package-ecosystem': 'npm', groups: { packages: every } },
    { 'package-ecosystem': 'github-actions', groups: { actions: every } },
  ]);
});

describe('the examples', () => {
  const examples = theirs.filter(({ name }) => name.startsWith('examples/'));

  test.each(examples)(
    '$name installs packages by agent.setup alone: those of a step would be shared with main',
    ({ text }) => {
      const steps = Object.values<Job>(parse(text).jobs).flatMap((job) => job.steps);
      for (const { run } of steps) expect(run ?? '').not.toMatch(/\b(pip|npm|uv|yarn|pnpm) /);
    },
  );

  test.each([...examples, ...ours.slice(0, 1)])('$name cancels no run of another workflow', ({ text }) => {
    expect(parse(text).concurrency.group).toMatch(/^\$\{\{ github\.workflow \}\}-/);
  });
});

describe("GitHub's language service", () => {
  const [{ text } = { text: '' }] = ours;

  test.each([
    ['an event that does not exist', text.replace('pull_request:', 'pull_requests:')],
    ['a right that does not exist', text.replace('contents: read', 'contents: all')],
    ['a value that is not there', text.replaceAll('matrix.example', 'matrix.sample')],
    ['a step without anything to do', text.replace('- uses: ./', '- name: nothing')],
  ])('would object to %s', async (_, broken) => {
    expect(broken).not.toBe(text);
    expect(await workflowProblems(broken)).not.toEqual([]);
  });
});

type Step = { readonly run?: string; readonly uses?: string; readonly with?: object };
type Job = { readonly steps: readonly Step[]; readonly permissions?: object; readonly 'timeout-minutes'?: number };
