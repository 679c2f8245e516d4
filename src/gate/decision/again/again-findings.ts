import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import { endOfPassRate } from '../rules/pass-rate/end.ts';
import { caseFindings } from '../rules/single-case.ts';
import { comparableCases } from '../terms/evidence.ts';
import { asNote, type Finding, finding } from '../terms/finding.ts';
import type { Fresh } from '../terms/fresh.ts';
import type { JudgeRules } from '../terms/judge-rules.ts';
import type { ComparedCode, ReasonCode } from '../terms/reason-code.ts';
import type { TriedTest } from '../terms/tried-test.ts';
import type { PlayedScope } from './play-stages.ts';
import type { TriedAgain } from './tried-again.ts';

/** Failures by comparison with main. Floors, zero tolerance and all other rules without a comparison are no such failures. */
const COMPARED: Readonly<Record<ComparedCode, true>> = {
  suite_drop: true,
  case_broken: true,
  recall_drop: true,
  increase: true,
};

/** What the looks alone would leave open, or show only because there are no fresh trials. */
const OF_LOOKS: ReadonlySet<ReasonCode> = new Set(['drop_open', 'watch']);

/** Whether a finding is red by comparison with main. */
export function failsByComparison({ outcome, code }: Pick<Finding, 'outcome' | 'code'>): boolean {
  return outcome === 'fail' && Object.hasOwn(COMPARED, code);
}

/** The findings of looks that only choose; fresh trials decide what they chose. */
export function withoutChosen(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding) => !failsByComparison(finding) && !OF_LOOKS.has(finding.code));
}

/** What fresh trials of both sides show. */
export function againFindings(
  { played, tests }: TriedAgain,
  fresh: Extract<Fresh<LeanResults>, { kind: 'done' }>,
  judge: JudgeRules | undefined,
): readonly Finding[] {
  const { lost_rounds, repeated, unsound } = played;
  const known = { sha: fresh.results.commit.sha, lost_rounds, repeated };
  const of = (outcome: TriedTest['outcome']) =>
    tests.filter((test) => test.outcome === outcome && isTold(test, played.cases));
  const [red, open, cleared] = [of('red'), of('open'), of('cleared')];
  const about = (some: readonly TriedTest[]) => {
    const [first] = some;
    const cases = [...new Set(some.flatMap((test) => test.cases))];
    return { gate: first?.gate ?? 'pass_rate', tag: first?.tag ?? null, cases } as const;
  };
  const note = (code: 'tried_again' | 'held_again', some: readonly TriedTest[]): readonly Finding[] =>
    some.length === 0 ? [] : [finding({ ...about(some), outcome: 'note', code }, { ...known, tests: some })];
  return [
    ...played.scopes
      .filter(({ outcome }) => outcome === 'red')
      .flatMap(({ findings }) => findings.filter(failsByComparison)),
    ...caseFindings(played.cases.filter(({ outcome }) => outcome === 'red').map(({ decision }) => decision)),
    ...note('tried_again', red),
    ...(open.length === 0 || red.length > 0
      ? []
      : [finding({ ...about(open), outcome: 'inconclusive', code: 'still_open' }, { ...known, tests: open, unsound })]),
    ...note('held_again', cleared),
    ...(red.length > 0 ? [] : played.scopes.flatMap((scope) => ruledOut(scope, judge))),
  ];
}

/** If cases were tried again with their suite, only the red and open ones are reported. */
function isTold({ gate, cases: [id], outcome }: TriedTest, cases: TriedAgain['played']['cases']): boolean {
  return gate !== 'case' || outcome !== 'cleared' || cases.some((item) => item.decision.id === id && item.chosen);
}

/** A suite that passes by its fresh trials says what they rule out. */
function ruledOut(
  { name: { tag, test }, outcome, result, cases }: PlayedScope,
  judge: JudgeRules | undefined,
): readonly Finding[] {
  if (test !== 'pass_rate' || tag !== null || outcome !== 'cleared' || result === null || !('rule_out' in result))
    return [];
  return endOfPassRate(null, comparableCases(cases), result, { alpha: null, extra_variance: 0, drift: null, judge })
    .findings;
}

/** What looked worse and could not be tried again, or not to the end: it is open unless something is red. */
export function findNotTriedAgain(
  { choice, tests }: TriedAgain,
  reason: string | readonly SideDoubt[],
  isRed: boolean,
): Finding {
  const cases = [...new Set(choice.cases)];
  const [scope] = choice.scopes;
  const about = { gate: scope?.test ?? 'case', tag: scope?.tag ?? null, cases } as const;
  const question = finding(
    { ...about, outcome: 'inconclusive', code: 'not_tried_again' },
    { reason, means: choice.scopes, tests },
  );
  return isRed ? asNote(question) : question;
}
