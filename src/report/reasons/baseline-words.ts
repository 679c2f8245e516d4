import { listed, percent, plural, shortSha } from '#common/words.ts';
import type { CaseStatus } from '#gate/baseline/comparison/comparison.ts';
import { runMainOnce } from '#gate/baseline/run-main-once.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import { alone, type ReasonWords, undecided, withEvidence } from './words.ts';

/** There is nothing to compare with, although there should be. */
export function noBaseline({ facts: { problem } }: ReasonOf<'no_baseline'>): ReasonWords {
  const headline = 'no baseline to compare with; only absolute floors were checked';
  if (problem === null) return alone(headline);
  const message = `no baseline to compare with: ${problem}; only absolute floors were checked`;
  return { headline, message, evidence: problem };
}

/** A run of the main branch, which is compared with nothing. */
export function baselineMade({ facts: { serves } }: ReasonOf<'baseline_made'>): string {
  const what = serves
    ? 'these results are the baseline of pull requests'
    : 'a run of the default branch is not compared with anything';
  return `no absolute floor is broken; ${what}`;
}

/** There is a baseline, but none of its cases can be compared. */
export function noComparableCase(
  { facts: { kind, differences, tests = [] } }: ReasonOf<'no_comparable_case'>,
  main: string,
): ReasonWords | string {
  switch (kind) {
    case 'no_case':
      return undecided(alone('the suite has no case'));
    case 'nothing_judged':
      return undecided(alone('no case has judged trials on both sides'));
    case 'other_version': {
      const headline = `another version of this action measured ${main}'s runs: ${runMainOnce(main)}`;
      const grading = `the new version grades ${main}'s runs again where they store every trajectory (trajectories: all)`;
      return undecided(withEvidence(headline, '; ', `${grading}; only absolute floors were checked`));
    }
    case 'conditions':
      return none(`the runs had different conditions (${plural(differences, 'difference')})`, main);
    case 'nothing_same':
      if (tests.length > 0) return none(`every case's tests changed (${listed(tests, MOST_FILES)})`, main);
      return none('no case is the same on both sides with judged trials on both', main);
  }
}

const MOST_FILES = 3;

function none(why: string, main: string): ReasonWords {
  return undecided(alone(`no case is comparable with ${main}: ${why}; only absolute floors were checked`));
}

/** Main's run ended before it had tried these cases, so it is unknown whether they got worse. */
export function baselineIncomplete(
  { facts: { of }, cases }: ReasonOf<'baseline_incomplete'>,
  main: string,
): ReasonWords {
  const headline = `${main} has no trials of ${cases.length} of ${plural(of, 'case')}, because its run was cut short`;
  const advice = `if max-trials or another cap ended that run, raise it on ${main} and run ${main} again`;
  return undecided(withEvidence(headline, '; ', advice));
}

/** Nothing can get worse than this. */
export function baselineNeverPasses({ facts }: ReasonOf<'baseline_never_passes'>, main: string): ReasonWords {
  const stored = `0 of ${plural(facts.stored, 'trial')}`;
  if (facts.here === null) {
    const alone = `no test passed on ${main} (${stored}): this gate can't see anything`;
    return undecided(withEvidence(alone, '; ', 'fix the suite or the agent'));
  }
  const headline = `nothing passed on ${main} (${stored}), so no drop can be seen`;
  const advice = `Fix the suite or the agent on ${main}, then run ${main} again`;
  return undecided(withEvidence(headline, '; ', `here ${facts.passed} of ${facts.here} passed. ${advice}`));
}

/** The verdict covers only a part of the suite. */
export function fewComparable({ facts: { comparable, of } }: ReasonOf<'few_comparable'>, main: string): string {
  return `only ${comparable} of ${plural(of, 'case')} could be compared with ${main}`;
}

/** The pass rate of the comparison covers a part of the suite, and the whole has another. */
export function allCases({ facts: { all, compared } }: ReasonOf<'all_cases'>): string {
  return `pass rate over all ${plural(all.cases, 'case')} here: ${percent(all.rate)}; over the ${compared.cases} that could be compared: ${percent(compared.rate)}`;
}

const STATUS_WORDS: Readonly<Record<CaseStatus, string>> = {
  new: 'new',
  changed: 'changed',
  removed: 'removed',
  no_result: 'without a result',
  not_comparable: 'not comparable',
  comparable: 'comparable',
  unaffected: 'not run',
};

/** Cases outside the tests, counted by reason. */
export function notCompared({ facts: { counts } }: ReasonOf<'not_compared'>): string {
  const parts = counts.map(({ status, count }) => `${count} ${STATUS_WORDS[status]}`);
  return `cases outside the tests: ${parts.join(', ')}`;
}

/** A part of main's cases was not run, because nothing of the change can reach it; or none of them was. */
export function unreached({ facts: { tried, since }, cases }: ReasonOf<'unaffected'>): ReasonWords | string {
  const changed = `has changed since ${shortSha(since ?? '')}`;
  if (tried === 0) {
    const headline = 'nothing that the suite covers has changed';
    const evidence = `none of ${plural(cases.length, 'case')} was run, and no model was asked; nothing that they cover ${changed}`;
    return withEvidence(headline, ': ', evidence);
  }
  const were = cases.length === 1 ? 'was not run: nothing it covers' : 'were not run: nothing they cover';
  return `${cases.length} of ${plural(cases.length + tried, 'case')} ${were} ${changed}`;
}
