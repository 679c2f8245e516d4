import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { newFolder } from '#test/support/new-folder.ts';

/** What an agent does to its own surroundings after its first answer, by the programs of a shell. */
const DEEDS = [
  ['clears the folder for temporary files', 'rm -rf "$TMPDIR"/* "$TMPDIR"/.[!.]*'],
  ['removes the folder for temporary files', 'rm -rf "$TMPDIR"'],
  ['puts a pipe in place of a file of ours', 'find "$TMPDIR" -name "*.log" -exec rm {} \\; -exec mkfifo {} \\;'],
  ['puts links in place of files of ours', 'find "$TMPDIR" -name "*.log" -exec ln -sf /etc/passwd {} \\;'],
  ['makes its folders unremovable', 'mkdir -p "$TMPDIR"/closed/in && chmod 0 "$TMPDIR"/closed'],
  [
    'puts pipes in place of results that are being written',
    'for name in trajectories.jsonl requests.jsonl results.json report.html comment.md; do rm -f agent-eval-results/$name.part; mkfifo agent-eval-results/$name.part; done',
  ],
] as const;

const MCP_SERVER = `
import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = method === 'initialize' ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } : { tools: [] };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

test.each(DEEDS)('an agent that %s loses no trial of others, and the run ends with a verdict', async (_, deed) => {
  const temporary = newFolder('own');
  await using folder = await folderWith({
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: ['sh', 'agent.sh', '{input}'], record: { preload: true }, mcp: 'mcp.json' },
      cases: ['evals/*.yml'],
      trials: 4,
      concurrency: 1,
      gate: { method: 'threshold', pass_rate: { min: 0.5 } },
    }),
    'evals/a.yml': JSON.stringify({
      cases: ['a', 'b'].map((id) => ({ id, input: id, expect: { response: { contains: ['sunny'] } } })),
    }),
    'mcp.json': JSON.stringify({ mcpServers: { s: { command: process.execPath, args: ['server.mjs'] } } }),
    'server.mjs': MCP_SERVER,
    'agent.sh': `cat > /dev/null\necho sunny\n${deed}\ntrue\n`,
  });
  try {
    const run = await folder.cli(['run'], { env: { TMPDIR: temporary } });
    // Undecided, as this agent asks no model.
    expect(run).toExit(3);
    expect(await folder.outcomes()).toEqual({
      a: Array(4).fill('passed').join(' '),
      b: Array(4).fill('passed').join(' '),
    });
  } finally {
    execFileSync('sh', ['-c', 'chmod -R u+rwx "$0"; rm -rf "$0"', temporary], { stdio: 'ignore' });
  }
});

const RUNNER = `
import { mkdirSync, writeFileSync } from 'node:fs';
const [place] = process.argv.slice(2);
const rows = ['a', 'b'].map((id) => JSON.stringify({ id, passed: true }) + '\\n').join('');
if (place.endsWith('/')) mkdirSync(place, { recursive: true });
writeFileSync(place.endsWith('/') ? place + 'rows.jsonl' : place, rows);
`;

function suite(file: string, writes = file) {
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: { run: ['node', 'runner.mjs', writes], results: 'jsonl', file, tests: ['evals/**', 'runner.mjs'] },
      trials: 3,
    }),
    'runner.mjs': RUNNER,
    'evals/a.txt': 'what is expected',
  };
}

describe('a file that a suite says its runner writes', () => {
  test.each([
    ['a link', 'out', 'suite.file: "out" is a symbolic link'],
    ['behind a link', 'out/rows.jsonl', 'suite.file: "out" is a symbolic link'],
    ['tracked by git', 'kept.jsonl', 'suite.file: git tracks "kept.jsonl"'],
    ['a folder with files that git tracks', 'data', 'suite.file: git tracks "data/kept.txt"'],
    ['named by `tests`', 'evals/a.txt', 'suite.file: "evals/a.txt" is named by `tests`'],
    ['a folder of tests', 'evals', 'suite.file: "evals" is named by `tests` ("evals/a.txt")'],
  ])('is refused if it is %s: nothing is deleted', async (_, file, why) => {
    const outside = newFolder('outside');
    await writeFile(join(outside, 'rows.jsonl'), 'a diary');
    await using folder = await folderWith({ ...suite(file), 'kept.jsonl': 'kept', 'data/kept.txt': 'kept' });
    await symlink(outside, join(folder.path, 'out'));
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path });
    git('init', '-q');
    git('add', '.');
    const run = await folder.cli(['run']);
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(run.stderr).toContain('name a file that only the runner writes');
    expect(await readFile(join(outside, 'rows.jsonl'), 'utf8')).toBe('a diary');
    expect(git('status', '--porcelain', '--untracked-files=no').toString()).not.toMatch(/^.D/m);
  });

  test.each([
    ['a file', 'rows.jsonl', 'rows.jsonl', 'rows.jsonl'],
    ['a folder', 'out', 'out/', 'out/diary.jsonl'],
  ])('as %s is put aside if it was there before, and back at the end', async (_, file, writes, before) => {
    await using folder = await folderWith({ ...suite(file, writes), [before]: 'a diary' });
    const run = await folder.cli(['run']);
    expect(await folder.outcomes(), run.stdout + run.stderr).toEqual({
      a: 'passed passed passed',
      b: 'passed passed passed',
    });
    expect(await folder.read(before)).toBe('a diary');
    expect(existsSync(join(folder.path, 'out/rows.jsonl'))).toBe(false);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.agent-eval'))).toEqual([]);
  });

  test('is not followed to where a round has led it by a link', async () => {
    const outside = newFolder('outside');
    await writeFile(join(outside, 'rows.jsonl'), 'a diary');
    const turns = `${RUNNER}\nimport { rmSync, symlinkSync } from 'node:fs';\nrmSync('out', { recursive: true });\nsymlinkSync(${JSON.stringify(outside)}, 'out');\n`;
    await using folder = await folderWith({ ...suite('out', 'out/'), 'runner.mjs': turns });
    await mkdir(join(folder.path, 'out'));
    const run = await folder.cli(['run']);
    expect(run).not.toExit(0);
    expect(await readFile(join(outside, 'rows.jsonl'), 'utf8')).toBe('a diary');
  });
});

test('a test whose name is very long is a case like others, and two such names stay two', async () => {
  const names = ['x', 'y'].map((end) => `${'long '.repeat(2_000)}${end}`);
  const rows = names.map((id) => `${JSON.stringify({ id, passed: true })}\n`).join('');
  await using folder = await folderWith({
    ...suite('rows.jsonl'),
    'runner.mjs': `import { writeFileSync } from 'node:fs';\nwriteFileSync('rows.jsonl', ${JSON.stringify(rows)});\n`,
  });
  for (const output of ['main', 'here']) expect((await folder.cli(['run', '--output', output])).exitCode).toBe(0);
  const [main, here] = [await folder.results('main'), await folder.results('here')];
  expect(here.cases.map(({ id, name }) => [id, name])).toEqual(main.cases.map(({ id, name }) => [id, name]));
  expect(new Set(here.cases.map(({ id }) => id)).size).toBe(2);
  const compared = await folder.cli(['compare', '--baseline', 'main/results.json', '--candidate', 'here/results.json']);
  expect(compared.stdout + compared.stderr).not.toContain("can't be used");
  expect(compared.exitCode).not.toBe(2);
});
