import { compileGlob } from '#cases/matching/glob.ts';
import type { Expectations, FileExpectation } from '#cases/suite/expectation.ts';
import { isTextFact } from '#trials/facts/check-fact.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';
import { gradeText } from '../response/grade-text.ts';
import type { Check, CheckResult } from '../terms/check.ts';
import { fails, holds, type Judgement, unjudged } from '../terms/judgement.ts';
import { shownValue } from '../terms/shown.ts';
import { NO_WORKSPACE } from './no-workspace.ts';

type FilesExpectation = NonNullable<Expectations['files']>;

/**
 * `files`: the workspace when the agent has answered. Parts: `files.exists`, and `.contains`, `.not_contains`, `.matches`, `.equals`,
 * `.json_schema` for the text of each file that matches. Score: demands that hold / demands.
 */
export const filesCheck: Check<FilesExpectation> = {
  key: 'files',
  judge(expectation, { workspace = null }) {
    if (workspace === null) return [{ name: 'files', ...NO_WORKSPACE }];
    const parts = new Map<string, Judgement[]>();
    for (const [glob, demand] of Object.entries(expectation))
      for (const { name, ...judgement } of judgeFiles(glob, demand, workspace))
        parts.set(name, [...(parts.get(name) ?? []), judgement]);
    return [...parts].map(([name, judgements]) => ({ name: `files.${name}`, ...together(judgements) }));
  },
};

function judgeFiles(glob: string, demand: FileExpectation, facts: WorkspaceFacts): readonly CheckResult[] {
  const { exists, text } = demand;
  if (!facts.globs.includes(glob)) return [{ name: 'exists', ...notKept(glob) }];
  const fits = compileGlob(glob, 'path');
  const files = facts.files.filter(({ path }) => fits(path));
  const first = files[0];
  if (!exists)
    return [
      {
        name: 'exists',
        ...(first === undefined
          ? holds(1, { kind: 'no_file', glob: shownValue(glob) })
          : fails('unexpected_file', 0, { kind: 'file_exists', path: shownValue(first.path), glob: shownValue(glob) })),
      },
    ];
  if (first === undefined)
    return [{ name: 'exists', ...fails('missing_file', 0, { kind: 'no_file', glob: shownValue(glob) }) }];
  const there: CheckResult = {
    name: 'exists',
    ...holds(1, { kind: 'files_match', glob: shownValue(glob), files: files.length }),
  };
  if (text === null) return [there];
  if (facts.more_files)
    return [there, { name: 'text', ...fails('too_many_files', 0, { kind: 'too_many_files', glob: shownValue(glob) }) }];
  return [there, ...files.flatMap((file) => gradeText(text, file.text, { noun: 'file', where: file.path }))];
}

/** All hold, or the first that does not; the mean of the scores. */
function together(judgements: readonly Judgement[]): Judgement {
  const [first] = judgements;
  if (first !== undefined && judgements.length === 1) return first;
  const failed = judgements.filter(({ passed }) => passed === false);
  const worst = failed[0] ?? judgements.find(({ passed }) => passed === null);
  const among = { held: judgements.filter(({ passed }) => passed).length, of: judgements.length };
  if (worst === undefined) return holds(1, { kind: 'all_files', ...among });
  const score = judgements.reduce((sum, judgement) => sum + (judgement.score ?? 0), 0) / judgements.length;
  return {
    ...worst,
    score: worst.passed === null ? null : score,
    fact: isTextFact(worst.fact) ? { ...worst.fact, among } : worst.fact,
  };
}

function notKept(glob: string): Judgement {
  return unjudged('not_kept', { kind: 'not_kept', glob: shownValue(glob) });
}
