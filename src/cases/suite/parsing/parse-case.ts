import { compileGlob } from '#cases/matching/glob.ts';
import { caseSchema } from '#cases/suite/schemas/case-schema.ts';
import type { Issue } from '#common/document/issue.ts';
import type { Place } from '#common/document/parsed-document.ts';
import { pathText } from '#common/document/path-text.ts';
import { readValue } from '#common/document/read-value.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { Case } from '../case.ts';
import { type CaseDefaults, mergeDefaults } from './merge-defaults.ts';

/** A case, or everything that is wrong with it. */
export type ParsedCase = { readonly case: Case } | { readonly issues: readonly Issue[] };

/**
 * Reads one case in our own format, fills in the defaults of its suite, and refuses it if it then expects nothing.
 *
 * @param place where the case, or its foreign original, is written
 * @param inputSuffices a case that expects nothing only has to answer: what it calls is compared with main, so it need not bite
 */
export function parseCase(
  raw: Json,
  place: Place,
  defaults: CaseDefaults = {},
  inputSuffices: boolean = false,
): ParsedCase {
  const read = readValue(caseSchema, mergeDefaults(raw, defaults), place);
  if ('issues' in read) return { issues: ownIssues(raw, place, read.issues) };
  const { line, column } = place.document.locate(place.path);
  const source = { file: place.document.file, line };
  const evalCase = { ...read.value, source };
  const merged =
    inputSuffices && demandsNothing(evalCase)
      ? ({ ...evalCase, expect: { completes: true }, bites: false } as const)
      : evalCase;
  const message = demandsNothing(merged) ? NOTHING_DEMANDED : forbiddenByDefaults(merged, defaults);
  if (message === null) return { case: merged };
  return { issues: [{ severity: 'error', ...source, column, path: pathText(place.path), message }] };
}

const NOTHING_DEMANDED =
  'a case without any expectation would always pass; write your demands under `expect`, at least `completes: true` (it answers) or `no_tools: true`; or compare what the agent calls with main: `behaviour: report` in the config';

/**
 * Problems of the case itself are reported at its place, except those that its defaults repair; problems of its defaults are
 * reported as such.
 */
function ownIssues(raw: Json, place: Place, merged: readonly Issue[]): readonly Issue[] {
  const own = readValue(caseSchema, raw, place);
  const left = new Set(merged.map(({ message }) => message));
  const issues = 'issues' in own ? own.issues.filter(({ message }) => left.has(message)) : [];
  if (issues.length > 0) return issues;
  return merged.map((issue) => ({ ...issue, message: `with what \`defaults\` of the config adds: ${issue.message}` }));
}

function demandsNothing({ expect, turns }: Case): boolean {
  return Object.keys(expect).length === 0 && turns.every((turn) => turn.expect === null);
}

/** Why no trial of a case could pass: the defaults forbid a call that it expects. `null` if they do not. */
function forbiddenByDefaults({ expect: { tools } }: Case, defaults: JsonObject): string | null {
  const { expect } = defaults;
  const globs = isJsonObject(expect) && isJsonObject(expect['tools']) ? expect['tools']['forbidden'] : [];
  if (tools === undefined || tools.min_matched < 1 || !Array.isArray(globs)) return null;
  const names = tools.calls.flatMap((step) =>
    step.kind === 'call' ? [step.call.name] : step.calls.map(({ name }) => name),
  );
  for (const glob of globs.filter((item) => typeof item === 'string')) {
    const tool = names.find(compileGlob(glob, 'name'));
    if (tool !== undefined)
      return `expects ${JSON.stringify(tool)}, which ${JSON.stringify(glob)} under \`defaults\` of the config forbids, so no trial could pass; remove one of them`;
  }
  return null;
}
