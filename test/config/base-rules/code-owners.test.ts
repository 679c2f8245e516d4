import { expect, test } from 'vitest';
import { codeOwners } from '#config/base-rules/code-owners.ts';

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
  '**/evals/*',
  'e*s/agent-?val-*.yml',
])('%s fits the file', (pattern) => {
  expect(owners(pattern)).toEqual(['@one']);
});

test.each([
  '*.yaml',
  '/agent-eval-accepts.yml',
  'docs/',
  '/eval',
  'eval?/x',
  'evals/*/',
  '.yml',
  '[a-z]*.yml',
  '/evals/agent-eval-accepts.yml/',
  '{evals,docs}/',
])('%s does not', (pattern) => {
  expect(owners(pattern)).toEqual([]);
});

test.each([
  [`${'*a'.repeat(30)}b`, 'a'.repeat(200)],
  [`${'**/a/'.repeat(30)}b`, 'a/'.repeat(200)],
])('no pattern holds a run up: %s', (pattern, path) => {
  const started = process.cpuUsage();
  expect(owners(pattern, path)).toEqual([]);
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
});

test('the last line that fits counts, also if it names nobody; comments and blanks are none', () => {
  const text = '# who\n\n* @all\nevals/ @acme/agents jo@example.com # both\n';
  expect(codeOwners(text, 'evals/agent-eval-accepts.yml')).toEqual(['@acme/agents', 'jo@example.com']);
  expect(codeOwners(`${text}agent-eval-accepts.yml\n`, 'evals/agent-eval-accepts.yml')).toEqual([]);
  expect(codeOwners(text, 'src/a.ts')).toEqual(['@all']);
});
