import type { Case } from '#cases/suite/case.ts';
import { criteriaOf, isJudgedByModel } from '#cases/suite/criteria-of.ts';
import { measuresEmbeddings } from '#cases/suite/measures-embeddings.ts';
import type { Issue } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import type { Config } from '#config/config.ts';
import { asksTheSame, type JudgeCriterion } from '#judge/criterion.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';
import { configIssue } from './config-issue.ts';
import { danglingRules } from './dangling-rules.ts';
import { idleTagRules } from './idle-tag-rules.ts';
import { unprovableFloors } from './unprovable-floors.ts';

/** Parts of a config that apply to no case; only for whole suites, because a selection leaves cases out on purpose. */
export function warningsOfWholeSuites(
  config: Config,
  selected: readonly Case[],
  all: readonly Case[],
  document: ParsedDocument,
): readonly Issue[] {
  if (selected.length < all.length) return [];
  const numbers = trialNumbers(config.trials, all.length);
  const rules = [...danglingRules(config.gate, all), ...idleTagRules(config.gate, all, numbers)].map(
    ({ path, message }) => configIssue(document, path, message),
  );
  const isUserless = config.simulated_user !== null && all.every((evalCase) => evalCase.simulated_user === null);
  const user = 'has no effect: no case has a `simulated_user`; remove the key, or write one';
  const isUnmeasured = config.embedding !== null && all.every((evalCase) => !measuresEmbeddings(evalCase));
  const embedding = 'has no effect: no case demands `similar: {embedding: …}`; remove the key, or demand it';
  const isUnjudged = config.judge !== null && !all.some(isJudgedByModel);
  const judge = 'has no effect: no case has a criterion; remove the key, or write `expect: {judge: […]}` into a case';
  return [
    ...rules,
    ...(isUserless ? [configIssue(document, ['simulated_user'], user)] : []),
    ...(isUnmeasured ? [configIssue(document, ['embedding'], embedding)] : []),
    ...(isUnjudged ? [configIssue(document, ['judge'], judge)] : []),
  ].map((issue) => ({
    ...issue,
    severity: 'warning',
  }));
}

/** Criteria of one id that ask different things: what is known of the judge's error is known by the id. */
export function twofoldCriteria(cases: readonly Case[]): readonly Issue[] {
  const first = new Map<string, { readonly criterion: JudgeCriterion; readonly source: Case['source'] }>();
  return cases.flatMap((evalCase) =>
    criteriaOf(evalCase).flatMap((criterion): readonly Issue[] => {
      const known = first.get(criterion.id);
      if (known === undefined) first.set(criterion.id, { criterion, source: evalCase.source });
      if (known === undefined || asksTheSame(known.criterion, criterion)) return [];
      const { file, line } = known.source;
      const message = `case ${evalCase.id}: criterion ${criterion.id} asks something else at ${file}:${line}; give one of them another id`;
      return [{ severity: 'error', ...evalCase.source, column: 1, path: 'expect.judge', message }];
    }),
  );
}

/** A floor that must be proven and can't be is an error; unless cases could not be read, because then their number is unknown. */
export function floorIssues(
  { gate, trials }: Config,
  { cases, issues }: { readonly cases: readonly Case[]; readonly issues: readonly Issue[] },
  document: ParsedDocument,
): readonly Issue[] {
  if (issues.some(({ severity }) => severity === 'error')) return [];
  return unprovableFloors(gate, cases, trialNumbers(trials, cases.length).max).map(
    ({ path, message, min_mode: mode }) =>
      mode === 'confident'
        ? configIssue(document, path, `${message}; or write \`min_mode: point\`, which compares the plain number`)
        : { ...configIssue(document, path, message), severity: 'warning' },
  );
}

/** Ids that two files of a suite use; duplicates within one file are found when it is read. */
export function duplicateCaseIds(cases: readonly Case[]): readonly Issue[] {
  const first = new Map<string, Case>();
  const issues: Issue[] = [];
  for (const evalCase of cases) {
    const earlier = first.get(evalCase.id);
    if (!earlier) {
      first.set(evalCase.id, evalCase);
    } else if (earlier.source.file !== evalCase.source.file) {
      issues.push({
        severity: 'error',
        ...evalCase.source,
        column: 1,
        path: 'id',
        message: `case id "${evalCase.id}" is also used at ${earlier.source.file}:${earlier.source.line}; ids must be unique in the suite: rename one, or write \`id_prefix: "{stem}/"\` next to the \`file\` of one of the two in the config`,
      });
    }
  }
  return issues;
}
