import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { settleAccepts, type Tested } from '#gate/decision/accepts/settle-accepts.ts';
import { decideEvidence } from '#gate/decision/decide-evidence.ts';
import { lookRunOf } from '#gate/decision/looks/look-run.ts';
import { collectEvidence } from '#gate/decision/terms/collect-evidence.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import { bothSides } from '#test/support/results.ts';
import { POLICY, times } from '../decide-on.ts';
import { DROP } from '../decisions-of.ts';

type Outcome = Exclude<Reason['outcome'], 'error'>;

/** What an accept of a broken case comes to where the tests end so with it, and so without it. */
function settledWhere(withIt: readonly Outcome[], without: readonly Outcome[]) {
  const { candidate, baseline } = bothSides([[0, 5, 15, 15], ...times(19, [5, 5, 15, 15])]);
  const entry = { case: 'case-000', reason: 'the old tool is gone', until: '2030-12-31' };
  const file = { ...candidate, accepts: { path: 'a.yml', owners: null, entries: [entry] } };
  const comparison = compare(file, [baseline]);
  const all = collectEvidence(comparison, file);
  const { tested, accepts } = settleAccepts(comparison, POLICY, file, all, (evidence, policy): Tested => {
    const { gates } = decideEvidence(evidence, policy, lookRunOf(file));
    const outcomes = evidence.paired.length === all.paired.length ? withIt : without;
    const findings = outcomes.map((outcome) => finding({ outcome, gate: 'suite', code: 'suite_drop' }, DROP));
    return { evidence, gates: { ...gates, findings } };
  });
  return { cases: tested.evidence.paired.length, state: accepts[0]?.decision.state };
}

test.each<[what: string, withIt: readonly Outcome[], without: readonly Outcome[], cases: number]>([
  ['has no effect where the rest alone would be red', ['inconclusive'], ['fail'], 20],
  ['has none either where all was green', ['pass'], ['note', 'fail'], 20],
  ['leaves red what was red before', ['fail'], ['fail'], 19],
  ['takes away what was red', ['note', 'fail'], ['pass'], 19],
  ['counts where nothing is red with or without its case', ['inconclusive'], ['inconclusive'], 19],
])('an accept %s', (_, withIt, without, cases) => {
  const state = cases === 19 ? 'accepted' : 'not_red';
  expect(settledWhere(withIt, without)).toEqual({ cases, state });
});
