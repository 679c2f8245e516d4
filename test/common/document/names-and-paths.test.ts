import { describe, expect, test } from 'vitest';
import { nearestName } from '#common/document/nearest-name.ts';
import { pathText } from '#common/document/path-text.ts';
import { workspacePathProblem } from '#common/document/workspace-path.ts';
import { expectSaidByLine } from '#test/support/said.ts';

describe('the name that was probably meant', () => {
  const known = ['allow_extra', 'calls', 'order', 'max_calls', 'min_calls'];

  test('is what the golden file says', () =>
    expectSaidByLine(
      new URL('golden/nearest-names.txt', import.meta.url),
      (name) => nearestName(name, known) ?? 'none',
    ));
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

test('paths inside the workspace are fine, and others refused, as the golden file says', () =>
  expectSaidByLine(
    new URL('golden/workspace-paths.txt', import.meta.url),
    (path) => workspacePathProblem(path) ?? 'fine',
  ));
