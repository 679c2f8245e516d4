import { defaultPolicy } from '#config/gate/policy-schema.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { settleAccepts } from '#gate/decision/accepts/settle-accepts.ts';
import { testLooks } from '#gate/decision/looks/test-looks.ts';
import { verdictOf } from '#gate/decision/rules/conclude.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import { testGates } from '#gate/decision/rules/test-gates.ts';
import { bareTrial, type GateEvidence, type PairedCase } from '#gate/decision/terms/evidence.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { drawSuite } from '../population.ts';
import type { Random } from '../random.ts';
import { type SideTable, shareOfDraws } from './side-table.ts';

const CASES = 50;
const STORED = 25;
const LOOKS = [3, 5, 10] as const;
/** The case that is accepted is the first; a second one may break. */
const SITUATIONS: readonly (readonly [string, readonly number[]])[] = [
  ['nothing broke', []],
  ['the accepted case broke', [0]],
  ['another case broke', [1]],
  ['both broke', [0, 1]],
];

/** How often a pull request is red by comparison with main, without and with an accept of one case. */
export function accepted(): SideTable {
  return {
    title: `Red, % of pull requests with an accept of one case: mixed suite of ${CASES}, ${STORED} stored trials of each case, looks ${LOOKS.join(', ')}`,
    header: ['', 'without the accept', 'with it'],
    rows: SITUATIONS.map(([what, broken], row) => [
      what,
      ...[false, true].map((accepts) =>
        shareOfDraws(300_000 + row, (random) => isRed(pairs(random, new Set(broken)), accepts)),
      ),
    ]),
  };
}

function pairs(random: Random, broken: ReadonlySet<number>): readonly PairedCase[] {
  return drawSuite('mixed', CASES, random).map(({ rate }, place) => {
    // A case that breaks passed nearly always.
    const main = place < 2 ? 0.98 : rate;
    const baseline = outcomes(main, STORED, random);
    const trials = outcomes(broken.has(place) ? 0.2 : main, LOOKS[2], random);
    return {
      id: `case-${String(place).padStart(2, '0')}`,
      tags: [],
      scheduled: trials.length,
      fixed: false,
      never_fail: false,
      missing: [],
      scored: trials.length,
      trials,
      baseline,
      regraded: false,
      runs: [{ passed: baseline.filter(({ passed }) => passed).length, scored: STORED }],
    };
  });
}

function outcomes(rate: number, count: number, random: Random) {
  return Array.from({ length: count }, (_, index) => bareTrial(index + 1, random.uniform() < rate));
}

function isRed(paired: readonly PairedCase[], accepts: boolean): boolean {
  const entries = accepts ? [{ case: 'case-00', reason: 'meant', until: '2099-12-31' }] : [];
  const day = '2026-01-01T00:00:00.000Z';
  const candidate = { created_at: day, accepts: { path: '', owners: null, entries } };
  const evidence = { candidate: paired, paired };
  const { tested } = settleAccepts(comparisonOf(paired), POLICY, candidate, evidence, test);
  return verdictOf(tested.gates.findings) === 'fail';
}

const POLICY = defaultPolicy();

function test(evidence: GateEvidence, policy: Policy) {
  const plan = planGates(evidence.paired, policy, { looks: LOOKS });
  const looks = testLooks(evidence.paired, plan, { looks: LOOKS, stop: LOOKS[2], appended: false });
  return { evidence, gates: testGates(evidence, looks, plan, policy) };
}

function comparisonOf(paired: readonly PairedCase[]): Pick<Comparison, 'cases' | 'pool'> {
  return { pool: [], cases: paired.map(({ id }) => comparedCase(id)) };
}

function comparedCase(id: string): ComparedCase {
  const record = {
    id,
    name: null,
    input_hash: id,
    expect_hash: id,
    grader_hash: null,
    source: null,
    tags: [],
    never_fail: false,
    expected_tool_calls: 0,
    planned_trials: LOOKS[2],
    fixed_trials: false,
    metadata: {},
    trials: [],
  };
  const facts = { id, status: 'comparable', reason: null, baseline_id: null, regraded: false } as const;
  return { ...facts, candidate: record, baseline: record, runs: [] };
}
