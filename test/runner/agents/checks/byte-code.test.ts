import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CustomExpectation } from '#cases/suite/expectation.ts';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { worded } from '#test/support/worded.ts';
import { NEVER, planOf, viewOf } from '../support.ts';

/** A check in a folder of its own; judges as often as it is asked. */
function checkOf(files: Readonly<Record<string, string>>, expectation: CustomExpectation) {
  const cwd = newFolder('byte-code');
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
  const checks = programChecks({ cwd, environment: { PATH: process.env['PATH'] ?? '' } });
  const judge = async () =>
    worded(await checks.judge(expectation, { case: planOf('x').case, view: viewOf('') }, NEVER));
  return { cwd, judge, [Symbol.asyncDispose]: () => checks.close() };
}

/** Compiles a helper that lets everything pass to where Python looks for that of a folder, with or without a prefix. */
const PLANT = `import importlib.util, os, py_compile, sys
folder, prefix = sys.argv[1:]
sys.pycache_prefix = prefix or None
source = os.path.join(folder, 'helper.py')
with open(os.path.join(folder, 'evil.py'), 'w') as file: file.write('PASSED = True')
target = importlib.util.cache_from_source(source)
py_compile.compile(os.path.join(folder, 'evil.py'), target, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`;

test('a check reads no byte code next to it, or where an earlier check looked for some', async () => {
  const files = {
    'helper.py': 'PASSED = False\n',
    'judge.py':
      'import helper, json, sys\nprint(json.dumps({"passed": helper.PASSED, "reason": str(sys.pycache_prefix)}))\n',
  };
  await using check = checkOf(files, { kind: 'command', command: ['python3', 'judge.py'] });
  const plant = (prefix: string) => execFileSync('python3', ['-c', PLANT, check.cwd, prefix]);
  plant('');
  // Without us it would be read.
  const alone = execFileSync('python3', ['judge.py'], { cwd: check.cwd, env: { PATH: process.env['PATH'] } });
  expect(JSON.parse(alone.toString())).toMatchObject({ passed: true });
  const first = await check.judge();
  expect(first.passed).toBe(false);
  expect(existsSync(first.reason), 'nothing is kept').toBe(false);
  plant(first.reason);
  const second = await check.judge();
  expect(second.passed).toBe(false);
  expect(second.reason).not.toBe(first.reason);
});

test('a module gets a new place for byte code with every trial', async () => {
  const module = 'export default () => ({ passed: true, reason: process.env.PYTHONPYCACHEPREFIX });\n';
  await using check = checkOf({ 'judge.mjs': module }, { kind: 'module', module: 'judge.mjs' });
  const places = [await check.judge(), await check.judge()].map(({ reason }) => reason);
  expect(new Set(places).size).toBe(2);
  expect(places.filter((place) => existsSync(place))).toEqual([]);
});
