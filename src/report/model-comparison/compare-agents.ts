import { plural } from '#common/words.ts';
import { fewDifferences } from '#gate/baseline/pairing/difference-words.ts';
import { conditionDifferences } from '#gate/baseline/pairing/differences.ts';
import { evidence, scoredTrials } from '#gate/baseline/results/evidence.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { type Passes, pairwiseExact } from '#statistics/counts/pairwise-exact.ts';
import { floorBounds } from '#statistics/floors/floor-bounds.ts';
import { mean } from '#statistics/mean.ts';
import { measureSuite } from '#trials/metrics/measure-suite.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { AgentPair, AgentRow, DifferingCase, ModelComparison, UncomparedCases } from './model-comparison.ts';
import { pairWords } from './words.ts';

/** The run of one agent. */
export interface AgentRun {
  readonly name: string;
  /** Of the same cases in the same order for every agent. */
  readonly results: ResultsFile;
  /** Why it could not run at all, a sentence part; `null`: it could. */
  readonly problem: string | null;
}

/** The chance that any difference is shown where there is none, over all pairs. */
const FAMILY_ERROR = 0.05;

/**
 * Compares agents on the cases in which each has a judged trial.
 *
 * @param notes on the run, a sentence each
 */
export function compareAgents(runs: readonly AgentRun[], trials: number, notes: readonly string[]): ModelComparison {
  const able = runs.filter(({ results, problem }) => problem === null && results.cases.some(isJudged));
  const [first] = able;
  const ids = first === undefined ? [] : first.results.cases.map(({ id }) => id);
  const compared = ids.filter((id) => able.every((run) => isJudged(caseOf(run, id))));
  const isReplayed = able.some(({ results }) => hasReplays(results));
  return {
    schema_version: 1,
    trials,
    cases: compared.length,
    agents: runs.map((run) => agentRow(run, able.includes(run) ? compared : [])),
    pairs: pairsOf(able, compared, isReplayed),
    differing: differingCases(able, compared),
    left_out: leftOut(able, ids),
    notes: [
      ...(isReplayed
        ? ['Stored answers were replayed: they are no evidence about the agents, so nothing is decided']
        : []),
      ...able.flatMap(missingTrials),
      ...measuredDifferently(able),
      ...notes,
    ],
  };
}

function agentRow({ name, results, problem }: AgentRun, compared: readonly string[]): AgentRow {
  const cases = results.cases.filter(({ id }) => compared.includes(id)).map((item) => ({ trials: usedTrials(item) }));
  const measured = measureSuite(cases);
  const rates = cases.map(({ trials }) => ({
    rate: mean(trials.map(({ outcome }) => Number(outcome === 'passed'))) ?? 0,
    trials: trials.length,
  }));
  return {
    name,
    models: results.agent.models,
    problem,
    planned: results.cases.reduce((sum, { planned_trials: planned }) => sum + planned, 0),
    ...passesOf(cases.flatMap((item) => item.trials)),
    pass_rate: measured.pass_rate,
    ci95: hasReplays(results) ? null : (floorBounds(rates)?.ci95 ?? null),
    tool_recall: measured.tool_recall,
    tokens: measured.mean_tokens,
    cost_usd: measured.mean_cost_usd,
    latency_p95: measured.latency_p95,
    cost_per_pass_usd: costPerPass(cases.flatMap((item) => item.trials)),
  };
}

/** A trial that broke off could not say what it cost: it counts as much as the others. */
function costPerPass(trials: readonly TrialRecord[]): number | null {
  const passed = trials.filter(({ outcome }) => outcome === 'passed').length;
  const known = trials.flatMap(({ usage }) => usage.cost_usd ?? []);
  const isUnknown = trials.some(({ usage, completed }) => usage.cost_usd === null && completed !== false);
  const each = mean(known);
  return passed === 0 || isUnknown || each === null ? null : (each * trials.length) / passed;
}

function pairsOf(able: readonly AgentRun[], compared: readonly string[], isReplayed: boolean): readonly AgentPair[] {
  const sides = able.map((run) => compared.map((id) => passesOf(isReplayed ? [] : evidence(caseOf(run, id)))));
  return pairwiseExact(sides).map(({ first: left, second: right, cases: _, ...test }) => {
    const [first, second] = [able[left]?.name ?? '', able[right]?.name ?? ''];
    const isShown = test.p_holm <= FAMILY_ERROR && test.difference !== null && test.difference !== 0;
    const better = isShown ? ((test.difference ?? 0) > 0 ? second : first) : null;
    return { first, second, ...test, better, words: pairWords({ first, second, ...test, better }) };
  });
}

function differingCases(able: readonly AgentRun[], compared: readonly string[]): readonly DifferingCase[] {
  return compared
    .map((id) => {
      const passes = able.map((run) => passesOf(usedTrials(caseOf(run, id))));
      const rates = passes.map(({ passed, scored }) => passed / scored);
      return { id, passes, spread: Math.max(...rates) - Math.min(...rates) };
    })
    .filter(({ spread }) => spread > 0)
    .toSorted((left, right) => right.spread - left.spread)
    .map(({ id, passes }) => ({ id, passes }));
}

/** By agent and reason, in the order of the suite. */
function leftOut(able: readonly AgentRun[], ids: readonly string[]): readonly UncomparedCases[] {
  const groups = new Map<string, UncomparedCases & { readonly ids: string[] }>();
  for (const id of ids) {
    const without = able.find((run) => !isJudged(caseOf(run, id)));
    if (without === undefined) continue;
    const reason = caseOf(without, id).trials.find(({ error }) => error !== null)?.error?.message ?? null;
    const key = JSON.stringify([without.name, reason]);
    const group = groups.get(key) ?? { ids: [], agent: without.name, reason };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A cap, a cancelled run or a fault of the machinery left trials out. */
function missingTrials({ name, results }: AgentRun): readonly string[] {
  const planned = results.cases.reduce((sum, item) => sum + item.planned_trials, 0);
  const judged = results.cases.reduce((sum, item) => sum + scoredTrials(item).length, 0);
  const [why] = results.cases.flatMap(({ trials }) => trials.flatMap(({ error }) => error?.message ?? []));
  return judged >= planned
    ? []
    : [
        `${name}: ${planned - judged} of ${plural(planned, 'trial')} are missing; it is judged by the others${why === undefined ? '' : `; the first says: ${why}`}`,
      ];
}

/** Agents that are recorded in different ways, or have the same settings. */
function measuredDifferently([first, ...others]: readonly AgentRun[]): readonly string[] {
  if (first === undefined) return [];
  return others.flatMap((other) => {
    const differences = conditionDifferences(other.results, first.results);
    const sides = { before: `for ${first.name}`, after: `for ${other.name}` };
    const isSame =
      differences.length === 0 && other.results.agent.treatment_hash === first.results.agent.treatment_hash;
    return [
      ...(differences.length === 0 ? [] : [`Not measured in the same way: ${fewDifferences(differences, sides)}`]),
      ...(isSame
        ? [`${first.name} and ${other.name} have the same settings in the config, so their differences are chance`]
        : []),
    ];
  });
}

/** What a row is about: each answer once, or all stored answers. */
function usedTrials(item: Pick<CaseRecord, 'trials'>): readonly TrialRecord[] {
  return item.trials.some(({ source }) => source === 'replayed') ? scoredTrials(item) : evidence(item);
}

function hasReplays({ cases }: ResultsFile): boolean {
  return cases.some(({ trials }) => trials.some(({ source }) => source === 'replayed'));
}

function isJudged(item: Pick<CaseRecord, 'trials'>): boolean {
  return scoredTrials(item).length > 0;
}

function caseOf({ results }: AgentRun, id: string): Pick<CaseRecord, 'trials'> {
  return results.cases.find((item) => item.id === id) ?? { trials: [] };
}

function passesOf(trials: readonly TrialRecord[]): Passes {
  return { passed: trials.filter(({ outcome }) => outcome === 'passed').length, scored: trials.length };
}
