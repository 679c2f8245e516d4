import { isDataFile } from '#cases/suite/graders/mentioned-files.ts';
import { folderOf } from '#cases/suite/graders/package-files.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import type { BasePolicy } from './base-policy.ts';
import { pathInCommit } from './commit-listing.ts';
import { isMarked } from './lost-marks.ts';
import type { PairWithMain } from './pair-with-main.ts';
import { note, open } from './reason.ts';

/** Cases with custom checks whose files are unknown, and what the change edits. */
export interface UnknownGraders {
  readonly pairs: readonly PairWithMain[];
  readonly suite: Pick<LoadedSuite, 'cases'> & Partial<Pick<LoadedSuite, 'graders'>>;
  readonly policy: Pick<BasePolicy, 'changed' | 'source' | 'config_path'>;
  /** `never_fail` of main. */
  readonly guards: readonly string[];
}

/**
 * If the command of a check names nothing that can be traced, every file that the change edits may be part of it. If its program
 * computes names, files of data near it may be, which is reported for a guarded case.
 */
export function unknownGraderReasons(graders: UnknownGraders): readonly Reason[] {
  const { pairs, suite, policy, guards } = graders;
  const isUnknown = (id: string) => (suite.graders?.get(id)?.unknown.length ?? 0) > 0;
  const judged = pairs.filter(({ candidate, here }) => candidate !== null && here !== null);
  const unknown = judged.filter(({ here }) => here !== null && isUnknown(here.id));
  const files = editedFiles(suite, policy);
  if (files?.length === 0) return [];
  const isGuarded = ({ baseline }: PairWithMain) => guards.includes('check:custom') || isMarked(baseline, guards);
  const idsOf = (some: readonly PairWithMain[]) => some.map(({ id }) => id);
  const guarded = idsOf(unknown.filter(isGuarded));
  const others = idsOf(unknown.filter((pair) => !isGuarded(pair)));
  const facts = { kind: 'checks', files } as const;
  const traced = judged.filter((pair) => isGuarded(pair) && !unknown.includes(pair));
  return [
    ...(guarded.length === 0 ? [] : [{ ...open('rules_unknown', facts, guarded), gate: 'never_fail' as const }]),
    ...(others.length === 0 ? [] : [note('rules_unknown', facts, others)]),
    ...nearReasons(traced, files ?? [], graders),
  ];
}

/** Edited files of data in or below the folder of a program that computes names, as far as they are not known to belong to it. */
function nearReasons(
  pairs: readonly PairWithMain[],
  edited: readonly string[],
  { suite, policy: { source, config_path: config } }: UnknownGraders,
): readonly Reason[] {
  const inConfig = (path: string) => pathInCommit(source, `${folderOf(config)}/${path}`);
  const cases = pairs.flatMap(({ id, here }) => {
    const graders = here === null ? undefined : suite.graders?.get(here.id);
    if (graders === undefined) return [];
    const known = new Set([...graders.files.keys()].map(inConfig));
    const folders = graders.computed.map((path) => folderOf(inConfig(path)));
    const isNear = (path: string) =>
      folders.some((folder) => folder === folderOf(path) || path.startsWith(`${folder}/`));
    const files = edited.filter((path) => isDataFile(path) && !known.has(path) && isNear(path));
    return files.length === 0 ? [] : [{ id, files }];
  });
  if (cases.length === 0) return [];
  const files = [...new Set(cases.flatMap((near) => near.files))];
  return [
    note(
      'rules_unknown',
      { kind: 'near', files },
      cases.map(({ id }) => id),
    ),
  ];
}

/** What the change edits apart from config and cases, which are compared separately; `null`: not known. */
function editedFiles(
  { cases }: Pick<LoadedSuite, 'cases'>,
  { changed, source, config_path: config }: UnknownGraders['policy'],
): readonly string[] | null {
  if (changed === null || 'problem' in changed) return null;
  const compared = new Set(
    [config, ...cases.map((evalCase) => evalCase.source.file)].map((path) => pathInCommit(source, path)),
  );
  return changed.files.filter((path) => !compared.has(path));
}
