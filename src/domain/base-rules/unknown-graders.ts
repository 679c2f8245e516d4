import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { Reason } from '#domain/gate/decision.ts';
import { isMarked } from '#domain/gate/rules/lost-marks.ts';
import type { BasePolicy } from './base-policy.ts';
import { pathInCommit } from './commit-listing.ts';
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

/** If the command of a check names nothing that can be traced, every file that the change edits may be part of it. */
export function unknownGraderReasons({ pairs, suite, policy, guards }: UnknownGraders): readonly Reason[] {
  const isUnknown = (id: string) => (suite.graders?.get(id)?.unknown.length ?? 0) > 0;
  const unknown = pairs.filter(({ candidate, here }) => candidate !== null && here !== null && isUnknown(here.id));
  const files = editedFiles(suite, policy);
  if (unknown.length === 0 || files?.length === 0) return [];
  const isGuarded = ({ baseline }: PairWithMain) => guards.includes('check:custom') || isMarked(baseline, guards);
  const idsOf = (some: readonly PairWithMain[]) => some.map(({ id }) => id);
  const guarded = idsOf(unknown.filter(isGuarded));
  const others = idsOf(unknown.filter((pair) => !isGuarded(pair)));
  const facts = { kind: 'checks', files } as const;
  return [
    ...(guarded.length === 0 ? [] : [{ ...open('rules_unknown', facts, guarded), gate: 'never_fail' as const }]),
    ...(others.length === 0 ? [] : [note('rules_unknown', facts, others)]),
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
