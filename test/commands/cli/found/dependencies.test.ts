import { expect, test } from 'vitest';
import { packagesIn, providersIn, type StarterLanguage } from '#commands/cli/found/dependencies.ts';

test.each<[string, StarterLanguage, string, string[]]>([
  [
    'requirements with versions, extras and comments',
    'python',
    'openai==2.1.0\nlanggraph[all]>=0.2 # graph\n# anthropic\n',
    ['openai', 'langgraph'],
  ],
  [
    'the list of a pyproject',
    'python',
    '[project]\ndependencies = [\n  "pydantic_ai>=1",\n  \'crewai\',\n]\n',
    ['crewai', 'pydantic-ai'],
  ],
  ['the table of Poetry', 'python', '[tool.poetry.dependencies]\nanthropic = "^0.40"\n', ['anthropic']],
  ['names that only begin alike', 'python', 'openai-whisper\nmy-openai\nanthropic_helpers\n', []],
  [
    'all lists of a package.json',
    'node',
    '{"dependencies":{"ai":"5"},"devDependencies":{"openai":"7"}}',
    ['openai', 'ai'],
  ],
  ['a package.json that is broken', 'node', '{"dependencies":', []],
  ['words of a package.json that are no dependency', 'node', '{"description":"openai","scripts":{"openai":"x"}}', []],
  [
    'the modules of a go.mod',
    'go',
    'module x\nrequire (\n\tgithub.com/openai/openai-go/v3 v3.1.0\n)\n// github.com/ollama/ollama v1\n',
    ['github.com/openai/openai-go'],
  ],
])('packages that a dependency file names: %s', (_, language, text, names) => {
  expect(packagesIn(language, 'file', text).map(({ name }) => name)).toEqual(names);
});

test('a sample environment file names providers by its variables, set or commented out', () => {
  expect(providersIn('FOO=1\n# export ANTHROPIC_API_KEY=\nOPENAI_API_KEY=sk-x\nMY_OPENAI_API_KEY=y\n')).toEqual([
    'openai',
    'anthropic',
  ]);
  expect(providersIn('says OPENAI_API_KEY somewhere')).toEqual([]);
});
