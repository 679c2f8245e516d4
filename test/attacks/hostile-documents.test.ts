import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { json, scriptedSuite } from '#test/support/scripted-suite.ts';
import { evaluateFolder } from './evaluate-folder.ts';

/** Nine levels of nine aliases: a billion texts, were they written out. */
const BOMB = Array.from({ length: 10 }, (_, level) =>
  level === 0
    ? 'a0: &a0 [lol]'
    : `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
).join('\n');

test.each([
  ['aliases that multiply to a billion texts', BOMB, /aliases repeat too much/],
  ['brackets without end', '['.repeat(20_000), /nested/],
  ['a tag that makes a function', 'cases: !!js/function "function () { throw 1 }"\n', /tags are not supported/],
  ['a tag that reads the environment', 'cases: !env HOME\n', /tags are not supported/],
  ['a file that is too large', ' '.repeat(5 * 1024 * 1024), /read up to 4 MB/],
])('%s in a config or in cases end in a problem, soon', async (_, text, problem) => {
  for (const path of ['agent-eval.yml', 'evals/cases.yml']) {
    await using folder = await folderWith({ ...scriptedSuite({ one: {} }), [path]: text });
    const run = await evaluateFolder(folder.path);
    expect(run.kind, path).toBe('invalid');
    expect(run.text, path).toMatch(problem);
  }
});

test('keys that are names of what every object has change no object', async () => {
  const suite = scriptedSuite({ one: {} });
  const config = suite['agent-eval.yml']?.replace('"version"', '"__proto__": {"polluted": true}, "version"') ?? '';
  const cases = json({ cases: [{ id: 'one', input: 'x', expect: { completes: true } }] }).replace(
    '"id"',
    '"metadata": {"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}, "id"',
  );
  for (const files of [{ 'agent-eval.yml': config }, { 'evals/cases.yml': cases }]) {
    await using folder = await folderWith({ ...suite, ...files });
    await evaluateFolder(folder.path);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect('polluted' in {}).toBe(false);
  }
});

test('a pattern that takes for ever on the answer of an agent elsewhere ends at once', async () => {
  const output = `${'a'.repeat(30_000)}!`;
  const expectations = { response: { matches: ['^(a+)+$'] } };
  await using folder = await folderWith(
    scriptedSuite({ one: { step: { answer: { output } }, expect: expectations } }, { trials: 1 }),
  );
  const run = await evaluateFolder(folder.path);
  expect(run.trials, run.text).toBe(1);
  expect(run.text).toContain('"outcome":"failed"');
});
