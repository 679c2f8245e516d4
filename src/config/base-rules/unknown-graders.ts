import { matcherOf } from '#cases/suite/coverage/reach.ts';
import { folderOf, type GraderFiles } from '#cases/suite/graders/grader-files.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import type { BasePolicy } from './base-policy.ts';
import { pathInCommit } from './commit-listing.ts';
import { isMarked } from './lost-marks.ts';
import type { PairWithMain } from './pair-with-main.ts';
import { note, open as openReason } from './reason.ts';

/** Cases with custom checks whose files are unknown, and what the change edits. */
export interface UnknownGraders {
  readonly pairs: readonly PairWithMain[];
  readonly suite: Pick<LoadedSuite, 'cases'> & Partial<Pick<LoadedSuite, 'graders'>>;
  readonly policy: Pick<BasePolicy, 'changed' | 'source' | 'config_path' | 'origin'>;
  /** `never_fail` of main. */
  readonly guards: readonly string[];
}

/**
 * A check whose files can't be told from others: what the change edits where it may look belongs to it, unless it is known to be the
 * agent's, or main's `ignores` names it.
 */
export function unknownGraderReasons(graders: UnknownGraders): readonly Reason[] {
  const { pairs, suite, policy, guards } = graders;
  const files = editedFiles(suite, policy);
  if (files?.length === 0) return [];
  const open = pairs.flatMap((pair) => {
    const own = pair.candidate === null || pair.here === null ? undefined : suite.graders?.get(pair.here.id);
    if (own === undefined || own.open.length === 0) return [];
    const near = files?.filter((path) => mayBeOf(own, path, policy)) ?? null;
    const isGuarded = guards.includes('check:custom') || isMarked(pair.baseline, guards);
    return near?.length === 0 ? [] : [{ id: pair.id, near, isGuarded, isTold: isGuarded || own.open.includes(null) }];
  });
  return [true, false].flatMap((isGuarded) => {
    const some = open.filter((item) => item.isGuarded === isGuarded && item.isTold);
    if (some.length === 0) return [];
    const near = files === null ? null : [...new Set(some.flatMap((item) => item.near ?? []))];
    const [facts, ids] = [{ kind: 'checks', files: near } as const, some.map(({ id }) => id)];
    return isGuarded
      ? [{ ...openReason('rules_unknown', facts, ids), gate: 'never_fail' as const }]
      : [note('rules_unknown', facts, ids)];
  });
}

function mayBeOf(
  { open, others }: GraderFiles,
  path: string,
  { source, config_path: config }: UnknownGraders['policy'],
): boolean {
  const fromRoot = (own: string) => pathInCommit(source, `${folderOf(config)}/${own}`);
  if ([...others].some((own) => fromRoot(own) === path)) return false;
  return open.some((folder) => folder === null || fromRoot(folder) === '' || path.startsWith(`${fromRoot(folder)}/`));
}

/** What the change edits apart from config and cases, which are compared separately; `null`: not known. */
function editedFiles(
  { cases }: Pick<LoadedSuite, 'cases'>,
  { changed, source, config_path: config, origin }: UnknownGraders['policy'],
): readonly string[] | null {
  if (changed === null || 'problem' in changed) return null;
  const compared = new Set(
    [config, ...cases.map((evalCase) => evalCase.source.file)].map((path) => pathInCommit(source, path)),
  );
  const ignores = origin.kind === 'base' ? origin.base.coverage.ignores : [];
  const isIgnored = matcherOf(ignores, folderOf(pathInCommit(source, config)));
  return changed.files.filter((path) => !compared.has(path) && !isIgnored(path));
}
