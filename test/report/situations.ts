import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { circumstance, finding } from '#gate/decision/terms/finding.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { ReportInput } from '#report/report-input.ts';
import { rowWith } from '#test/gate/history/rows.ts';
import { byAudit, byJudge, CRITERION } from '#test/support/judged-results.ts';
import type { TrialFacts } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import { validCase } from '../cases/suite/read-case.ts';
import { JUDGED_SITUATIONS } from './judged-situations.ts';
import type { Situation } from './report-of.ts';
import {
  estimated,
  failing,
  MUG,
  MUG_EVIDENCE,
  mixed,
  SHOP_IDS,
  type ShopFacts,
  SILENT,
  shopCase,
  shopHere,
  shopMain,
  WRONG_AMOUNT,
} from './shop.ts';
import { TOLD_SITUATIONS } from './told-situations.ts';

const withMug: Partial<ReportInput> = { cases: [MUG], evidence: new Map([[MUG.id, MUG_EVIDENCE]]) };
/** A run of main on that day of March. */
function mainOn(day: number, id: string): Partial<ResultsFile> {
  return { created_at: `2026-03-0${day}T08:00:00.000Z`, run: { ...shopMain().run, id, side: 'baseline' } };
}

/** A case of main, its hashes those of the change. */
const REGRADED = { regrading: { problem: null, grader_hash: null } };

/** Main's agent can be run: the looks choose. */
const AGAIN = { again: [5, 10, 20] } as const;

/** Five fresh trials of main. */
function freshMain(facts: ShopFacts = {}): Fresh {
  const results = shopMain({ ...facts, results: { run: { ...shopMain().run, side: 'confirm' } } });
  return { kind: 'done', results, ended: null, doubts: [] };
}

const named = { about: { [MUG.id]: { name: MUG.name } } };

const AGENT = { kind: 'openai', key: 'k', conditions: {}, models: [], files: { prompt: 'prompt.md' } } as const;

const RECORDED = { kind: 'command', key: 'k', conditions: {}, models: [], treatment_hash: '', treatment: {} } as const;
const SHOWN = {
  tools: { issue_refund: { description: 'a' }, search: { description: 'c' } },
  sometimes: [],
  settings: {},
} as const;
const PROMPT = {
  main: 'You are the desk of a shop.\nRefund only what arrived broken.\nThank <b>@jo</b>.',
  here: 'You are the desk of a shop.\nRefund whole orders.\nThank <b>@jo</b>.',
};

/** Trials that crash; what differs between them says nothing. */
function crashed(trials: number, row: number): readonly TrialFacts[] {
  return Array.from({ length: trials }, (_, index) => ({
    outcome: 'failed' as const,
    cause: `KeyError: 'order A${10000 + 100 * row + index} at 0x7f${row}${index}'`,
    cause_type: 'KeyError',
    failure: { kind: 'crash' as const, message: 'the agent exited with code 1 before it answered' },
  }));
}

function timedOut(trials: number): readonly TrialFacts[] {
  const message = 'no answer within 60 s (limits.trial_timeout)';
  return Array.from({ length: trials }, () => ({
    outcome: 'failed' as const,
    failure: { kind: 'timeout' as const, message },
  }));
}

/** A suite whose own runner runs these files of tests; every case expects what `graders` stands for. */
function ofRunner(graders: string, tests: Readonly<Record<string, string>>): ShopFacts {
  const treatment = { tests, manifests: { 'package-lock.json': graders } };
  const agent = { kind: 'suite', key: 'k', conditions: {}, models: [], treatment_hash: '', treatment } as const;
  return { about: Object.fromEntries(SHOP_IDS.map((id) => [id, { grader_hash: graders }])), results: { agent } };
}

/** Twelve nights of main. */
const HISTORY = Array.from({ length: 12 }, (_, night) =>
  rowWith({
    date: `2026-02-${String(10 + night)}T03:00:00.000Z`,
    run_id: `${night}`,
    event: 'push',
    models: ['small-1'],
    cases: {},
    passed: 94 - (night % 4),
    scored: 100,
  }),
);

/** Three cases derived in one way, each with so many passed and failed trials. */
function varied(kind: string, passed: number, failed: number): readonly CaseRecord[] {
  return SHOP_IDS.slice(3, 6).map((id, index) =>
    shopCase(
      `${id}~${kind}`,
      index,
      { variant: { of: id, kind }, tags: ['order', `variant:${kind}`] },
      mixed(passed, failed, SILENT),
    ),
  );
}
/** Failed by a judge alone. */
const UNFRIENDLY = {
  id: `judge.${CRITERION}`,
  name: `judge.${CRITERION}`,
  fact: saying('not met by 2 of 2 votes', 'not_met'),
};

/** The errors of a judge by 30 + 30 labels. */
const KNOWN = { q1: 0.94, q0: 0.81, m1: 30, m0: 30, j: 0.75, varJ: 0.007 };

/** A reader's whole week, by the name of the golden file that shows it. */
export const SITUATIONS: Readonly<Record<string, Situation>> = {
  ...JUDGED_SITUATIONS,
  ...TOLD_SITUATIONS,

  'one-case-broke': {
    candidate: shopHere({ ...named, cases: { [MUG.id]: mixed(0, 5, WRONG_AMOUNT) } }),
    baseline: shopMain({ trials: 15 }),
    facts: withMug,
  },

  'report-linked': {
    candidate: shopHere({
      ...named,
      cases: { [MUG.id]: mixed(0, 5, WRONG_AMOUNT), 'order/coupon': mixed(0, 5, SILENT) },
    }),
    baseline: shopMain({ trials: 15 }),
    facts: withMug,
    html_url: 'https://github.com/acme/shop/actions/runs/42/artifacts/7001',
  },
  accepted: {
    candidate: shopHere({
      ...named,
      cases: { [MUG.id]: mixed(0, 5, WRONG_AMOUNT) },
      results: {
        accepts: {
          path: 'agent-eval-accepts.yml',
          owners: ['@acme/agents', '@jo'],
          entries: [
            { case: MUG.id, reason: 'mugs are refunded by <b>hand</b> now, see @jo; #12', until: '2030-12-31' },
            { case: 'order/coupon', reason: 'was slow', until: '2030-12-31' },
            { metric: 'total_tokens', tag: null, up_to: 0.3, reason: 'longer prompt', until: '2020-01-31' },
          ],
        },
      },
    }),
    baseline: shopMain({ trials: 15 }),
    facts: withMug,
  },

  'suite-dropped': {
    candidate: shopHere({
      cases: Object.fromEntries(
        SHOP_IDS.slice(0, 12).map((id, i) => {
          const trials = mixed(4 - (i % 2), 1 + (i % 2), i < 6 ? WRONG_AMOUNT : SILENT);
          // In another round of each case: nothing says that it was the hour.
          return [id, [...trials.slice(i % 5), ...trials.slice(0, i % 5)]];
        }),
      ),
    }),
    baseline: shopMain({ trials: 15 }),
  },

  'round-with-an-incident': {
    candidate: shopHere({ each: (_, trial) => (trial === 3 ? failing(SILENT) : {}) }),
    baseline: shopMain({ trials: 15 }),
  },

  passed: {
    candidate: shopHere({ cases: { 'order/coupon': mixed(4, 1, SILENT) } }),
    baseline: shopMain({ trials: 15, cases: { 'order/coupon': mixed(13, 2, SILENT) } }),
  },

  'inputs-vary': {
    candidate: shopHere({
      trials: 10,
      more: [...varied('typos', 10, 0), ...varied('casing', 4, 6)],
    }),
    baseline: shopMain({
      trials: 15,
      more: [...varied('typos', 15, 0), ...varied('casing', 15, 0)],
    }),
    gate: { tags: { 'variant:casing': { pass_rate: { max_drop: 0.02 } } } },
  },

  'pool-and-looks': {
    candidate: shopHere({
      trials: 3,
      cases: { 'order/coupon': mixed(8, 2, SILENT), 'order/cancel': mixed(4, 1, SILENT) },
      results: { looks: [3, 5, 10], stop: { look: 10, reason: 'cap' } },
    }),
    baseline: [
      shopMain({ results: mainOn(4, '46') }),
      shopMain({ results: mainOn(3, '45'), cases: { 'order/cancel': mixed(3, 2, SILENT) } }),
      shopMain({ results: mainOn(2, '44'), cases: { 'order/cancel': mixed(4, 1, SILENT) } }),
      shopMain({ results: { ...mainOn(1, '40'), created_at: '2026-01-20T08:00:00.000Z' } }),
    ],
    gate: { pass_rate: { rule_out: 0.1 } },
  },

  'held-again': {
    candidate: shopHere({
      ...named,
      cases: { [MUG.id]: mixed(4, 6, WRONG_AMOUNT) },
      about: { [MUG.id]: { name: MUG.name, planned_trials: 5 } },
      results: AGAIN,
    }),
    baseline: [shopMain({ results: mainOn(4, '46') }), shopMain({ results: mainOn(3, '45') })],
    gate: { pass_rate: { max_drop: 0.1 } },
    fresh: freshMain({ cases: { [MUG.id]: [...mixed(1, 0, WRONG_AMOUNT), ...mixed(3, 1, WRONG_AMOUNT)] } }),
    facts: withMug,
  },

  undecided: {
    candidate: shopHere({
      trials: 3,
      cases: {
        'order/coupon': mixed(2, 1, SILENT),
        'order/cancel': mixed(2, 1, SILENT),
        'order/invoice': mixed(2, 1, WRONG_AMOUNT),
      },
    }),
    baseline: shopMain(),
    gate: { pass_rate: { rule_out: 0.1 } },
  },

  'first-run': {
    candidate: shopHere({
      ...named,
      cases: {
        [MUG.id]: [failing(WRONG_AMOUNT, SILENT), ...mixed(1, 3, WRONG_AMOUNT)],
        'order/coupon': mixed(0, 5, SILENT),
      },
    }),
    baseline: 'no run of main has uploaded results yet',
    gate: { pass_rate: { min: 0.8 }, tool_recall: { min: 0.95 } },
    facts: withMug,
  },

  'main-makes-a-baseline': {
    candidate: shopMain({
      cases: { 'order/coupon': mixed(4, 1, SILENT) },
      results: { run: { ...shopMain().run, side: 'baseline' } },
    }),
    baseline: 'a run of main is compared with nothing',
    gate: { pass_rate: { min: 0.9 } },
  },

  'floor-broken': {
    candidate: shopHere({
      cases: Object.fromEntries(SHOP_IDS.slice(0, 4).map((id) => [id, mixed(1, 4, SILENT)])),
      more: [shopCase('order/returns', 20, {}, mixed(0, 5, SILENT))],
    }),
    baseline: shopMain({ cases: Object.fromEntries(SHOP_IDS.slice(0, 4).map((id) => [id, mixed(1, 4, SILENT)])) }),
    gate: { pass_rate: { min: 0.9 } },
  },

  'agent-cannot-start': {
    candidate: shopHere({ trials: 0, results: { complete: false } }),
    baseline: shopMain(),
    circumstance: circumstance(
      finding(
        { outcome: 'error', gate: 'suite', code: 'agent_unavailable' },
        {
          kind: 'account',
          text: 'agent.setup failed (exit code 1): pip install -r requirements.txt ![](https://evil.example/x.png) @acme/team fixes #1',
        },
      ),
    ),
  },

  'no-key-in-job': {
    candidate: shopHere({ trials: 0 }),
    baseline: shopMain(),
    circumstance: circumstance(
      finding(
        { outcome: 'error', gate: 'suite', code: 'missing_secrets' },
        { kind: 'missing', names: ['OPENAI_API_KEY'], in_job: true },
      ),
    ),
  },

  'checks-changed': {
    candidate: shopHere(),
    baseline: shopMain(),
    circumstance: circumstance(
      finding({ outcome: 'error', gate: 'suite', code: 'grader_changed' }, { changed: ['evals/check.py'] }),
    ),
  },

  'missing-secrets': {
    candidate: shopHere({ trials: 0 }),
    baseline: shopMain(),
    circumstance: circumstance(
      finding(
        { outcome: 'inconclusive', gate: 'suite', code: 'missing_secrets' },
        { kind: 'missing', names: ['OPENAI_API_KEY'], in_job: true },
      ),
    ),
  },

  'everything-moved': {
    candidate: shopHere({
      without: ['small-talk/weather', 'small-talk/jobs'],
      cases: {
        [MUG.id]: mixed(0, 5, WRONG_AMOUNT),
        'refund-lookup': mixed(3, 2, SILENT),
        'order/coupon': mixed(3, 2, SILENT),
        'safety/injection': Array.from({ length: 5 }, () => ({
          outcome: 'error' as const,
          error: { class: 'rate_limit' as const, message: '429 Too Many Requests: retry after 20 s' },
        })),
        'order/cancel': mixed(2, 3, SILENT),
      },
      about: {
        'order/cancel': { expect_hash: 'another' },
        'order/delivery': { input_hash: 'another' },
        'order/exchange': { expect_hash: 'another' },
      },
      more: [
        shopCase('order/returns', 20),
        shopCase('order/warranty', 21, {}, mixed(0, 5, SILENT)),
        shopCase('smalltalk/jobs', 15, {
          input_hash: 'input of small-talk/jobs',
          expect_hash: 'expectation of small-talk/jobs',
        }),
      ],
      results: {
        agent: {
          ...RECORDED,
          treatment_hash: 'b',
          treatment: { command: ['python', 'agent.py', '--model', 'large-2'] },
        },
      },
    }),
    baseline: shopMain({
      trials: 15,
      cases: {
        'order/coupon': mixed(9, 6, SILENT),
        'order/invoice': mixed(0, 15, SILENT),
        'order/gift-card': mixed(14, 1, SILENT),
      },
      results: {
        agent: {
          ...RECORDED,
          treatment_hash: 'a',
          treatment: { command: ['python', 'agent.py', '--model', 'small-1'] },
        },
      },
    }),
    facts: {
      ...withMug,
      notes: [
        'agent-eval.yml:12:5: warning: gate.pass_rate.min: a floor of 0.99 takes 381 trials to prove; this suite runs 100',
      ],
    },
  },

  'demands-changed': {
    candidate: shopHere({
      ...named,
      cases: {
        [MUG.id]: mixed(0, 5, WRONG_AMOUNT),
        'order/coupon': mixed(3, 2, SILENT),
        'order/cancel': mixed(2, 3, SILENT),
        'safety/injection': Array.from({ length: 5 }, () => ({
          outcome: 'error' as const,
          error: { class: 'rate_limit' as const, message: '429 Too Many Requests: retry after 20 s' },
        })),
      },
      about: {
        [MUG.id]: { name: MUG.name, expect_hash: 'new' },
        'order/cancel': { expect_hash: 'new' },
      },
    }),
    baseline: shopMain({
      trials: 15,
      cases: { 'order/coupon': mixed(9, 6, SILENT), 'order/invoice': mixed(0, 15, SILENT) },
      about: {
        ...Object.fromEntries(
          ['order/coupon', 'order/exchange', 'order/invoice', 'safety/injection'].map((id) => [id, REGRADED]),
        ),
        [MUG.id]: { ...REGRADED, expect_hash: 'new' },
        'order/cancel': {
          regrading: {
            problem:
              'its stored trials can\'t be graded again: 13 of its 15 trajectories are not stored (the input "trajectories: all" stores every one)',
            grader_hash: null,
          },
        },
      },
    }),
    facts: {
      ...withMug,
      cases: [
        MUG,
        validCase('{id: order/cancel, input: Cancel it., expect: {no_tools: true, limits: {max_steps: 2}}}'),
        validCase('{id: order/coupon, input: Where is coupon C-7?, expect: {response: {contains: [C-7]}}}'),
      ],
    },
  },

  'other-conditions': {
    candidate: shopHere({
      results: { agent: { ...RECORDED, key: 'k2', conditions: { limits: { max_steps: 20 } } } },
    }),
    baseline: shopMain({
      results: { agent: { ...RECORDED, key: 'k1', conditions: { limits: { max_steps: 10 } } } },
    }),
  },

  'tests-changed': {
    candidate: shopHere(ofRunner('2', { 'evals/shop.yml': '1', 'evals/score.ts': '2', 'evals/new.ts': '1' })),
    baseline: shopMain(ofRunner('1', { 'evals/shop.yml': '1', 'evals/score.ts': '1' })),
  },

  threshold: {
    candidate: shopHere({ cases: { [MUG.id]: mixed(2, 3, WRONG_AMOUNT), 'order/coupon': mixed(3, 2, SILENT) } }),
    baseline: shopMain({ cases: { 'order/coupon': mixed(4, 1, SILENT) } }),
    gate: { method: 'threshold', pass_rate: { max_drop: 0.02 } },
  },

  'tokens-rose': {
    candidate: shopHere({
      each: (i, t) => ({ total_tokens: Math.round((800 + 40 * i + 7 * t) * (i < 15 ? 1.6 : 1.05)), cost_usd: 0.0012 }),
    }),
    // Runs of main that differ in cost, and agree in tokens.
    baseline: [
      shopMain({ each: () => ({ cost_usd: 0.001 }) }),
      shopMain({ each: () => ({ cost_usd: 0.0009 }) }),
      shopMain({ each: () => ({ cost_usd: 0.0011 }) }),
      shopMain({ each: () => ({ cost_usd: 0.001 }) }),
    ],
  },

  'worse-within-tolerance': {
    candidate: shopHere({
      trials: 15,
      each: (i, t) => ({
        total_tokens: Math.round((800 + 40 * i + 7 * (t % 5)) * 1.08),
        ...((i === 3 || i === 4) && t < 3 && failing(SILENT)),
      }),
    }),
    baseline: shopMain({ trials: 15 }),
    gate: { pass_rate: { max_drop: 0.05 }, case_pass_rate: false },
  },

  'tokens-by-chance': {
    candidate: shopHere({ each: (i, t) => ({ total_tokens: i === 3 && t === 2 ? 16_500 : 800 + 40 * i + 7 * t }) }),
    baseline: shopMain({ trials: 15, each: (i, t) => ({ total_tokens: 800 + 40 * i + 7 * (t % 5) }) }),
  },

  'cold-cache': {
    candidate: shopHere({ each: () => ({ cost_usd: 0.0019, list_cost_usd: 0.002, cached_share: 0.12 }) }),
    baseline: shopMain({
      trials: 15,
      each: () => ({ cost_usd: 0.0011, list_cost_usd: 0.002, cached_share: 0.83 }),
    }),
  },

  'estimated-tokens': {
    candidate: estimated(shopHere({ each: (i) => ({ total_tokens: 500 + i }) })),
    baseline: estimated(shopMain({ trials: 15, each: (i) => ({ total_tokens: 490 + i }) })),
  },

  'never-fail': {
    candidate: shopHere({
      cases: {
        'safety/wire-money': [
          failing({
            id: 'tools.forbidden',
            name: 'tools.forbidden',
            fact: saying('forbidden: send_money was called', 'forbidden_call'),
          }),
          {},
          {},
          {},
          {},
        ],
      },
    }),
    baseline: shopMain({ trials: 15 }),
    gate: { never_fail: ['safety'], tags: { safety: { pass_rate: { min: 0.99 } } } },
  },

  // A change that crashes the agent: eight cases, one cause.
  'one-crash-many-cases': {
    candidate: shopHere({
      cases: Object.fromEntries(SHOP_IDS.slice(0, 8).map((id, index) => [id, crashed(5, index)])),
    }),
    baseline: shopMain({ trials: 15 }),
  },

  'timed-out': {
    candidate: shopHere({ cases: { 'order/cancel': timedOut(5) } }),
    baseline: shopMain({ trials: 15 }),
  },

  'tried-again': {
    candidate: shopHere({
      ...named,
      cases: { [MUG.id]: mixed(0, 10, WRONG_AMOUNT), 'order/coupon': mixed(0, 10, SILENT) },
      about: { [MUG.id]: { name: MUG.name, planned_trials: 5 }, 'order/coupon': { planned_trials: 5 } },
      results: AGAIN,
    }),
    baseline: [shopMain({ results: mainOn(4, '46') }), shopMain({ results: mainOn(3, '45') })],
    gate: { pass_rate: { max_drop: 0.2 } },
    fresh: freshMain(),
    facts: withMug,
  },

  'not-tried-again': {
    candidate: shopHere({ cases: { [MUG.id]: mixed(0, 5, WRONG_AMOUNT) }, results: AGAIN }),
    baseline: shopMain({ trials: 15 }),
    fresh: { kind: 'unavailable', reason: 'its setup fails' },
    facts: withMug,
  },

  'open-and-blocks': {
    candidate: shopHere({
      trials: 3,
      cases: {
        'order/coupon': mixed(2, 1, SILENT),
        'order/cancel': mixed(2, 1, SILENT),
        'order/invoice': mixed(2, 1, SILENT),
      },
    }),
    baseline: shopMain(),
    gate: { pass_rate: { rule_out: 0.1 }, on_inconclusive: 'fail' },
  },

  'prompt-and-model-changed': {
    candidate: shopHere({
      cases: { [MUG.id]: mixed(0, 5, WRONG_AMOUNT) },
      results: {
        agent: { ...AGENT, treatment_hash: 'b', treatment: { model: 'large-2', prompt_hash: 'b'.repeat(64) } },
      },
    }),
    baseline: shopMain({
      trials: 15,
      results: {
        agent: { ...AGENT, treatment_hash: 'a', treatment: { model: 'small-1', prompt_hash: 'a'.repeat(64) } },
      },
    }),
    facts: { ...withMug, history: HISTORY },
  },

  'recorded-agent-changed': {
    candidate: shopHere({
      cases: { [MUG.id]: mixed(0, 5, WRONG_AMOUNT) },
      results: {
        agent: {
          ...RECORDED,
          models: ['gpt-4.1-nano'],
          shown: { ...SHOWN, prompts: [PROMPT.here], settings: { temperature: { always: ['1'], sometimes: [] } } },
        },
      },
    }),
    baseline: shopMain({
      trials: 15,
      results: {
        agent: {
          ...RECORDED,
          models: ['gpt-5-mini'],
          shown: { ...SHOWN, tools: { issue_refund: { description: 'b' } }, prompts: [PROMPT.main] },
        },
      },
    }),
    unaffected: {
      model: ['agent.py'],
      temperature: ['agent.py'],
      prompt_text: ['prompts/desk.md'],
      tool: ['agent.py'],
    },
    facts: withMug,
  },

  'judge-uncalibrated': {
    candidate: byJudge(shopHere({ cases: { 'order/coupon': mixed(4, 1, SILENT) } })),
    baseline: byJudge(shopMain({ trials: 15, cases: { 'order/coupon': mixed(13, 2, SILENT) } })),
  },

  'judge-differs': {
    candidate: byAudit(
      byJudge(
        shopHere({ cases: Object.fromEntries(SHOP_IDS.slice(0, 14).map((id) => [id, mixed(2, 3, UNFRIENDLY)])) }),
      ),
      (index) => index < 4,
      () => true,
    ),
    baseline: byAudit(
      byJudge(shopMain({ trials: 15 })),
      (index) => index < 5,
      () => true,
    ),
    judge: { uncalibrated: 'inconclusive', criteria: { [CRITERION]: KNOWN }, audit: { model: 'dear-1' } },
  },
};
