import { listed, plural, pValue } from '#domain/words.ts';
import type { Confirmation } from '../confirmation/confirmation.ts';
import { blindlyWorse, type Retest, unseenCases } from '../confirmation/retest.ts';
import type { CaseDecision } from '../decision.ts';
import { comparableCases, type PairedCase } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import type { GatePlan } from '../plan.ts';
import type { Words } from '../reason-code.ts';

/** What there is to say of cases that the tests of single cases could not settle. */
export interface UnsettledCases {
  readonly paired: readonly PairedCase[];
  readonly plan: GatePlan;
  readonly cases: readonly CaseDecision[];
  /** `null`: nothing was tried again. */
  readonly retests: readonly Retest[] | null;
  readonly confirmation: Confirmation;
}

/**
 * No case that looks worse turns green because nothing could have shown that it broke: what fresh trials of both sides found, and where there
 * are none, that it is open. A pass names the cases that could not have been seen to break.
 */
export function unsettledCaseFindings({
  paired,
  plan,
  cases,
  retests,
  confirmation,
}: UnsettledCases): readonly Finding[] {
  const compared = comparableCases(paired);
  const retried = plan.retest_alpha > 0 && (confirmation.kind === 'pending' || confirmation.kind === 'done');
  const unseen = unseenCases(compared, plan, retried);
  const alone = () => (retried ? unseenCases(compared, plan, false) : unseen);
  const worse = retests === null ? blindlyWorse(cases, alone) : [];
  return [
    ...(retests === null ? [] : retestFindings(retests)),
    ...(worse.length === 0
      ? []
      : [
          finding(
            { outcome: 'inconclusive', gate: 'case', code: 'case_unsettled', cases: worse.map(({ id }) => id) },
            tooFewOnMain(worse, confirmation),
          ),
        ]),
    ...(unseen.length === 0
      ? []
      : [finding({ outcome: 'note', gate: 'case', code: 'unseen_cases', cases: unseen }, notSeen(unseen, compared))]),
  ];
}

function retestFindings(retests: readonly Retest[]): readonly Finding[] {
  const of = (wanted: Retest['outcome']) => retests.filter(({ outcome }) => outcome === wanted);
  const [broken, unsettled, sound] = [of('broken'), of('unsettled'), of('sound')];
  const about = (some: readonly Retest[]) => ({ gate: 'case', cases: some.map(({ id }) => id) }) as const;
  return [
    ...(broken.length === 0
      ? []
      : [finding({ outcome: 'fail', code: 'case_broken', ...about(broken) }, brokeAgain(broken))]),
    ...(unsettled.length === 0
      ? []
      : [finding({ outcome: 'inconclusive', code: 'case_unsettled', ...about(unsettled) }, stillWorse(unsettled))]),
    ...(sound.length === 0
      ? []
      : [
          finding(
            { outcome: 'note', code: 'case_sound', ...about(sound) },
            `looked worse, but not when ${AGAIN}: ${sides(sound)}`,
          ),
        ]),
  ];
}

const AGAIN = 'main and this change were tried again';

const MOST_NAMED = 3;

function brokeAgain(tests: readonly Retest[]): Words {
  const headline = `${tests.length === 1 ? 'case' : `${plural(tests.length, 'case')} broke:`} ${sides(tests)}`;
  const p = Math.max(...tests.map(({ p_adjusted: p }) => p ?? 1));
  return { headline, message: `${headline}, when ${AGAIN}; ${pValue(p)} on these trials alone` };
}

function stillWorse(tests: readonly Retest[]): Words {
  const headline = `can't tell: ${sides(tests)}`;
  return { headline, message: `${headline}, when ${AGAIN}; run this again to add trials` };
}

/** Main has too little of a case that looks worse for anything to show that it broke. */
function tooFewOnMain(worse: readonly CaseDecision[], confirmation: Confirmation): Words {
  const headline = `can't tell: ${sides(worse)}, and main has too few trials to tell whether that is chance`;
  const why = 'reason' in confirmation ? `; they could not be tried again: ${confirmation.reason}` : '';
  return { headline, message: `${headline}${why}; main's next run adds trials` };
}

function sides(cases: readonly Pick<Retest, 'id' | 'candidate' | 'baseline'>[]): string {
  const items = cases.map(
    ({ id, candidate, baseline }) =>
      `${id} passed ${baseline.passed}/${baseline.scored} on main and ${candidate.passed}/${candidate.scored} here`,
  );
  return listed(items, MOST_NAMED, '; ');
}

function notSeen(unseen: readonly string[], compared: readonly PairedCase[]): Words {
  const headline =
    unseen.length === compared.length
      ? 'no single case could have been seen to break'
      : `${listed(unseen, MOST_NAMED)} could not have been seen to break`;
  return { headline, message: `${headline}: main has too few passed trials of ${unseen.length === 1 ? 'it' : 'them'}` };
}
