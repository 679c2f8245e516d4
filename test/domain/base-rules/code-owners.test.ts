import { expect, test } from 'vitest';
import { codeOwners } from '#domain/base-rules/code-owners.ts';

const owners = (line: string, path = 'evals/agent-eval-accepts.yml') => codeOwners(`${line} @one`, path);

test.each([
  '*',
  '*.yml',
  'agent-eval-accepts.yml',
  'evals/',
  '/evals/',
  'evals/*',
  '/evals/agent-eval-accepts.yml',
  '**/agent-eval-accepts.yml',
  'evals/**',
])('%s fits the file', (pattern) => {
  expect(owners(pattern)).toEqual(['@one']);
});

test.each(['*.yaml', '/agent-eval-accepts.yml', 'docs/', '/eval', 'eval?/x', 'evals/*/', '.yml'])(
  '%s does not',
  (pattern) => {
    expect(owners(pattern)).toEqual([]);
  },
);

test('the last line that fits counts, also if it names nobody; comments and blanks are none', () => {
  const text = '# who\n\n* @all\nevals/ @acme/agents jo@example.com # both\n';
  expect(codeOwners(text, 'evals/agent-eval-accepts.yml')).toEqual(['@acme/agents', 'jo@example.com']);
  expect(codeOwners(`${text}agent-eval-accepts.yml\n`, 'evals/agent-eval-accepts.yml')).toEqual([]);
  expect(codeOwners(text, 'src/a.ts')).toEqual(['@all']);
});
