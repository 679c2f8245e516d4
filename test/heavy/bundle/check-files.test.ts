import { describe, expect } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { it, judgedAlone } from '#test/support/scene.ts';
import { agent, scriptedSuite } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/** A suite of two cases, one of which has this check. */
const suiteOf = (custom: object, files: WorkspaceFiles, config: object = {}): WorkspaceFiles => ({
  ...scriptedSuite(
    { plain: {}, judged: { expect: { custom: [custom] } } },
    {
      gate: { method: 'threshold', pass_rate: { max_drop: 0.02 }, on_inconclusive: 'fail', never_fail: ['judged'] },
      ...config,
    },
  ),
  ...files,
});

/** What a broken agent leaves in its user's home, by path, and the check that would load it. */
const LEFT_BEHIND: readonly (readonly [
  what: string,
  custom: object,
  files: WorkspaceFiles,
  left: Readonly<Record<string, string>>,
])[] = [
  [
    'a usercustomize.py for a check in Python',
    { command: ['python3', 'checks/judge.py'] },
    {
      'checks/judge.py':
        'import json, sys\nprint(json.dumps({"passed": "well" in (json.load(sys.stdin).get("output") or "")}))\n',
    },
    { 'SITE/usercustomize.py': 'import json\njson.dumps = lambda *_, **__: \'{"passed": true}\'\n' },
  ],
  [
    'options of Node in an .npmrc for a script of npm',
    { command: ['npm', 'run', '--silent', 'judge'], files: ['checks/**'] },
    {
      'package.json': '{"scripts": {"judge": "node checks/judge.mjs"}}',
      'checks/judge.mjs': `import { text } from 'node:stream/consumers';
const { output } = JSON.parse(await text(process.stdin));
console.log(JSON.stringify({ passed: String(output).includes('well') }));
`,
    },
    {
      'HOME/hook.mjs': 'console.log = () => process.stdout.write(\'{"passed": true}\');',
      'HOME/.npmrc': 'node-options=--import HOME/hook.mjs',
    },
  ],
  [
    'a package in ~/.node_modules for a module',
    { module: './checks/judge.cjs' },
    {
      'checks/judge.cjs': `let isLax = () => false;
try { isLax = require('lax'); } catch {}
module.exports = ({ output }) => ({ passed: isLax() || String(output).includes('well') });
`,
    },
    { 'HOME/.node_modules/lax.js': 'module.exports = () => true;' },
  ],
];

it.for(LEFT_BEHIND)('what an agent leaves in its home decides no check: %s', async (row, { openScene }) => {
  const [, custom, files, left] = row;
  const home = newFolder('home');
  const judged = { judged: { expect: { custom: [custom] } } };
  const suite = { ...scriptedSuite(judged, { gate: { never_fail: ['check:custom'] } }), ...files };
  const scene = await openScene(suite);
  await scene.storeMain();
  const agent = `import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
const site = spawnSync('python3', ['-m', 'site', '--user-site'], { encoding: 'utf8' }).stdout.trim();
const placed = (text) => text.replaceAll('HOME', process.env.HOME).replaceAll('SITE', site);
for (const [path, text] of Object.entries(${JSON.stringify(left)})) {
  mkdirSync(dirname(placed(path)), { recursive: true });
  writeFileSync(placed(path), placed(text));
}
const usage = { input_tokens: 10, output_tokens: 5 };
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify({ id: JSON.parse(line).id, output: 'all is lost', tool_calls: [], usage }));
`;
  const result = await scene.runPull({ 'agent.mjs': agent }, { env: { HOME: home }, inputs: { confirm: 'never' } });
  expect([result.exitCode, result.outputs['verdict']], result.stdout).toEqual([1, 'fail']);
});

describe('a guarded case whose check is more than a program', () => {
  const judge = `import { readFileSync } from 'node:fs';
const [name] = ['limits'];
const { most } = JSON.parse(readFileSync(new URL(\`./\${name}.json\`, import.meta.url), 'utf8'));
export default ({ output }) => ({ passed: output.length <= most });
`;
  const files = { 'checks/judge.mjs': judge, 'checks/limits.json': '{"most": 20}' };

  it('does not let a pull request pass that edits data in the check’s folder', async (openScene) => {
    const scene = await openScene(suiteOf({ module: './checks/judge.mjs' }, files));
    await scene.storeMain();
    expect(await judgedAlone(scene, { 'checks/limits.json': '{"most": 99}' })).toEqual([
      3,
      'inconclusive',
      expect.stringContaining('the files that its checks use changed'),
    ]);
  });
});

it('what a pull request writes into agent.env decides on no program and no module that a check loads', async (openScene) => {
  const module = `const { PYTHONPATH = 'none', NODE_PATH = 'none', LD_PRELOAD = 'none', OTHER, PYTHONPYCACHEPREFIX, PATH } = process.env;
const found = [PYTHONPATH, NODE_PATH, LD_PRELOAD, PATH.includes('evil'), OTHER, PYTHONPYCACHEPREFIX !== undefined].join(' ');
export default () => ({ passed: found === 'lib none none false seen true', reason: found });
`;
  const withEnv = (env: object) =>
    suiteOf({ module: './checks/env.mjs' }, { 'checks/env.mjs': module }, { agent: agent({ env }) });
  const scene = await openScene(withEnv({ PYTHONPATH: 'lib', OTHER: 'seen' }));
  await scene.storeMain();
  const evil = { PYTHONPATH: 'evil', NODE_PATH: 'evil', LD_PRELOAD: '/evil.so', PATH: `${process.env['PATH']}:/evil` };
  const [exitCode, verdict] = await judgedAlone(scene, withEnv({ ...evil, OTHER: 'seen' }));
  expect([exitCode, verdict]).toEqual([0, 'pass']);
});

describe('a check whose command names nothing that could be followed', () => {
  const run = { command: ['npm', 'run', '--silent', 'judge'] };
  const files = { 'package.json': '{"scripts": {"judge": "echo $(cat answer)"}}', answer: '{"passed": true}' };
  const edited = 'a custom check of judged has no folder of its own, and answer may be part of it';

  it('leaves the verdict open where its case is guarded, and names what the pull request edits', async (openScene) => {
    const scene = await openScene(suiteOf(run, files));
    await scene.storeMain();
    const found = await judgedAlone(scene, { answer: '{"passed": true} ' });
    expect(found).toEqual([3, 'inconclusive', expect.stringContaining(edited)]);
  });
});

/** What a change adds that starts its unchanged check otherwise, so that all passes. */
const LAUNCHERS: readonly (readonly [file: string, custom: object, files: WorkspaceFiles, added: WorkspaceFiles])[] = [
  [
    'conftest.py',
    { command: ['python3', '-m', 'pytest', '-q', '-s', '-p', 'no:cacheprovider', 'checks/test_c.py'] },
    {
      'checks/test_c.py': `import json, os, sys
def test_judge():
    passed = "well" in (json.load(sys.stdin).get("output") or "")
    os.write(1, json.dumps({"passed": passed}).encode())
    os._exit(0)
`,
    },
    {
      'conftest.py': `import json
real = json.dumps
json.dumps = lambda value, *a, **k: real({"passed": True})
`,
    },
  ],
  [
    '.npmrc',
    { command: ['npm', 'exec', '--no', '--', 'node', 'checks/c.mjs'] },
    {
      'package.json': '{"name": "own", "bin": {"node": "./node.mjs"}}',
      'checks/c.mjs': `import { text } from 'node:stream/consumers';
const { output } = JSON.parse(await text(process.stdin));
console.log(JSON.stringify({ passed: String(output).includes('well') }));
`,
    },
    {
      '.npmrc': 'node-options=--import ./hook.mjs\n',
      'hook.mjs': `if (process.argv[1]?.endsWith('c.mjs')) console.log = () => process.stdout.write('{"passed": true}');\n`,
    },
  ],
  [
    'Makefile',
    { command: ['make', '-s', '-f', 'Makefile', 'judge'], files: [] },
    {
      Makefile: 'judge:\n\tpython3 checks/c.py\n',
      'checks/c.py':
        'import json, sys\nprint(json.dumps({"passed": "well" in (json.load(sys.stdin).get("output") or "")}))\n',
    },
    { Makefile: `judge:\n\techo '{"passed": true}'\n` },
  ],
];

it.for(LAUNCHERS)('what launches a check is the check’s: %s', async ([file, custom, files, added], { openScene }) => {
  const lost = { answer: { output: 'all is lost', tool_calls: [], usage: { input_tokens: 10, output_tokens: 5 } } };
  const gate = { gate: { never_fail: ['check:custom'] } };
  const suite = (step: object) => ({
    ...scriptedSuite({ judged: { expect: { custom: [custom] }, ...step } }, gate),
    ...files,
  });
  const scene = await openScene(suite({}));
  await scene.storeMain();
  const { 'script.json': script = '' } = suite({ step: lost });
  const [, verdict, said] = await judgedAlone(scene, { 'script.json': script, ...added });
  expect(verdict).toBe('inconclusive');
  expect(said).toContain(`this change drops or rewrites it in judged (${file}`);
  expect(said).not.toContain('never-fail rule held');
});

describe('a check with a folder of its own', () => {
  const check = (open: string) =>
    `import { readFileSync } from 'node:fs';\nimport { join } from 'node:path';\nconst here = import.meta.dirname;\n${open}\nconsole.log('{"passed": true}');\n`;
  const run = { command: ['node', 'checks/check.mjs'], files: ['checks/check.mjs'] };

  it('has all of that folder: a guarded case whose rules change is open', async (openScene) => {
    const joined = "const rules = join(here, 'rules');\nreadFileSync(join(rules, 'strict.txt'));";
    const files = { 'checks/check.mjs': check(joined), 'checks/rules/strict.txt': 'no refunds' };
    const scene = await openScene(suiteOf(run, files));
    await scene.storeMain();
    const found = await judgedAlone(scene, { 'checks/rules/strict.txt': 'anything goes' });
    expect(found).toEqual([3, 'inconclusive', expect.stringContaining('the files that its checks use changed')]);
  });
});
