import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { chunkOf, type ImportGraph, importGraph, staticBytes, staticPart } from '../../scripts/static-part.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

describe('what is loaded at the start', () => {
  let graph: ImportGraph;
  let terminal: string;

  beforeAll(async () => {
    graph = await importGraph(root, [join(dist, 'index.js'), join(dist, 'cli.js')]);
    terminal = chunkOf(graph, 'dist/cli.js', 'chunks/program-');
  });

  test('the action and what it imports weigh at most 700 kB', () => {
    const bytes = staticBytes(graph, ['dist/index.js']);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(700_000);
  });

  // Of the sources: chunks are named after the largest of what they hold.
  test('what decides is loaded before an agent can change it: gate, checks, matching, judge', async () => {
    const sources = await importGraph(root, [join(root, 'src/action.ts')]);
    const loaded = staticPart(sources, 'src/commands/action/evaluate-on-github.ts').join(' ');
    for (const room of ['gate/decision/rules', 'execute-suite', 'cases/matching', 'src/judge', 'evaluate-workspace'])
      expect(loaded).toContain(room);
  });

  test('each start loads few files, and `validate` nothing of what runs an agent', () => {
    const validates = staticPart(graph, chunkOf(graph, terminal, 'chunks/validate-'));
    const modes = staticPart(graph, chunkOf(graph, 'dist/index.js', 'chunks/modes-'));
    const others = staticPart(graph, chunkOf(graph, terminal, 'chunks/other-commands-'));
    expect([validates, modes, others].filter(({ length }) => length > 40)).toEqual([]);
    expect(validates.some((file) => readFileSync(join(root, file), 'utf8').includes('undici'))).toBe(false);
  });

  test('loading what a run with models needs takes little memory', async () => {
    const chunk = chunkOf(graph, 'dist/index.js', 'chunks/modes-');
    const program = `await import(process.argv[1]); console.log(require('node:v8').getHeapStatistics().total_heap_size)`;
    const args = ['-e', `(async () => { ${program} })()`, join(root, chunk)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(Number(stdout)).toBeLessThanOrEqual(60 * 1024 * 1024);
  });

  // By texts that outlive minifying: the name of a service, of an HTTP header, of a user agent.
  test.each([
    ['the artifact client', 'github.actions.results.api.v1.ArtifactService'],
    ["Azure's storage client", 'azsdk-js-azure-storage-blob'],
    ["GitHub's REST client", 'octokit-core.js'],
  ])('%s is loaded only when it is used', (_, mark) => {
    const holding = Object.keys(graph).filter((file) => readFileSync(join(root, file), 'utf8').includes(mark));
    expect(holding).toHaveLength(1);
    expect([...staticPart(graph, 'dist/index.js'), ...staticPart(graph, terminal)]).not.toContain(holding[0]);
  });

  test('the terminal command does without the toolkit of the runner', () => {
    const holds = (entry: string) =>
      staticPart(graph, entry).some((file) => readFileSync(join(root, file), 'utf8').includes('GITHUB_STEP_SUMMARY'));
    expect([holds('dist/index.js'), holds(terminal)]).toEqual([true, false]);
  });
});

describe('the terminal command on the oldest Node that it promises', () => {
  const node = nodesOnPath().find(({ version }) => version[0] === 20 && (version[1] ?? 0) >= 19);
  const folder = newFolder('node20');

  test('starts, writes a suite and finds it valid', async ({ skip }) => {
    if (node === undefined) return skip('no Node 20.19 or newer 20.x on PATH to try it with');
    const cli = async (...args: readonly string[]) => {
      const options = { cwd: folder, env: { PATH: process.env['PATH'] } };
      return (await promisify(execFile)(node.path, [join(dist, 'cli.js'), ...args], options)).stdout;
    };
    expect(await cli('--version')).toBe(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`);
    expect(await cli('init', '--language', 'node')).toContain('wrote agent-eval.yml');
    expect(await cli('validate', '--strict')).toContain('3 cases');
  });

  test('is promised by package.json', () => {
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines).toEqual({ node: '>=20.19' });
  });
});

/** Every node on PATH with its version. */
function nodesOnPath(): readonly { readonly path: string; readonly version: readonly number[] }[] {
  const folders = [...new Set((process.env['PATH'] ?? '').split(delimiter))];
  return folders
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .map((path) => {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
      return { path, version: version.split('.').map(Number) };
    });
}
