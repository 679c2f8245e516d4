import { cutEnd } from '#common/cut.ts';
import { listed, plural } from '#common/words.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import { changedKey } from './changed-key.ts';
import { alone, type ReasonWords, withEvidence } from './words.ts';

/** Whose policy decided. */
export function policyOrigin({ facts }: ReasonOf<'policy_origin'>, main: string): string {
  switch (facts.kind) {
    case 'elsewhere':
      return `the policy of ${main}'s ${facts.path} decides: ${main} has no ${facts.config}, and here that file is a link or lies behind one`;
    case 'first':
      return `this change adds the first policy: its base ${facts.commit} has no ${facts.config}, so the policy of the change decides`;
    case 'branch':
      return `this change targets the branch ${facts.branch}, and the policy of that branch decided; the default branch may have another`;
  }
}

/** What a change rewrites of the policy. */
export function policyChanged({ facts }: ReasonOf<'policy_changed'>, main: string): string {
  switch (facts.kind) {
    case 'key':
      return `${changedKey(facts.change, main)}; ${main}'s value applies until this is merged`;
    case 'more_keys':
      return `${main}'s values also apply to ${shortList(facts.keys)}`;
    case 'prices': {
      const changes = facts.changes.map((change) => changedKey(change, main));
      return `costs are calculated with the prices of this change: ${listed(changes, MOST_PRICES, '; ')}`;
    }
  }
}

const MOST_PRICES = 4;

/** Unknown is not harmless: what can't be read could contain a guard. */
export function rulesUnknown({ facts, cases }: ReasonOf<'rules_unknown'>, main: string): ReasonWords | string {
  if (facts.kind === 'policy')
    return `${main}'s policy is not known, and a change can't pass by its own policy: ${facts.problem}`;
  if (facts.kind === 'case_files')
    return cannotTell(
      `whether this change drops anything that ${main} guards, because ${main}'s case files are newer than its stored runs: ${shortList(facts.files)}`,
    );
  const edited = facts.files === null ? 'any file that this change edits' : shortList(facts.files);
  return `a custom check of ${shortList(cases)} has no folder of its own, and ${edited} may be part of it: give it one, or list its files under \`files\``;
}

/** What a change does to something that must never fail on main. */
export function guardWeakened({ facts, cases }: ReasonOf<'guard_weakened'>, main: string): string {
  const tolerates = `${main} tolerates no failure of`;
  switch (facts.kind) {
    case 'removed':
      return cases.length === 1
        ? `never-fail case ${shortList(cases)} was removed from the suite`
        : `never-fail cases ${shortList(cases)} were removed from the suite`;
    case 'left_out':
      return `${tolerates} ${shortList(cases)}, and this run leaves ${cases.length > 1 ? 'them' : 'it'} out; ${LOOK}`;
    case 'unmarked':
      return `${tolerates} ${shortList(cases)}, but would after this change: the id or tag is gone from gate.never_fail or from the case`;
    case 'unmarked_checks':
      return `${tolerates} ${shortList(facts.checks)}, but would after this change: it is gone from gate.never_fail`;
    case 'check':
      return `${tolerates} check ${facts.check}, and this change drops or rewrites it in ${shortList(cases)}${facts.edited.length === 0 ? '' : ` (${shortList(facts.edited)})`}; ${LOOK}`;
    case 'more_cases':
      return `this change may also weaken ${shortList(cases)}; ${LOOK}`;
    case 'weakened': {
      const how = [
        ...(facts.input ? ['its input changed'] : []),
        ...(facts.lost === null
          ? [`its expectations are rewritten, and ${main}'s version can't be read`]
          : facts.lost.map(({ words }) => words)),
        ...(facts.graders === null || facts.lost === null ? [] : [checksChanged(facts.graders)]),
      ];
      return `${tolerates} case ${cases.join(', ')}, and this change may weaken it: ${how.join('; ')}; ${LOOK}`;
    }
  }
}

function checksChanged(edited: readonly string[]): string {
  return edited.length === 0
    ? 'the files that its checks use changed, or may have changed'
    : `the files that its checks use changed: ${shortList(edited)}`;
}

const LOOK = 'needs a human review';

/** Cases of main that can't fail here any more. */
export function casesGone({ facts: { kind, removed, of }, cases }: ReasonOf<'cases_gone'>, main: string): string {
  const all = `of ${main}'s ${plural(of, 'case')}`;
  const part = removed * 2 > of ? ', more than half' : removed * 2 === of ? ', half of them' : '';
  const what = {
    removed: `this change removes ${removed} ${all}${part}`,
    no_result: `${removed} ${all}${part} ${removed === 1 ? 'has' : 'have'} no result here`,
    emptied: `this change lets ${removed} ${all} demand nothing${part}`,
    left_out: `this run leaves out ${cases.length} ${all}, more than half${removed > 0 ? ` (${removed} of them are removed)` : ''}`,
  }[kind];
  return `${what}: ${shortList(cases)}; ${LOOK}`;
}

/** What the change does to cases that main has. */
export function caseChanged({ facts, cases }: ReasonOf<'case_changed'>, main: string): string {
  switch (facts.kind) {
    case 'demands_less': {
      const of = (which: string) => facts.lost.flatMap(({ kind, words }) => (kind === which ? [words] : []));
      const others = of('rewritten');
      const also = others.length === 0 ? [] : [`also: ${others.join('; ')}`];
      return `this change demands less of case ${cases.join(', ')}: ${[...of('less'), ...also].join('; ')}`;
    }
    case 'others_demand_less':
      return `this change also demands less of ${shortList(cases)}`;
    case 'rewritten':
      return `this change rewrites the expectations of ${shortList(cases)}; can't tell whether they demand less`;
    case 'extended':
      return `this change adds to the expectations of ${shortList(cases)} and drops nothing that ${main} demands`;
    case 'other_input':
      return `this change rewrites the input of ${shortList(cases)}: there is nothing on ${main} to compare ${cases.length === 1 ? 'it' : 'them'} with`;
  }
}

/** Cases that a change takes out of a tag's rule. */
export function tagRemoved({ facts, cases, tag }: ReasonOf<'tag_removed'>, main: string): string {
  const sentence = `this change takes the tag ${tag} from ${shortList(cases)}`;
  return facts.is_counted
    ? `${sentence}; until this is merged, ${main}'s rule for the tag covers the same cases as on ${main}`
    : `${sentence}, and no stored run of ${main} has the tag there yet: ${main}'s rule for the tag can't cover what it covers on ${main}`;
}

/** What the change does to the files that start the run. */
export function workflowChanged({ facts }: ReasonOf<'workflow_changed'>): ReasonWords | string {
  switch (facts.kind) {
    case 'new':
    case 'edited': {
      const does = facts.kind === 'new' ? 'adds' : 'edits';
      return `this change ${does} the workflow that runs it, ${facts.path}: review that file, because it decides what runs and with which inputs`;
    }
    case 'unknown':
      return cannotTell(
        facts.path === null
          ? `whether this change edits other files below .github: ${facts.problem}`
          : `whether this change edits the workflow that runs it: ${facts.path} ${facts.problem}`,
      );
    case 'others':
      return `this change edits ${shortList(facts.files)}: review what changed below .github, because the workflow that runs this check may use it`;
  }
}

/** Inputs in which a run differs from main's nearest. */
export function inputsDiffer({ facts: { changes } }: ReasonOf<'inputs_differ'>, main: string): string {
  const words = changes.map((change) => cutEnd(changedKey(change, main), LONGEST_INPUT));
  return `inputs differ from those of ${main}'s run: ${words.join('; ')}`;
}

/** Lists of cases may be long. */
const LONGEST_INPUT = 200;

/** How many of main's cases ran and by which selection. */
export function selectionWords({ facts, cases }: ReasonOf<'selection'>, main: string): ReasonWords {
  const part = `${facts.ran} of ${facts.of === 'main' ? main : 'the suite'}'s ${facts.all} cases`;
  const by = facts.selected_by === null ? 'some were left out' : `selected by ${facts.selected_by}`;
  const out = cases.length === 0 ? '' : `; left out: ${shortList(cases)}`;
  return withEvidence(part, '; ', `${by}${out}`);
}

/** A question that stays open, for readers who already see that it does. */
function cannotTell(whether: string): ReasonWords {
  return { ...alone(`can't tell ${whether}`), plain: whether };
}

/** The first names of a list, and the number of the rest. */
function shortList(names: readonly string[]): string {
  return listed(names, MOST_NAMED);
}

const MOST_NAMED = 8;
