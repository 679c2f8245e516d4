import { describe, expect, test } from 'vitest';
import { nearestName } from '#common/document/nearest-name.ts';
import { pathText } from '#common/document/path-text.ts';
import { workspacePathProblem } from '#common/document/workspace-path.ts';

describe('the name that was probably meant', () => {
  const known = ['allow_extra', 'calls', 'order', 'max_calls', 'min_calls'];

  test.each([
    ['allow_extras', 'allow_extra'],
    ['alow_extra', 'allow_extra'],
    ['call', 'calls'],
    ['oredr', 'order'],
    ['Order', 'order'],
    ['max_call', 'max_calls'],
    ['tools', null],
    ['x', null],
    ['', null],
  ])('%s → %s', (name, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });
});

describe('the text of a path', () => {
  test.each([
    [[], ''],
    [['cases', 2, 'expect', 'tools', 'order'], 'cases[2].expect.tools.order'],
    [[0, 'input'], '[0].input'],
    [['state', 'order.status'], 'state["order.status"]'],
    [['gate', 'tags', 'a b', 'min'], 'gate.tags["a b"].min'],
    [['args', '$approx'], 'args.$approx'],
    [['check:x'], '["check:x"]'],
  ])('%j → %s', (path, text) => {
    expect(pathText(path)).toBe(text);
  });
});

describe('paths inside the workspace', () => {
  test.each([
    'evals/*.yml',
    './check.js',
    'a/**/{b,c}.json',
    '..a/b..c',
    'a..b',
    'evals/refunds (1).jsonl',
    '.evals/x.yml',
  ])('%s is fine', (path) => {
    expect(workspacePathProblem(path)).toBeNull();
  });

  test.each([
    ['/etc/passwd', 'absolute paths are refused'],
    ['C:/evals/a.yml', 'absolute paths are refused'],
    ['~/evals/a.yml', 'absolute paths are refused'],
    ['file:///etc/passwd', 'absolute paths are refused'],
    ['{/etc/passwd,a.yml}', 'absolute paths are refused'],
    ['@(/etc|evals)/a.yml', 'absolute paths are refused'],
    ['../a.yml', 'may not leave the working directory'],
    ['evals/../../a.yml', 'may not leave the working directory'],
    ['evals/..', 'may not leave the working directory'],
    ['{a,..}/b.yml', 'may not leave the working directory'],
    ['evals\\a.yml', 'backslashes are refused'],
    ['!evals/a.yml', 'exclusions are not supported'],
    ['a\u0000b', 'control characters'],
    ['', 'empty'],
    [' ', 'empty'],
  ])('%j is refused', (path, reason) => {
    expect(workspacePathProblem(path)).toContain(reason);
  });
});
