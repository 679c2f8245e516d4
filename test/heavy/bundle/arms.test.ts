import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseResults } from '#domain/baseline/results/parse-results.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { mainEvent, workflow } from '#test/support/shard-workflow.ts';
import { storedResults } from '#test/support/stored-artifact.ts';

/** Works as its skill says, if it has one: without it, it knows only how to write `good` into files that are asked for by name. */
const AGENT = `import { existsSync, readFileSync, writeFileSync, appendFileSync } from 'node:fs';
const skill = '.claude/skills/notes/SKILL.md';
const known = existsSync(skill) ? readFileSync(skill, 'utf8') : '';
appendFileSync(process.env.TRACE ?? '/dev/null', (known === '' ? 'without' : 'with') + '\\n');
if (process.argv[2] === 'plain' || known.includes('write good')) writeFileSync('note.txt', 'good');
console.log(JSON.stringify({ output: 'done', usage: { input_tokens: known === '' ? 100 : 150, output_tokens: 0, cost_usd: 0.01 } }));
`;
const ARMS = { with: { overlay: { '.claude/skills/notes': 'skills/notes' } }, without: {} };
const IDS = ['plain', 'a', 'b', 'c', 'd', 'e'];

function suite(config: object = {}, ids: readonly string[] = IDS) {
  const cases = ids.map((id) => ({
    id,
    input: id,
    expect: { files: { 'note.txt': { equals: 'good' } }, diff: { max_files: 1 } },
  }));
  return {
    'agent.mjs': AGENT,
    'skills/notes/SKILL.md': 'write good',
    'fixtures/desk/other.txt': 'x',
    'cases.json': JSON.stringify({ cases }),
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs', '{input}'] },
      arms: ARMS,
      cases: ['cases.json'],
      trials: 2,
      concurrency: 1,
      defaults: { workspace: 'fixtures/desk' },
      gate: { pass_rate: { min: 0.5 } },
      ...config,
    }),
  };
}

async function resultsOf(folder: Folder, path = 'results.json'): Promise<ResultsFile> {
  const parsed = parseResults(await readFile(join(folder.path, 'agent-eval-results', path), 'utf8'));
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.results;
}

const passes = (cases: readonly Pick<ResultsFile['cases'][number], 'trials'>[]) =>
  cases.map(({ trials }) => trials.map(({ outcome }) => outcome === 'passed'));

describe('arms of an agent', () => {
  test('make every trial in turn; the first is judged, and what it gains is reported with its interval', async () => {
    await using folder = await folderWith(
      suite({ agent: { command: [process.execPath, 'agent.mjs', '{input}'], env: { TRACE: 'TRACE' } } }),
    );
    const trace = join(folder.path, 'trace');
    const config = (await readFile(join(folder.path, 'agent-eval.yml'), 'utf8')).replace(
      '"TRACE":"TRACE"',
      `"TRACE":${JSON.stringify(trace)}`,
    );
    await folder.write({ 'agent-eval.yml': config });
    const { exitCode, stdout, stderr } = await folder.cli(['run']);
    expect(exitCode, stdout + stderr).toBe(0);
    expect(stdout).toContain('2 arms, 6 cases × 2 trials each; with is judged');
    expect(stdout).toMatch(
      /with over without: pass rate \+83\.3 points \(95 %: \[\S+, \S+\], p < 0\.001\); tokens \+50 %/,
    );
    expect(stdout).toContain('The figures of the run leave out what without used: 12 trials, $0.12');
    const results = await resultsOf(folder);
    expect(passes(results.cases)).toEqual(IDS.map(() => [true, true]));
    expect(results.arms).toMatchObject({ own: 'with', others: [{ name: 'without', problem: null }] });
    expect(passes(results.arms?.others[0]?.cases ?? [])).toEqual(IDS.map((id) => [id === 'plain', id === 'plain']));
    const other = await resultsOf(folder, 'arms/without/results.json');
    expect(other.cases[1]?.trials[0]?.checks.map(({ id }) => id)).toContain('files.exists');
    const order = (await readFile(trace, 'utf8')).trim().split('\n');
    expect(order.filter((arm) => arm === 'with')).toHaveLength(12);
    for (let at = 0; at < order.length; at += 2) expect(new Set(order.slice(at, at + 2)).size, 'side by side').toBe(2);
    expect(new Set(order.filter((_, at) => at % 2 === 0)).size, 'nobody is always first').toBe(2);
    const output = join(folder.path, 'agent-eval-results');
    const comment = readable(await readFile(join(output, 'comment.md'), 'utf8'));
    expect(comment).toContain('Arms: +83.3 points with over without');
    expect(await readFile(join(output, 'report.html'), 'utf8')).toContain('Arms: what with gains');
    const again = await folder.cli(['report', 'agent-eval-results']);
    expect(again.exitCode, again.stderr).toBe(0);
    const compared = await folder.cli(['run', '--agents', '*', '--trials', '1']);
    expect(compared.stdout).toMatch(/with passes more than without|with and without: no difference shown/);
  });

  test('that can’t run, or that a cap cuts off, change no verdict, and both say so', async () => {
    await using folder = await folderWith(suite({ arms: { ...ARMS, without: { setup: ['exit 3'] } } }, ['plain', 'a']));
    const { exitCode, stdout, stderr } = await folder.cli(['run']);
    expect(exitCode, stdout + stderr).toBe(0);
    expect(stdout).toContain('without could not run: ');
    expect(stderr).toContain('Arm without makes no trials');
    await folder.write(suite({}, ['plain', 'a']));
    const capped = await folder.cli(['run', '--json', '--max-trials', '4']);
    expect(capped.exitCode, capped.stdout + capped.stderr).toBe(0);
    expect(JSON.parse(capped.stdout).lift).toMatchObject({ own: 'with', rows: [{ over: 'without' }] });
    const { cases, arms } = await resultsOf(folder);
    const trials = [...cases, ...(arms?.others[0]?.cases ?? [])].flatMap((item) => item.trials);
    expect(trials).toHaveLength(4);
  });

  test.for<[string, object, string, string]>([
    ['a single arm', { arms: { with: ARMS.with } }, 'arms', 'takes two arms or more, found only with'],
    ['arms that are the same', { arms: { one: {}, two: {} } }, 'arms', 'one and two are the same'],
    [
      'an unknown key',
      { arms: { with: { overlays: {} }, without: {} } },
      'arms.with.overlays',
      'did you mean overlay?',
    ],
    ['a text', { arms: { with: 'skill', without: {} } }, 'arms.with', 'expected a mapping with the keys of `agent`'],
    [
      'another kind',
      { arms: { with: { openai: { model: 'm' } }, without: {} } },
      'arms.with',
      'an agent has exactly one kind',
    ],
    [
      'a value that the agent can’t have',
      { arms: { with: { setup: 'npm ci' }, without: {} } },
      'arms.with.setup',
      'a list of shell lines',
    ],
    [
      'a folder that is not there',
      { arms: { with: { overlay: { x: 'none' } }, without: {} } },
      'arms.with.overlay.x',
      'does not exist',
    ],
    [
      'a place outside',
      { arms: { with: { overlay: { '../x': 'skills' } }, without: {} } },
      'arms.with.overlay',
      'may not leave',
    ],
    [
      'a place in git’s own folder',
      { arms: { with: { overlay: { '.git/hooks': 'skills' } }, without: {} } },
      'arms.with.overlay',
      'name another place',
    ],
    [
      'arms beside agents',
      { agent: undefined, agents: { a: { command: ['a'] } } },
      'arms',
      'variants of a single `agent`',
    ],
    ['recorded trajectories', { agent: { recorded: 'cases.json' } }, 'arms', 'can’t be made again'],
  ])('refuses %s, at its place, with the mend', async ([, config, at, words], { expect: check }) => {
    await using folder = await folderWith(suite(config));
    const { exitCode, stdout, stderr } = await folder.cli(['validate']);
    check([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining(words)]);
    check(stderr).toMatch(new RegExp(`^agent-eval\\.yml:\\d+:\\d+: ${at.replaceAll('.', '\\.')}`, 'm'));
  });
});

it('arms of shards are merged, with the workspaces of their cases', async ({ openScene }) => {
  const scene = await openScene(suite({ trials: 1 }, ['plain', 'a', 'b', 'c']));
  const { shards, merge: merged } = await workflow(scene, await mainEvent(scene), {}, 2);
  expect(shards.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(merged.exitCode, merged.stdout).toBe(0);
  const { cases, arms } = storedResults(scene.fake.state);
  expect(passes(cases)).toEqual(Array.from({ length: 4 }, () => [true]));
  expect(arms?.others[0]?.cases).toHaveLength(4);
  expect(readable(merged.summary)).toContain('Arms: +75 points with over without');
});
