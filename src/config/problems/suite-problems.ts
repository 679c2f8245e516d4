import type { Case } from '#cases/suite/case.ts';
import { criteriaOf, isJudgedByModel } from '#cases/suite/criteria-of.ts';
import { measuresEmbeddings } from '#cases/suite/measures-embeddings.ts';
import { type Issue, issueAt, lineIssue } from '#common/document/issue.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { ownCommand } from '#common/tool.ts';
import { plural } from '#common/words.ts';
import type { Config } from '#config/config.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import { NO_LIMIT } from '#gate/decision/terms/boundary.ts';
import { bareTrial, countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import { isUnfounded } from '#gate/decision/terms/judge-rules.ts';
import type { Policy, TagPolicy } from '#gate/decision/terms/policy.ts';
import { asksTheSame, type JudgeCriterion } from '#judge/criterion.ts';
import { reaches } from '#statistics/beyond.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { type TrialNumbers, trialNumbers } from '#trials/trial/trial-range.ts';
import { expectsCalls, unprovableFloors } from './unprovable-floors.ts';

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
    ({ path, message }) => issueAt(document, path, message),
  );
  const isUserless = config.simulated_user !== null && all.every((evalCase) => evalCase.simulated_user === null);
  const user = 'has no effect: no case has a `simulated_user`; remove the key, or write one';
  const isUnmeasured = config.embedding !== null && all.every((evalCase) => !measuresEmbeddings(evalCase));
  const embedding = 'has no effect: no case demands `similar: {embedding: …}`; remove the key, or demand it';
  const isUnjudged = config.judge !== null && !all.some(isJudgedByModel);
  const judge = 'has no effect: no case has a criterion; remove the key, or write `expect: {judge: […]}` into a case';
  return [
    ...rules,
    ...(isUserless ? [issueAt(document, ['simulated_user'], user)] : []),
    ...(isUnmeasured ? [issueAt(document, ['embedding'], embedding)] : []),
    ...(isUnjudged ? [issueAt(document, ['judge'], judge)] : []),
  ].map(asWarning);
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
      return [lineIssue(evalCase.source, 'expect.judge', message)];
    }),
  );
}

/**
 * What floors can't do. One that must be proven and can't be is an error; unless cases could not be read, because then their number is unknown.
 *
 * @param config with what is known of its judge
 */
export function floorIssues(
  { gate, trials }: Config,
  { cases, issues }: { readonly cases: readonly Case[]; readonly issues: readonly Issue[] },
  document: ParsedDocument,
): readonly Issue[] {
  if (issues.some(({ severity }) => severity === 'error')) return [];
  const doubtful = cases.filter((item) => isUnfounded({ criteria: criteriaOf(item).map(({ id }) => id) }, gate.judge));
  const plain = doubtful.length > 0 ? '' : '; or write `min_mode: point`, which compares the plain number';
  return [
    ...unprovableFloors(gate, cases, trialNumbers(trials, cases.length).max).map(({ path, message, min_mode: mode }) =>
      mode === 'confident'
        ? issueAt(document, path, `${message}${plain}`)
        : asWarning(issueAt(document, path, message)),
    ),
    ...openFloors(gate, doubtful).map(({ path, count }) =>
      asWarning(issueAt(document, path, `${openFloor(count, cases.length)}; ${JUDGE_REMEDY}`)),
    ),
  ];
}

const JUDGE_REMEDY = `run \`${ownCommand('calibrate-judge')}\` on labels, or write \`judge: {uncalibrated: allow}\` to count its answers as they are`;

function openFloor(count: number, all: number): string {
  return `a missed floor is open, not red, as far as it rests on ${count} of ${plural(all, 'case')} with a judge that no labels confirm`;
}

/** The floors of pass rates with cases on which nothing says what the judge is worth, and their number. */
function openFloors(
  { pass_rate: suite, case_pass_rate: each, tags }: Policy,
  doubtful: readonly Case[],
): readonly { readonly path: DocumentPath; readonly count: number }[] {
  const ofTags = Object.entries(tags).map(([tag, { pass_rate: rule }]) => ({
    path: ['gate', 'tags', tag, 'pass_rate', 'min'],
    min: rule?.min ?? null,
    count: doubtful.filter((item) => item.tags.includes(tag)).length,
  }));
  return [
    { path: ['gate', 'pass_rate', 'min'], min: suite.min, count: doubtful.length },
    { path: ['gate', 'case_pass_rate', 'min'], min: each?.min ?? null, count: doubtful.length },
    ...ofTags,
  ].filter(({ min, count }) => min !== null && count > 0);
}

function asWarning(issue: Issue): Issue {
  return { ...issue, severity: 'warning' };
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
      issues.push(
        lineIssue(
          evalCase.source,
          'id',
          `case id "${evalCase.id}" is also used at ${earlier.source.file}:${earlier.source.line}; ids must be unique in the suite: rename one, or write \`id_prefix: "{stem}/"\` next to the \`file\` of one of the two in the config`,
        ),
      );
    }
  }
  return issues;
}

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

/** A rule that can never turn a run red: its place in the config, and why. */
interface IdleRule {
  readonly path: DocumentPath;
  readonly message: string;
}

/** Runs of main that a change is compared with at most. */
const MOST_RUNS = 10;

/** Rules of tags that can never fire, whatever the agent does; those of tags that no case has are said elsewhere. */
function idleTagRules(policy: Policy, cases: readonly Case[], numbers: TrialNumbers): readonly IdleRule[] {
  return Object.entries(policy.tags).flatMap(([tag, rules]) => {
    const tagged = cases.filter((evalCase) => evalCase.tags.includes(tag));
    if (tagged.length === 0) return [];
    const idle = [
      ...boundlessRates(rules),
      ...(rules.tool_recall === null || tagged.some(expectsCalls)
        ? []
        : [{ path: ['tool_recall'], message: 'no case with this tag expects a tool call, so there is no recall' }]),
      ...(policy.method === 'threshold' || rules.pass_rate?.max_drop == null || canFall(policy, cases, numbers, tag)
        ? []
        : [
            {
              path: ['pass_rate', 'max_drop'],
              message: `even if every trial failed, ${plural(tagged.length, 'case')} of ${plural(numbers.max, 'trial')} can't show that by the test; write more trials, or a floor (\`min\`)`,
            },
          ]),
    ];
    return idle.map(({ path, message }) => ({
      path: ['gate', 'tags', tag, ...path],
      message: `can never turn a run red: ${message}`,
    }));
  });
}

function boundlessRates(rules: TagPolicy): readonly IdleRule[] {
  return (['pass_rate', 'tool_recall'] as const).flatMap((metric) => [
    ...(rules[metric]?.min === 0 ? [{ path: [metric, 'min'], message: 'no rate is below 0' }] : []),
    ...((rules[metric]?.max_drop ?? 0) >= NO_LIMIT
      ? [{ path: [metric, 'max_drop'], message: 'no rate can fall by more than 1' }]
      : []),
  ]);
}

/** Whether the test of a tag's pass rate is red where main passed every trial and the change fails every one. */
function canFall(policy: Policy, cases: readonly Case[], numbers: TrialNumbers, tag: string): boolean {
  const paired = cases.map(({ id, tags, trials }): PairedCase => {
    const main = (trials ?? numbers.once) * MOST_RUNS;
    const here = trials ?? numbers.max;
    return {
      id,
      tags,
      scheduled: here,
      fixed: trials !== null,
      never_fail: false,
      missing: [],
      scored: here,
      trials: Array.from({ length: here }, (_, at) => bareTrial(at + 1, false)),
      baseline: Array.from({ length: main }, (_, at) => bareTrial(at + 1, true)),
      regraded: false,
      runs: [],
    };
  });
  const plan = planGates(paired, policy, { looks: [numbers.max] });
  const boundary = plan.tags.find((own) => own.tag === tag)?.plan.pass_rate?.boundary ?? 0;
  const counts = paired.filter((item) => item.tags.includes(tag)).map(countsOf);
  return boundary > 0 && reaches(suiteExact(counts).pMid, boundary);
}
