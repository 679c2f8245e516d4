import { join } from 'node:path';
import { RUN } from '#commands/options/flags.ts';
import { dollars, listed, percent, plural, points, wholeNumber } from '#common/words.ts';
import { type LoadedSuite, suiteSize } from '#config/loaded-suite.ts';
import { costProblem } from '#config/parsing/cost-problem.ts';
import { estimateRun } from '#gate/baseline/estimate.ts';
import { dropBeforeRun } from '#gate/calibration/suite-outlook.ts';
import { STAGES, stagesUpTo } from '#gate/decision/terms/stages.ts';
import { exists } from '#runner/workspace/files/exists.ts';
import { uncoveredTools } from '#trials/checks/terms/scopes.ts';
import { measureCase } from '#trials/metrics/measure-case.ts';
import { type TrialNumbers, trialNumbers } from '#trials/trial/trial-range.ts';
import { commandName } from '../common/command-name.ts';
import { type LastRun, lastRun } from './last-run.ts';

/** What `validate` says besides what is wrong: the cost of runs, what the gate would see, what no case covers; a line each. */
export async function suiteOutlook(suite: LoadedSuite): Promise<readonly string[]> {
  const { agent } = suite.config;
  if (agent.kind === 'suite') return [testsUnknown(), ...(agent.errors.length === 0 ? [OTHER_ERRORS] : [])];
  const stored = await storedRun();
  const numbers = trialNumbers(suite.config.trials, suiteSize(suite));
  return [...costWords(suite, numbers, stored), ...sightWords(suite, numbers, stored), ...coverWords(suite, stored)];
}

function testsUnknown(): string {
  return `its own runner says which tests there are: they are known, with what a run costs, after the first round (${commandName()} run --trials 1)`;
}

const OTHER_ERRORS =
  'failures of the usual clients (openai.RateLimitError) are the provider’s; name those of yours by the beginning of their line: errors: ["^ModelBusy:"]';

/** The newest run in the output folder. */
async function storedRun(): Promise<LastRun | null> {
  const path = join(RUN.output.default, 'results.json');
  return (await exists(path)) ? lastRun(path) : null;
}

function costWords(suite: LoadedSuite, numbers: TrialNumbers, stored: LastRun | null): readonly string[] {
  const { cases, config } = suite;
  if (config.agent.kind === 'recorded') return [];
  const of = (trials: number) =>
    estimateRun(new Map(cases.map((item) => [item.id, item.trials ?? trials])), stored?.run.results ?? null);
  const [main, least, most] = [of(numbers.once), of(numbers.min), of(numbers.max)];
  const change = range([least.trials, most.trials], wholeNumber);
  const trials = `a run of main makes ${plural(main.trials, 'trial')}, a change ${change} before fresh trials`;
  const capped = `the caps max-tokens and max-cost-usd hold in any case`;
  const estimates = [main, least, most];
  const tokens = estimates.map((estimate) => estimate.tokens);
  if (stored === null || tokens.some((count) => count === null))
    return [
      `cost: ${trials}; tokens are unknown until a run is stored here (\`${commandName()} run --trials 1\` makes one trial per case); ${capped}`,
    ];
  const money = estimates.map((estimate) => estimate.cost_usd);
  const priced = money.every((amount) => amount !== null)
    ? `; dollars: ${amounts(money, dollars)}`
    : `; ${costProblem(config) ?? 'that run knows no cost'}`;
  return [`cost: ${trials}; tokens: about ${amounts(tokens, wholeNumber)}${priced}, by ${stored.path}; ${capped}`];
}

/** `750 on main, 450 to 1,500 for a change`. */
function amounts(values: readonly (number | null)[], text: (value: number) => string): string {
  const [main = 0, least = 0, most = 0] = values.map((value) => value ?? 0);
  return `${text(main)} on main, ${range([least, most], text)} for a change`;
}

function range([least, most]: readonly [number, number], text: (value: number) => string): string {
  return text(least) === text(most) ? text(most) : `${text(least)} to ${text(most)}`;
}

/** The pass rate that is assumed where nothing is stored. */
const ASSUMED = 0.9;

/** Runs of main after which the sight is told, too: they hold about all the trials that count. */
const MORE_RUNS = 5;

function sightWords({ cases, config }: LoadedSuite, numbers: TrialNumbers, stored: LastRun | null): readonly string[] {
  const rates = new Map(
    (stored?.run.results.cases ?? []).flatMap(({ id, trials }) => {
      const rate = measureCase(trials).pass_rate;
      return rate === null ? [] : [[id, rate] as const];
    }),
  );
  const known = cases.filter(({ id }) => rates.has(id)).length;
  const { gate } = config;
  if (gate.method === 'threshold' || gate.pass_rate.max_drop === null) return [];
  const stages = config.agent.kind === 'recorded' ? null : stagesUpTo(config.again, gate.method);
  const drops = new Map<string, number>();
  const seenBy = (runs: number, fresh: readonly number[] | null): number => {
    const key = `${runs}/${fresh?.at(-1)}`;
    const drop =
      drops.get(key) ??
      dropBeforeRun(cases, gate, numbers, { rates, unknown: ASSUMED, runs, stages: fresh }) ??
      Number.POSITIVE_INFINITY;
    drops.set(key, drop);
    return drop;
  };
  // Few trials say little of how cases differ, so a plan with them may seem to see more than one with more: it does not.
  const dropOf = (runs: number, fresh: readonly number[] | null): string => {
    const drop = Math.max(seenBy(runs, fresh), seenBy(MORE_RUNS, fresh));
    return drop === Number.POSITIVE_INFINITY ? 'none' : points(drop);
  };
  const basis =
    known === 0
      ? `if ${percent(ASSUMED)} of trials pass; more exactly after a stored run`
      : `by ${stored?.path}${known < cases.length ? `, and for ${plural(cases.length - known, 'case')} without a trial there as if ${percent(ASSUMED)} passed` : ''}`;
  return [
    `sight: after main's first run, 4 in 5 changes that lower the pass rate by ${dropOf(1, stages)} would be red; after five runs, by ${dropOf(MORE_RUNS, stages)} (${basis}); a single broken case is tested by itself`,
    ...(stages === null ? [] : [againWords(stages, (fresh) => dropOf(1, fresh))]),
  ];
}

/** What a limit of fresh trials costs. */
function againWords(stages: readonly number[], dropOf: (stages: readonly number[]) => string): string {
  const drops = STAGES.map((most) => `${dropOf(stagesUpTo(most, 'statistical'))} with N = ${most}`);
  return `fresh trials: what looks worse is tried again with up to ${stages.at(-1)} trials of a case on each side; \`trials: {again: N}\` limits them, and the drop above is then ${drops.join(', ')}`;
}

function coverWords({ cases, model_agent: model }: LoadedSuite, stored: LastRun | null): readonly string[] {
  const known = [...(model?.tools ?? []).map(({ name }) => name), ...(stored?.called ?? [])];
  const uncovered = uncoveredTools(cases, known);
  return uncovered.length === 0 ? [] : [`not covered: no case's \`tools\` names ${listed(uncovered, 10)}`];
}
