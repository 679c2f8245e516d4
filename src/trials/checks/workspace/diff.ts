import { compileGlob } from '#cases/matching/glob.ts';
import type { DiffExpectation } from '#cases/suite/expectation.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';
import type { Check } from '../terms/check.ts';
import { fails, holds, type Judgement } from '../terms/judgement.ts';
import { shownTexts, shownValue } from '../terms/shown.ts';
import { NO_WORKSPACE } from './no-workspace.ts';

/** `diff`: what the agent changed in the workspace. Parts: `diff.files`, `diff.lines`, `diff.only`. */
export const diffCheck: Check<DiffExpectation> = {
  key: 'diff',
  judge({ max_files: files, max_lines: lines, only }, { workspace = null }) {
    if (workspace === null) return [{ name: 'diff', ...NO_WORKSPACE }];
    return [
      ...(files === null ? [] : [{ name: 'diff.files', ...atMost(workspace.changed, files, 'file') }]),
      ...(lines === null ? [] : [{ name: 'diff.lines', ...judgeLines(workspace, lines) }]),
      ...(only === null ? [] : [{ name: 'diff.only', ...judgePaths(workspace, only) }]),
    ];
  },
};

function atMost(changed: number, most: number, unit: 'file' | 'line'): Judgement {
  const fact = { kind: 'changes', changed, most, unit } as const;
  return changed <= most ? holds(1, fact) : fails('too_many_changes', 0, fact);
}

/** Lines of files that could be compared; too many of those already is too many. */
function judgeLines({ changes, changed }: WorkspaceFacts, most: number): Judgement {
  const lines = changes.reduce((sum, { added, removed }) => sum + (added ?? 0) + (removed ?? 0), 0);
  const judged = atMost(lines, most, 'line');
  return judged.passed === true && changed > changes.length ? TOO_MANY : judged;
}

function judgePaths({ changes, changed }: WorkspaceFacts, only: readonly string[]): Judgement {
  const fits = only.map((glob) => compileGlob(glob, 'path'));
  const others = changes.filter(({ path }) => !fits.some((matches) => matches(path)));
  const [first] = others;
  const fact = { kind: 'changed_paths', only: shownTexts(only), other: null } as const;
  if (first === undefined) return changed > changes.length ? TOO_MANY : holds(1, fact);
  const other = { path: shownValue(first.path), change: first.change, more: others.length - 1 };
  return fails('unexpected_change', (changes.length - others.length) / changes.length, { ...fact, other });
}

const TOO_MANY = fails('too_many_changes', 0, { kind: 'too_many_changes' });
