import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packagesIn, providersIn } from '#commands/cli/found/dependencies.ts';
import { expectSaid } from '#test/support/said.ts';

test('packages are found that a dependency file names', () =>
  expectSaid(new URL('golden/dependencies.txt', import.meta.url), (source) => {
    const { language, text } = parse(source);
    return packagesIn(language, 'file', text).map(({ name }) => name);
  }));

test('a sample environment file names providers by its variables, set or commented out', () => {
  expect(providersIn('FOO=1\n# export ANTHROPIC_API_KEY=\nOPENAI_API_KEY=sk-x\nMY_OPENAI_API_KEY=y\n')).toEqual([
    'openai',
    'anthropic',
  ]);
  expect(providersIn('says OPENAI_API_KEY somewhere')).toEqual([]);
});
