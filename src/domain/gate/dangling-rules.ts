import { pathText } from '#domain/document/path-text.ts';
import type { Case } from '#domain/suite/case.ts';
import type { Policy } from './policy.ts';

/** Sentences about rules that name no case of the suite and therefore have no effect: tags nobody has, ids that do not exist. */
export function danglingRules(policy: Policy, cases: readonly Case[]): readonly string[] {
  const tags = new Set(cases.flatMap((evalCase) => evalCase.tags));
  const ids = new Set(cases.map((evalCase) => evalCase.id));
  const ofTags = Object.keys(policy.tags)
    .filter((tag) => !tags.has(tag))
    .map(
      (tag) =>
        `${pathText(['gate', 'tags', tag])}: no case has this tag, so the rule gates nothing; correct it or remove it`,
    );
  const ofEntries = policy.never_fail.flatMap((entry, index) =>
    entry.startsWith('check:') || tags.has(entry) || ids.has(entry)
      ? []
      : [
          `${pathText(['gate', 'never_fail', index])}: no case has ${JSON.stringify(entry)} as id or tag, so the rule guards nothing; correct it or remove it`,
        ],
  );
  return [...ofTags, ...ofEntries];
}
