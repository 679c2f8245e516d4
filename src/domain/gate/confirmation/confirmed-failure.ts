import type { CaseDecision } from '../decision.ts';
import { type Finding, finding } from '../finding.ts';
import { casesBroke } from '../rules/single-case.ts';
import type { RepeatedTests } from './confirm-failures.ts';
import { isMainWorse, type RepeatedTest, stands } from './repeated-test.ts';

/** The result of confirming one finding: what stays, and what replaces the rest. */
export interface Settled {
  readonly stays: readonly Finding[];
  /** Notes or open questions, depending on the rest of the decision. */
  readonly taken_back: readonly Finding[];
}

/** A finding that stays as it is. */
export function untouched(found: Finding): Settled {
  return { stays: [found], taken_back: [] };
}

/** Judges one failure again by fresh trials of main. Of several broken cases only those that still are stay listed. */
export function confirmedFailure(
  found: Finding,
  cases: readonly CaseDecision[],
  { tests, sha }: Pick<RepeatedTests, 'tests' | 'sha'>,
  required: boolean,
): Settled {
  const repeated = inOrderOf(
    found.cases,
    tests.filter((test) => isAbout(test, found)),
  );
  if (repeated.length === 0) return untouched(found);
  const standing = repeated.filter((test) => (required ? test.kept : stands(test)));
  const kept = standing.filter((test) => test.kept);
  const unrepeated = repeated.filter((test) => !test.kept && stands(test));
  const back = repeated.filter((test) => !stands(test));
  const { gate, tag } = found;
  const about = (some: readonly RepeatedTest[]) => ({ gate, tag, cases: some.flatMap(({ cases: ids }) => ids) });
  const takenBack = (code: 'stale_baseline' | 'not_confirmed', some: readonly RepeatedTest[]): readonly Finding[] =>
    some.length === 0 ? [] : [{ outcome: 'inconclusive', code, ...about(some), facts: { tests: some, sha } }];
  const unconfirmed = (outcome: 'note' | 'inconclusive'): readonly Finding[] =>
    unrepeated.length === 0
      ? []
      : [finding({ outcome, code: 'unconfirmed', ...about(unrepeated) }, { tests: unrepeated, sha })];
  return {
    stays: [
      ...(standing.length === 0 ? [] : [shrunk(found, standing, cases)]),
      ...(kept.length === 0
        ? []
        : [finding({ outcome: 'note', code: 'confirmed', ...about(kept) }, { tests: kept, sha })]),
      ...(required ? [] : unconfirmed('note')),
    ],
    taken_back: [
      ...(required ? unconfirmed('inconclusive') : []),
      ...takenBack('stale_baseline', back.filter(isMainWorse)),
      ...takenBack(
        'not_confirmed',
        back.filter((test) => !isMainWorse(test)),
      ),
    ],
  };
}

function isAbout({ gate, tag, cases }: RepeatedTest, found: Finding): boolean {
  return gate === found.gate && tag === found.tag && cases.every((id) => found.cases.includes(id));
}

/** Of several broken cases the worst comes first, as in the finding. */
function inOrderOf(ids: readonly string[], tests: readonly RepeatedTest[]): readonly RepeatedTest[] {
  const place = ({ cases: [id = ''] }: RepeatedTest): number => ids.indexOf(id);
  return tests.toSorted((one, other) => place(one) - place(other));
}

/** The failure with its remaining cases. */
function shrunk(found: Finding, standing: readonly RepeatedTest[], cases: readonly CaseDecision[]): Finding {
  if (found.code !== 'case_broken') return found;
  const left = new Set(standing.flatMap((test) => test.cases));
  const ids = found.cases.filter((id) => left.has(id));
  if (ids.length === found.cases.length) return found;
  const broken = ids.flatMap((id) => cases.find((item) => item.id === id) ?? []);
  return finding({ outcome: found.outcome, gate: found.gate, code: found.code, cases: ids }, casesBroke(broken));
}
