import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { changedRules, NOISE, RULES, rulesSuite } from '#test/support/rules-suite.ts';
import { runCli } from '#test/support/run-cli.ts';
import { tries } from '#test/support/tries.ts';
import { createRepository, type Workspace } from '#test/testing/github/workspace.ts';

async function broken(lost: number, config: object = {}, story = 0): Promise<Workspace> {
  const repository = await createRepository(rulesSuite(RULES, config, story));
  await repository.branch('feature');
  await repository.commit('change', rulesSuite(changedRules(lost), config, story, NOISE));
  return repository;
}

/** Two with each change, and twelve on a schedule; the seeds of trials follow from the files, so each is the same everywhere. */
const STORIES = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5].slice(0, tries(12));

test.each(STORIES.map((lost, story) => [story, lost]))(
  'story %i: the line that broke rule-%i is named, among twelve that changed',
  async (story, lost) => {
    await using repository = await broken(lost, {}, story);
    const found = await runCli(repository.path, ['which', `rule-${lost}`, '--against', 'main']);
    expect(found).toExit(0);
    expect(found.stderr).toContain('Which line? ');
    expect(found.stdout).toContain(
      `prompt.md:${lost + 1}: changing "${RULES[lost]}" to "say nothing" broke rule-${lost}: with the old line back`,
    );
    expect(found.survivors).toEqual([]);
  },
);

test('each version of the change is set up once, and main serves that ran before', async () => {
  await using folder = await folderWith({});
  const log = join(folder.path, 'set-ups');
  const agent = (city: string, other: string) =>
    `import './other.mjs';\n// ${other}\n\n\nfor await (const line of (await import('node:readline')).createInterface(process.stdin)) {\n  const { id } = JSON.parse(line);\n\n\n  const city = '${city}';\n  console.log(JSON.stringify({ id, output: city }));\n}\n`;
  const files = (city: string, other: string) => ({
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: ['node', 'agent.mjs'], setup: [`cat agent.mjs other.mjs | cksum >> ${log}`] },
      cases: ['cases.yml'],
      trials: 10,
    }),
    'cases.yml': 'cases: [{id: city, input: Where?, expect: {response: {contains: [Paris]}}}]\n',
    'agent.mjs': agent(city, other),
    'other.mjs': `// ${other}\n`,
  });
  await using repository = await createRepository(files('Paris', 'one'));
  await repository.branch('feature');
  await repository.commit('change', files('Oslo', 'two'));
  expect((await runCli(repository.path, ['run', '--against', 'main'])).exitCode).toBe(1);
  await writeFile(log, '');
  const found = await runCli(repository.path, ['which', 'city', '--against', 'main']);
  expect([found.exitCode, found.stdout], found.stderr).toEqual([0, expect.stringContaining('agent.mjs:9: changing')]);
  expect(found.stderr).toContain('are kept in');
  const [here, ...versions] = (await readFile(log, 'utf8')).trim().split('\n');
  // The change itself is the control of the search, in a checkout of its own.
  expect([...versions].sort()).toEqual([...new Set(versions)].sort());
  expect(versions).toContain(here);
  expect(found.survivors).toEqual([]);
});

test('explain: lines names it after the verdict, and what it tries counts for no case', async () => {
  await using repository = await broken(2, { explain: 'lines' });
  const explained = await runCli(repository.path, ['run', '--against', 'main', '--cases', 'rule-2']);
  expect(explained).toExit(1);
  const comment = await readFile(join(repository.path, 'agent-eval-results/comment.md'), 'utf8');
  expect(comment).toContain('broke rule-2: with the old line back');
  const results = JSON.parse(await readFile(join(repository.path, 'agent-eval-results/results.json'), 'utf8'));
  expect(results.explained).toMatchObject([{ case: 'rule-2', outcome: 'named' }]);
  expect(results.explained[0].trials).toBeGreaterThan(5);
  expect(results.cases.map(({ trials }: { readonly trials: readonly unknown[] }) => trials.length)).toEqual([10]);
  const result = await runCli(repository.path, ['show', 'rule-2']);
  expect(result.stdout.replace(/\s+/g, ' ')).toContain('broke rule-2: with the old line back');
});

test('what can not be searched is refused with a sentence', async () => {
  await using repository = await broken(2);
  const refused = async (words: string, ...args: readonly string[]) => {
    const { exitCode, stderr } = await runCli(repository.path, ['which', ...args]);
    expect([exitCode, stderr], args.join(' ')).toEqual([2, expect.stringContaining(words)]);
  };
  await refused('rule-0 is not worse here than on main', 'rule-0', '--against', 'main');
  await refused('nobody', 'nobody', '--against', 'main');
  await refused('--against BRANCH is missing', 'rule-0');
  await refused('there is no branch', 'rule-0', '--against', 'nowhere');
  await refused('expected 20 to 200', 'rule-0', '--against', 'main', '--max-trials', '5');
});

test('a suite with a runner of its own can not be asked for one case, and is told what names the line there', async () => {
  const suite = { run: ['node', 'evals.mjs', '{results}'], results: 'jsonl', tests: ['evals.mjs'] };
  await using repository = await createRepository({
    'agent-eval.yml': JSON.stringify({ version: 1, suite }),
    'evals.mjs': '',
  });
  const { exitCode, stderr } = await runCli(repository.path, ['which', 'one', '--against', 'main']);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/^agent-eval: a suite with its own runner .*`explain: lines`/),
  ]);
});

test('a word that explain does not know is an error at its line', async () => {
  await using repository = await createRepository(rulesSuite(RULES, { explain: 'line' }));
  const refused = await runCli(repository.path, ['validate']);
  expect(refused.exitCode).toBe(2);
  expect(refused.stdout + refused.stderr).toContain('expected lines');
});
