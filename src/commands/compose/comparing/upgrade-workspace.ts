import { relative, resolve, sep } from 'node:path';
import type { DocumentPath } from '#common/document/located-document.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { valueAt } from '#common/json.ts';
import { listed } from '#common/words.ts';
import type { Config } from '#config/config.ts';
import { modelPlaces, withOtherModel } from '#config/model-places.ts';
import { agentCalled, agentFolder, type ChosenAgent } from '#config/parsing/agents-of.ts';
import { capsExceeded, estimateRun } from '#gate/baseline/estimate.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { runCounts, scoredTrials } from '#gate/baseline/results/evidence.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { likelyRates, planUpgrade, type UpgradePlan } from '#gate/upgrade/plan-upgrade.ts';
import { MODEL_ID, type UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import { compareAgents } from '#report/model-comparison/compare-agents.ts';
import { upgradeFile } from '#report/model-comparison/upgrade.ts';
import { plannedWords, shownUpgrade } from '#report/model-comparison/upgrade-words.ts';
import { roundsAtATime } from '#runner/comparing/run-agents.ts';
import { modelsThatEnded, triedModels } from '#runner/comparing/try-models.ts';
import type { NamedSuite, Unchosen } from '#runner/load/load-suite.ts';
import { priceUsage } from '#trials/prices/price-usage.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import { runTogether, type TogetherJob, type TogetherResult } from './compare-workspace.ts';

/** What is asked of an upgrade. */
export interface UpgradeOrder {
  /** Ids of the candidates. */
  readonly to: readonly string[];
  /** The agent of the config; `null`: the default one. */
  readonly agent: string | null;
  readonly margin: number;
  /** Of main, nearest first: what today's model is known to pass and to cost. */
  readonly known: readonly StoredRun[];
}

/** Runs candidates beside today's model until each is shown, or will not be, and writes upgrade.json. */
export function upgradeWorkspace(request: WorkspaceRequest, order: UpgradeOrder): Promise<TogetherResult<UpgradeFile>> {
  return runTogether(request, (config, document) => {
    const chosen = chooseModels(config, document, { ...order, folders: request.folders });
    return 'problem' in chosen
      ? chosen
      : { ...chosen, begin: (suites) => begin(request, order, { ...chosen, suites }) };
  });
}

function begin(
  request: WorkspaceRequest,
  { margin, known }: UpgradeOrder,
  { place, models, notes: ofPlace, suites }: ChosenModels & { readonly suites: readonly NamedSuite[] },
): ReturnType<TogetherJob<UpgradeFile>['begin']> {
  const { progress, budget, facts, scope } = request;
  const ids = suites[0]?.suite.cases.map(({ id }) => id) ?? [];
  const block = roundsAtATime(ids.length, suites[0]?.suite.config ?? { concurrency: 1 });
  const counts = ids.map((id) =>
    runCounts(known.flatMap(({ results }) => results.cases.filter((item) => item.id === id).flatMap(scoredTrials))),
  );
  const rates = likelyRates(counts);
  const planOf = (of: readonly number[]) => planUpgrade({ rates: of, candidates: models.length - 1, margin, block });
  const rules = planOf(rates ?? ids.map(() => 0.5));
  const surest = rates === null ? planOf(ids.map(() => 1)) : rules;
  const said = {
    low: surest.trials,
    high: rules.trials,
    most: ids.length * (rules.most + block) * models.length,
    cost_usd: rates === null ? null : costOf(rules, suites, models, known[0]?.results),
  };
  for (const words of plannedWords({ said, models, cases: ids.length }, surest, rules)) progress.note(words);
  const estimate = { trials: said.high, tokens: null, cost_usd: said.cost_usd };
  if (capsExceeded(estimate, budget).length > 0)
    progress.warn('A cap is below this: candidates that it cuts off stay open');
  return {
    trials: rules.most + block,
    ended: (ran) => modelsThatEnded(ids, ran, rules),
    conclude({ runs, cancelled, is_exhausted }, trials, notes, { trials: made, cost_usd }) {
      const comparison = compareAgents(runs, trials, [...ofPlace, ...notes]);
      const sides = runs.map(({ results: { cases }, problem }) => ({
        records: new Map(cases.map((item) => [item.id, item.trials])),
        stopped: problem !== null,
      }));
      const part = scope.selection.ids.length + scope.selection.tags.length > 0;
      const outcome = upgradeFile(
        { ...place, sha: facts.commit.sha, part, said, spent: { trials: made, cost_usd } },
        {
          ...{ models, runs, comparison, rules },
          tried: triedModels(ids, sides, margin),
          cut: cancelled ? 'cancelled' : is_exhausted ? 'cap' : null,
        },
      );
      return { outcome, shown: shownUpgrade(outcome, comparison) };
    },
  };
}

/** The agent with each model, today's first, and where the config names that. */
interface ChosenModels {
  readonly agents: readonly ChosenAgent[];
  readonly models: readonly string[];
  readonly place: Pick<UpgradeFile, 'agent' | 'file' | 'places'>;
  readonly notes: readonly string[];
}

function chooseModels(
  whole: Config,
  document: ParsedDocument,
  { to, agent: asked, folders: { root, cwd } }: UpgradeOrder & Pick<WorkspaceRequest, 'folders'>,
): ChosenModels | Unchosen {
  const named = asked === null ? { config: whole } : agentCalled(whole, asked);
  if ('problem' in named) return { problem: `--agent: ${named.problem}` };
  const { config } = named;
  const found = modelPlaces(config);
  if ('problem' in found) return found;
  const { model: today, paths } = found;
  const models = [today, ...to.filter((id) => id !== today)];
  if (models.length === 1) return { problem: `${today} is today's model already: nothing to try`, is_skipped: true };
  const strange = models.find((id) => !MODEL_ID.test(id));
  if (strange !== undefined) return { problem: `${JSON.stringify(strange)} is no id of a model` };
  const names = models.map(agentFolder);
  const folders = names.map((name) => name.toLowerCase());
  const agents = models.map((id, at) => ({
    // No folder of another id has this sign.
    name: folders.indexOf(folders[at] ?? '') === at ? `${names[at]}` : `${names[at]}~${at}`,
    config: withOtherModel(config, id),
  }));
  const isOwn = (path: DocumentPath, of: DocumentPath) => valueAt(document.value, [...of, ...path]) !== undefined;
  const shared = paths.filter((path) => !isOwn(path, config.agent_path));
  const places = paths.map((path) => {
    const written = [...(shared.includes(path) ? ['agent'] : config.agent_path), ...path];
    return { path: written, line: document.locate(written).line };
  });
  const others = whole.agents
    .filter(({ agent, name }) => agent !== config.agent && shared.some((path) => !isOwn(path, ['agents', name])))
    .map(({ name }) => name);
  return {
    ...{ agents, models },
    place: {
      agent: config.agents.length === 0 ? null : String(config.agent_path.at(-1)),
      file: relative(root, resolve(cwd, document.file)).replaceAll(sep, '/'),
      places,
    },
    notes:
      others.length === 0
        ? []
        : [`The id in \`agent\` is that of ${listed(others)} too, which would move without a trial`],
  };
}

/** What the trials of a plan cost, with the tokens of main's nearest run at the prices of each model; an agent whose prices nobody knows costs what it said. */
function costOf(
  { rounds }: UpgradePlan,
  suites: readonly NamedSuite[],
  models: readonly string[],
  results: ResultsFile | undefined,
): number | null {
  if (results === undefined) return null;
  const costs = suites.map(({ suite: { config, cases } }, at) => {
    const priced = ({ usage, ...trial }: TrialRecord) => ({
      ...trial,
      usage: priceUsage({ ...usage, cost_usd: null }, { served: null, requested: models[at] ?? null }, config.prices),
    });
    const known = results.cases.map((item) => ({ ...item, trials: item.trials.map(priced) }));
    const planned = new Map(cases.map(({ id }) => [id, at === 0 ? rounds.today : rounds.candidate]));
    return estimateRun(planned, { ...results, cases: known }).cost_usd;
  });
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}
