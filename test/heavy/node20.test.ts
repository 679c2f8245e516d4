/** The terminal command on Node 20 and 24, in an empty folder, with nothing else on PATH and no network. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { withoutTimes } from './faults/support/same-run.ts';
import { type BareMachine, bareMachine } from './support/bare-machine.ts';
import { findNode20, versionOf } from './support/node-20.ts';
import { peer } from './support/peer.ts';

const node20 = await peer('Node 20.19 from npm', findNode20);
const NODES = [
  { line: 20, missing: node20.missing, node: () => node20.get() },
  { line: 24, missing: false, node: () => process.execPath },
];

describe.each(NODES)('on Node $line', ({ line, missing, node }) => {
  test.skipIf(missing)('is that Node, and a connection would be noticed', async () => {
    expect(await versionOf(node())).toMatch(new RegExp(`^v${line}\\.`));
    await using machine = await bareMachine(node());
    const { exitCode } = await machine.evaluate("fetch('https://127.0.0.1:8443/').catch(() => process.exit(7))");
    expect(exitCode).toBe(7);
    expect(await machine.tried()).not.toBe('');
  });

  test.skipIf(missing)('the demo tells its whole story', async () => {
    const { exitCode, stdout, stderr } = (await firstDayOn(node())).demo;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(verdictsOf(stdout)).toEqual([...Array(4).fill('✅ Agent eval passed'), '❌ Agent eval failed']);
    expect(stdout).toContain('refund-wrong-size: what was expected, what happened');
  });

  test.skipIf(missing)(
    'a new repository is set up, validated, run, broken and compared, without a connection',
    async () => {
      const { story, tried } = await firstDayOn(node());
      expect(story.exitCodes).toEqual({ init: 0, validate: 0, main: 0, unchanged: 0, broken: 1, compare: 1 });
      expect(story.broken).toMatchObject({ verdict: 'fail' });
      expect(tried).toBe('');
    },
  );
});

test.skipIf(node20.missing)(
  'Node 20 and 24 come to the same demo, but for the time it takes, and to the same numbers of each decision',
  async () => {
    const [old, young] = [await firstDayOn(node20.get()), await firstDayOn(process.execPath)];
    expect(timeless(old.demo.stdout)).toBe(timeless(young.demo.stdout));
    expect(old.story).toEqual(young.story);
  },
);

test.skipIf(node20.missing)(
  'Node 20 judges questions together, compares what was judged, and reads traces',
  async () => {
    await using server = await startModelServer(
      judging(
        () => ({ evidence: 'none', verdict: 'met' }),
        () => ({ text: 'all is well' }),
      ),
    );
    const demands = { judge: [{ id: 'fine', ask: 'Is it fine?' }] };
    const trace = await readFile(join(import.meta.dirname, '../fixtures/recorded-traces/openai-v2-2.4.jsonl'), 'utf8');
    await using folder = await folderWith({
      ...modelSuite(
        BUILT_IN,
        { a: { expect: demands }, b: { expect: demands } },
        {
          judge: { openai: { model: 'judge-1' }, calls: 'together' },
        },
      ),
      'trace.jsonl': trace,
    });
    const env = environmentOf(server);
    const run = (...args: readonly string[]) => folder.cli(args, { env, node: node20.get() });
    const main = await run('run', '--output', 'main');
    const change = await run('run', '--output', 'change', '--baseline', 'main/results.json');
    const read = await run('case', 'from-trace', 'trace.jsonl', '--output', 'traced.yml');
    expect(
      [main, change, read].map(({ exitCode }) => exitCode),
      main.stderr + change.stderr + read.stderr,
    ).toEqual([0, 0, 0]);
  },
);

test.skipIf(node20.missing)('Node 20 refuses a function in TypeScript when it validates, as when it runs', async () => {
  await using folder = await folderWith({
    'agent-eval.yml': 'version: 1\nagent: {module: ./agent.ts}\ncases: [c.yml]\n',
    'agent.ts': "export default (): string => 'well';\n",
    'c.yml': 'cases: [{id: a, input: x, expect: {completes: true}}]\n',
  });
  const validate = await folder.cli(['validate'], { node: node20.get() });
  const words = /agent\.module: \.\/agent\.ts is TypeScript, which Node 20\.[\d.]+ does not run; use Node 22\.18/;
  expect([validate.exitCode, validate.stdout]).toEqual([2, '']);
  expect(validate.stderr).toMatch(words);
  const run = await folder.cli(['run'], { node: node20.get() });
  expect(run.stdout + run.stderr).toMatch(words);
  expect((await folder.cli(['validate'])).exitCode, 'by a newer Node').toBe(0);
});

const days = new Map<string, ReturnType<typeof firstDay>>();

/** Each Node plays it once, for all tests. */
function firstDayOn(node: string): ReturnType<typeof firstDay> {
  const day = days.get(node) ?? firstDay(node);
  days.set(node, day);
  return day;
}

async function firstDay(node: string) {
  await using machine = await bareMachine(node);
  const demo = await machine.run('demo');
  return { demo, story: await setUpAndBreak(machine), tried: await machine.tried() };
}

/** Plays a first day with the tool; numbers of decisions are those of `run --json` and `compare --json`. */
async function setUpAndBreak(machine: BareMachine) {
  const init = await machine.run('init', '--language', 'node');
  const validate = await machine.run('validate');
  const main = await machine.run('run', '--json', '--output', 'main');
  const unchanged = await machine.run('run', '--json', '--output', 'unchanged', '--baseline', 'main/results.json');
  const agent = join(machine.folder, 'evals', 'agent.mjs');
  await writeFile(agent, (await readFile(agent, 'utf8')).replace("name: 'get_weather'", "name: 'get_forecast'"));
  const broken = await machine.run('run', '--json', '--output', 'broken', '--baseline', 'main/results.json');
  const files = ['--baseline', 'main/results.json', '--candidate', 'broken/results.json'];
  const compare = await machine.run('compare', '--json', '--config', 'agent-eval.yml', ...files);
  const runs = { init, validate, main, unchanged, broken, compare };
  return {
    exitCodes: Object.fromEntries(Object.entries(runs).map(([name, { exitCode }]) => [name, exitCode])),
    main: decisionOf(main.stdout),
    unchanged: decisionOf(unchanged.stdout),
    broken: decisionOf(broken.stdout),
    compare: decisionOf(compare.stdout),
  };
}

/** A decision as JSON, without when main ran and how long anything took. */
function decisionOf(stdout: string) {
  return JSON.parse(stdout, withoutTimes);
}

/** The verdicts of main's three runs and of the two pull requests. */
function verdictsOf(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^ {3}([✅❌❔💥] Agent eval \w+):/gmu)].map(([, verdict = '']) => verdict);
}

/** A text without durations, rows about them, and the white space that depends on their width. */
function timeless(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.includes('latency'))
    .map((line) => line.replace(/[\d.,]+ m?s\b/g, 'some time').replace(/ {2,}/g, '  '))
    .join('\n');
}
