import type { Case } from '#cases/suite/case.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';

/** A rule without effect: its place in the config, and why. */
interface DanglingRule {
  readonly path: DocumentPath;
  readonly message: string;
}

/** Rules that name no case of the suite and therefore have no effect: tags nobody has, ids that do not exist. */
export function danglingRules(policy: Policy, cases: readonly Case[]): readonly DanglingRule[] {
  const tags = [...new Set(cases.flatMap((evalCase) => evalCase.tags))];
  const ids = cases.map((evalCase) => evalCase.id);
  const ofTags = Object.keys(policy.tags)
    .filter((tag) => !tags.includes(tag))
    .map((tag) => ({
      path: ['gate', 'tags', tag],
      message: `no case has this tag, so the rule gates nothing; ${mend(tag, tags)}`,
    }));
  const ofEntries = policy.never_fail.flatMap((entry, index) =>
    entry.startsWith('check:') || tags.includes(entry) || ids.includes(entry)
      ? []
      : [
          {
            path: ['gate', 'never_fail', index],
            message: `no case has ${JSON.stringify(entry)} as id or tag, so the rule guards nothing; ${mend(entry, [...ids, ...tags])}`,
          },
        ],
  );
  const inQuarantine = (policy.quarantine ?? []).flatMap(({ case: id }, index) =>
    ids.includes(id)
      ? []
      : [
          {
            path: ['quarantine', index, 'case'],
            message: `no case has the id ${JSON.stringify(id)}, so the entry has no effect; ${mend(id, ids)}`,
          },
        ],
  );
  return [...ofTags, ...ofEntries, ...inQuarantine];
}

function mend(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === null ? 'correct it or remove it' : `did you mean ${near}?`;
}
