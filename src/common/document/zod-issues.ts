import type * as z from 'zod';
import type { Issue } from './issue.ts';
import type { DocumentPath } from './located-document.ts';
import { misplacedKey, type Reading } from './misplaced-key.ts';
import type { Place, Position } from './parsed-document.ts';
import { pathText } from './path-text.ts';
import { readKeyProblems } from './strict-mapping.ts';

/**
 * What zod found wrong with the value at `place`, as one issue for each key or value, in the order of the file. Values that the
 * document does not have (missing keys, converted cases) get the position of their nearest existing ancestor.
 */
export function zodIssues(error: z.core.$ZodError, place: Place, reading: Reading): readonly Issue[] {
  const flat = error.issues.flatMap((issue) => flatten(issue, []));
  return withoutEchoes(withMisplacedKeys(flat, reading))
    .map((issue) => ({ ...issue, path: [...place.path, ...issue.path] }))
    .map(({ path, message, at }): Issue => {
      const position = at === 'key' ? keyPosition(place, path) : place.document.locate(path);
      return { severity: 'error', file: place.document.file, ...position, path: pathText(path), message };
    })
    .sort((left, right) => left.line - right.line || left.column - right.column);
}

interface FlatIssue {
  readonly path: DocumentPath;
  readonly message: string;
  readonly at: 'key' | 'value';
  /** `unknown`: a key that does not exist; `refused`: one with a message of its own; `rule`: a contradiction. */
  readonly about: 'unknown' | 'refused' | 'rule' | 'shape';
}

/** A key in the wrong column is reported once: not also as missing where it belongs. */
function withMisplacedKeys(issues: readonly FlatIssue[], reading: Reading): readonly FlatIssue[] {
  const missing = new Set<string>();
  const withHints = issues.map((issue) => {
    const misplaced = issue.about === 'unknown' ? misplacedKey(reading, issue.path) : null;
    if (misplaced === null) return issue;
    missing.add(pathText(misplaced.missing));
    return { ...issue, message: misplaced.message };
  });
  return withHints.filter(({ about, path }) => about === 'unknown' || !missing.has(pathText(path)));
}

/** Missing keys are not reported if the mapping has unknown keys: usually one of them is the missing one, misspelt. */
function withoutEchoes(issues: readonly FlatIssue[]): readonly FlatIssue[] {
  const misspelt = new Set(
    issues
      .filter(({ about }) => about === 'unknown' || about === 'refused')
      .map(({ path }) => pathText(path.slice(0, -1))),
  );
  return issues.filter(({ about, path }) => about !== 'rule' || !misspelt.has(pathText(path)));
}

function flatten(issue: z.core.$ZodIssue, prefix: DocumentPath): readonly FlatIssue[] {
  const path = [...prefix, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  if (issue.code === 'unrecognized_keys') {
    const problems = readKeyProblems(issue.message);
    return issue.keys.map((key, index) => ({
      path: [...path, key],
      message: problems[index]?.message ?? 'unknown key',
      at: 'key',
      about: problems[index]?.refused === true ? 'refused' : 'unknown',
    }));
  }
  if (issue.code === 'invalid_key')
    return [{ path, message: issue.issues[0]?.message ?? issue.message, at: 'key', about: 'shape' }];
  if (issue.code === 'invalid_union') {
    const alternative = meantAlternative(issue.errors);
    if (alternative !== null) return alternative.flatMap((inner) => flatten(inner, path));
  }
  return [{ path, message: issue.message, at: 'value', about: issue.code === 'custom' ? 'rule' : 'shape' }];
}

/** The alternative that has the type of the value, and of several the one with the fewest missing and unknown keys. */
function meantAlternative(alternatives: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | null {
  const fitting = alternatives.filter((issues) => !issues.some(isOfAnotherKind));
  return fitting.reduce<readonly z.core.$ZodIssue[] | null>(
    (best, issues) => (best === null || shapeProblems(issues) < shapeProblems(best) ? issues : best),
    null,
  );
}

function isOfAnotherKind(issue: z.core.$ZodIssue): boolean {
  return (
    issue.path.length === 0 &&
    (issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union')
  );
}

function shapeProblems(issues: readonly z.core.$ZodIssue[]): number {
  const unknown = issues.reduce(
    (count, issue) => count + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0),
    0,
  );
  const missing = issues.filter(
    (issue) => issue.path.length === 1 && issue.code !== 'custom' && issue.input === undefined,
  ).length;
  return unknown + missing;
}

function keyPosition({ document }: Place, path: DocumentPath): Position {
  return document.locateKey === undefined ? document.locate(path) : document.locateKey(path);
}
