import { runMainOnce } from '#domain/baseline/run-main-once.ts';
import type { FactsOf, Prose } from '#domain/gate/reason-code.ts';
import { plural } from '#domain/words.ts';

/** There is a baseline, but none of its cases can be compared. */
export function noComparableCase({ why, differences }: FactsOf['no_comparable_case']): Prose | string {
  switch (why) {
    case 'no_case':
      return "can't tell: the suite has no case";
    case 'nothing_judged':
      return "can't tell: no case has judged trials on both sides";
    case 'other_version': {
      const headline = `can't tell: another version of this action measured main's runs: ${runMainOnce('main')}`;
      const grading = "the new version grades main's runs again where they store every trajectory (trajectories: all)";
      return { headline, message: `${headline}; ${grading}; only absolute floors were checked` };
    }
    case 'conditions':
      return none(`the runs had different conditions (${plural(differences, 'difference')})`);
    case 'nothing_same':
      return none('no case is the same on both sides with judged trials on both');
  }
}

function none(why: string): string {
  return `can't tell: no case is comparable with main: ${why}; only absolute floors were checked`;
}
