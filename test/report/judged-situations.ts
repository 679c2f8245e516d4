import { judgeCheckName } from '#judge/judged.ts';
import { readyCriterion } from '#judge/ready-criteria.ts';
import type { TrialFacts } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import type { Situation } from './report-of.ts';
import { failing, MUG, shopHere, shopMain } from './shop.ts';

const JUDGE = { identity: 'a'.repeat(64), model: 'gpt-5.1', votes: 3, models: ['gpt-5.1-2026-03-01'] };

const FOUND = { criterion: 'grounded', votes: 1, met_votes: 1, cached: false, verdict: 'met', evidence: null } as const;

/** What one trial's judging cost. */
const SPENT = { input_tokens: 900, output_tokens: 40, total_tokens: 940, cost_usd: 0.0015, models: JUDGE.models };

/** A trial whose answer promises a refund that no tool made; the quote tries to get out of its place. */
const UNFOUNDED: TrialFacts = {
  ...failing({
    id: judgeCheckName('grounded'),
    name: judgeCheckName('grounded'),
    fact: saying(
      'the judge finds "grounded" not met (2 of 2 votes): “Your 39.99 arrive **tomorrow** @everyone”',
      'not_met',
    ),
  }),
  judged: [
    { ...FOUND, verdict: 'not_met', votes: 2, met_votes: 0, evidence: 'Your 39.99 arrive **tomorrow** @everyone' },
  ],
  judge_usage: { ...SPENT, total_tokens: 1880, cost_usd: 0.003 },
};

const FOUNDED: TrialFacts = {
  judged: [FOUND],
  judge_usage: SPENT,
  checks: [{ id: 'judge.grounded', name: 'judge.grounded', turn: null, passed: true, score: 1, fact: saying('met') }],
};

const times = (count: number, facts: TrialFacts): readonly TrialFacts[] => Array.from({ length: count }, () => facts);
const about = { [MUG.id]: { name: MUG.name, judge_key: 'k'.repeat(64) } };

/** Situations with criteria that a model judges, by the name of the golden file that shows them. */
export const JUDGED_SITUATIONS: Readonly<Record<string, Situation>> = {
  'judged-failure': {
    candidate: shopHere({ about, cases: { [MUG.id]: times(5, UNFOUNDED) }, results: { judge: JUDGE } }),
    baseline: shopMain({ trials: 15, about, cases: { [MUG.id]: times(15, FOUNDED) }, results: { judge: JUDGE } }),
    facts: { cases: [{ ...MUG, expect: { judge: [readyCriterion('grounded')] } }] },
  },

  'another-judge': {
    candidate: shopHere({ about, cases: { [MUG.id]: times(5, FOUNDED) }, results: { judge: JUDGE } }),
    baseline: shopMain({
      trials: 15,
      about,
      cases: { [MUG.id]: times(15, FOUNDED) },
      results: { judge: { ...JUDGE, identity: 'b'.repeat(64), models: ['gpt-5.1-2025-11-13'] } },
    }),
    facts: { cases: [{ ...MUG, expect: { judge: [readyCriterion('grounded')] } }] },
  },
};
