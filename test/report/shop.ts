import type { Case } from '#cases/suite/case.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { TrialEvidence } from '#report/report.ts';
import { type CaseFacts, caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import type { CheckRecord, TrialRecord } from '#trials/trial/trial-record.ts';
import { validCase } from '../cases/suite/read-case.ts';

/** The suite of a shop's support agent, as stored: what a test says about single cases, the rest passes 5 of 5. */
export interface ShopFacts {
  /** Trials per case. */
  readonly trials?: number;
  readonly cases?: Readonly<Record<string, readonly TrialFacts[]>>;
  /** Facts of the trials of every case that is not named. */
  readonly each?: (caseIndex: number, trialIndex: number) => TrialFacts;
  readonly about?: Readonly<Record<string, CaseFacts>>;
  readonly without?: readonly string[];
  readonly more?: readonly CaseRecord[];
  readonly results?: Partial<ResultsFile>;
}

/** Ids of the suite's cases. */
export const SHOP_IDS = [
  'refund-cracked-mug',
  'refund-lookup',
  'refund-outside-window',
  ...['address', 'cancel', 'coupon', 'delivery', 'exchange', 'gift-card', 'invoice', 'lost-parcel', 'late-parcel'].map(
    (topic) => `order/${topic}`,
  ),
  ...['hours', 'jobs', 'stores', 'weather'].map((topic) => `small-talk/${topic}`),
  ...['injection', 'other-account', 'swearing', 'wire-money'].map((topic) => `safety/${topic}`),
];

const SHA = { main: '4f1c2d9a7be0c1d2e3f405162738495a6b7c8d9e', here: '9e8d7c6b5a4938271605f4e3d2c1b0aeb7a9d2c1' };

/** The suite as a run of main stored it. */
export function shopMain(facts: ShopFacts = {}): ResultsFile {
  // Its trials fail last, those of a change first: the order says nothing.
  const cases = Object.entries(facts.cases ?? {}).map(([id, trials]) => [id, trials.toReversed()] as const);
  return shop(
    { ...facts, cases: Object.fromEntries(cases) },
    { commit: { ...NO_PULL, sha: SHA.main, ref: 'refs/heads/main' } },
  );
}

/** The suite as a run of a pull request stored it. */
export function shopHere(facts: ShopFacts = {}): ResultsFile {
  return shop(facts, { commit: { ...NO_PULL, sha: SHA.here, head_sha: SHA.here, pull_request: 7 } });
}

const NO_PULL: ResultsFile['commit'] = { sha: null, ref: null, head_sha: null, base_sha: null, pull_request: null };

function shop(facts: ShopFacts, run: Partial<ResultsFile>): ResultsFile {
  const { trials = 5, each = () => ({}), without = [], more = [], results = {} } = facts;
  const cases = SHOP_IDS.filter((id) => !without.includes(id)).map((id, index) => {
    const ordinary = Array.from({ length: trials }, (_, trial) => each(index, trial));
    return shopCase(id, index, facts.about?.[id], facts.cases?.[id] ?? ordinary);
  });
  return resultsFile([...cases, ...more], { ...run, created_at: '2026-03-02T08:00:00.000Z', ...results });
}

/** A case of the suite as stored. */
export function shopCase(
  id: string,
  index: number,
  facts: CaseFacts = {},
  trials: readonly TrialFacts[] = FIVE,
): CaseRecord {
  const [tag = ''] = id.split(/[-/]/);
  return caseRecord(id, {
    tags: [tag],
    source: { file: 'evals/shop.yml', line: 3 + 9 * index },
    expected_tool_calls: 1,
    trials: measured(trials, index),
    ...facts,
  });
}

const FIVE: readonly TrialFacts[] = [{}, {}, {}, {}, {}];

function measured(trials: readonly TrialFacts[], index: number): readonly TrialRecord[] {
  return trialRecords(
    trials.map((facts, trial) => ({
      total_tokens: facts.outcome === 'error' ? null : 800 + 40 * index + 7 * (trial % 5),
      latency_ms: 1200 + 90 * index + 13 * (trial % 5),
      tool_recall: 1,
      parameter_accuracy: 1,
      ...facts,
    })),
  );
}

/** The same results, with token counts that were estimated from characters. */
export function estimated(results: ResultsFile): ResultsFile {
  const ofTrial = (trial: TrialRecord): TrialRecord => ({ ...trial, usage: { ...trial.usage, estimated: true } });
  return { ...results, cases: results.cases.map((item) => ({ ...item, trials: item.trials.map(ofTrial) })) };
}

/** Failing and passing trials of a case. */
export function mixed(passed: number, failed: number, check: Partial<CheckRecord>): readonly TrialFacts[] {
  return [
    ...Array.from({ length: failed }, () => failing(check)),
    ...Array.from({ length: passed }, () => ({}) satisfies TrialFacts),
  ];
}

/** A trial that fails these checks. */
export function failing(...checks: readonly Partial<CheckRecord>[]): TrialFacts {
  const failed = {
    id: 'tools.args',
    name: 'tools.args',
    turn: null,
    passed: false,
    score: 0,
    fact: saying('', 'wrong_value'),
  };
  return { outcome: 'failed', parameter_accuracy: 0, checks: checks.map((check) => ({ ...failed, ...check })) };
}

/** Refunds the whole order instead of the mug. */
export const WRONG_AMOUNT: Partial<CheckRecord> = {
  fact: {
    kind: 'arguments',
    code: 'wrong_value',
    matched: 0,
    of: 1,
    share: 1,
    difference: { name: 'issue_refund', path: 'amount', expected: '19.99', actual: '39.99' },
    unmatched: null,
  },
};

/** Does not say what was refunded. */
export const SILENT: Partial<CheckRecord> = {
  id: 'response.contains',
  name: 'response.contains',
  fact: { kind: 'phrases', code: 'missing_phrase', found: 1, of: 2, missing: '"19.99"', text: '"Done."' },
};

/** The mug's case as it is written. */
export const MUG: Case = {
  ...validCase(`
id: refund-cracked-mug
name: "Cracked mug: refund only the mug"
tags: [refund]
input: My mug is cracked.
expect:
  tools:
    - {name: lookup_order, args: {order_id: A89268}}
    - {name: issue_refund, args: {order_id: A89268, amount: {$approx: 19.99}}, status: ok}
`),
  source: { file: 'evals/shop.yml', line: 3 },
};

/** What the agent did with the mug. */
export const MUG_EVIDENCE: TrialEvidence = {
  trial: 1,
  calls: [
    { turn: 1, name: 'lookup_order', arguments: '{"order_id":"A89268"}', status: 'ok' },
    {
      turn: 1,
      name: 'issue_refund',
      arguments: '{"order_id":"A89268","amount":39.99,"reason":"the mug arrived cracked"}',
      status: 'ok',
    },
  ],
  paired: [
    {
      turn: null,
      pairs: [
        [0, 0],
        [1, 1],
      ],
      wrong: { expected: 1, made: 1 },
    },
  ],
  more_calls: 0,
  turn: null,
  output:
    'I am sorry about the mug! I refunded your whole order of $39.99 to the card you paid with, you will see it in 3–5 days.\n\nAnything else?',
};
