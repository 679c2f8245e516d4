import type { DocumentPath } from '#common/document/located-document.ts';
import type { DialectProblem } from './dialect.ts';
import { type Draft, type DraftObject, Placed } from './placed.ts';

/**
 * Joins separate demands of a foreign case into one: lists are appended, mappings joined key by key. Two values in one place are
 * a problem, because only one of them could hold.
 */
export function joinDemands(
  parts: readonly DraftObject[],
  origin: DocumentPath,
  problems: DialectProblem[],
): DraftObject {
  const clash = (key: string) =>
    problems.push({
      severity: 'error',
      path: origin,
      message: `two demands set \`${key}\` to different values; keep one of them`,
    });
  return parts.reduce<DraftObject>((joined, part) => joinTwo(joined, part, clash), {});
}

function joinTwo(left: DraftObject, right: DraftObject, clash: (key: string) => void): DraftObject {
  const joined: Record<string, Draft | undefined> = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const before = joined[key];
    if (value === undefined) continue;
    if (before === undefined) joined[key] = value;
    else if (isList(before) && isList(value)) joined[key] = [...before, ...value];
    else if (isMapping(before) && isMapping(value)) joined[key] = joinTwo(before, value, clash);
    else if (plain(before) !== plain(value)) clash(key);
  }
  return joined;
}

function plain(draft: Draft): string {
  return JSON.stringify(draft instanceof Placed ? draft.value : draft);
}

function isList(draft: Draft): draft is readonly Draft[] {
  return Array.isArray(draft);
}

function isMapping(draft: Draft): draft is DraftObject {
  return typeof draft === 'object' && draft !== null && !Array.isArray(draft) && !(draft instanceof Placed);
}
