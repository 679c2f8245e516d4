import { test } from 'vitest';
import { nearestName } from '#common/document/nearest-name.ts';
import { pathText } from '#common/document/path-text.ts';
import { workspacePathProblem } from '#common/document/workspace-path.ts';
import { expectSaidByLine } from '#test/support/said.ts';

test('the name that was probably meant is what the golden file says', () => {
  const known = ['allow_extra', 'calls', 'order', 'max_calls', 'min_calls'];
  expectSaidByLine(new URL('golden/nearest-names.txt', import.meta.url), (name) => nearestName(name, known) ?? 'none');
});

test('the text of a path is what the golden file says', () =>
  expectSaidByLine(new URL('golden/path-texts.txt', import.meta.url), (path) => pathText(JSON.parse(path)) || 'none'));

test('paths inside the workspace are fine, and others refused, as the golden file says', () =>
  expectSaidByLine(
    new URL('golden/workspace-paths.txt', import.meta.url),
    (path) => workspacePathProblem(path) ?? 'fine',
  ));
