import { relative, resolve, sep } from 'node:path';
import type { DocumentPath } from '#common/document/located-document.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { valueAt } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { listed } from '#common/words.ts';
import type { Config } from '#config/config.ts';
import { modelPlaces, withOtherModel } from '#config/model-places.ts';
import type { chooseAgents } from '#config/parsing/agents-of.ts';
import { estimateRun } from '#gate/baseline/estimate.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { runCounts, scoredTrials } from '#gate/baseline/results/evidence.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { likelyRates, planUpgrade, type UpgradePlan } from '#gate/upgrade/plan-upgrade.ts';
import type { UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import { renderComparisonHtml } from '#report/html/pages/comparison-page.tsx';
import { compareAgents } from '#report/model-comparison/compare-agents.ts';
import { renderComparisonMarkdown } from '#report/model-comparison/render-markdown.ts';
import { upgradeFile } from '#report/model-comparison/upgrade.ts';
import { plannedWords, shownUpgrade } from '#report/model-comparison/upgrade-words.ts';
import { roundsAtATime } from '#runner/comparing/run-agents.ts';
import { modelsThatEnded, triedModels } from '#runner/comparing/try-models.ts';
import type { NamedSuite } from '#runner/load/load-suite.ts';
import { priceUsage } from '#trials/prices/price-usage.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import { HTML_FILE } from '../write-html.ts';
import { runTogether, type TogetherResult } from './compare-workspace.ts';

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

/** The name of what an upgrade came to, in the folder of results. */
export const UPGRADE_FILE = 'upgrade.json';

/** Runs candidates beside today's model until each is shown, or will not be, and writes upgrade.json. */
export async function upgradeWorkspace(
  request: WorkspaceRequest,
  order: UpgradeOrder,
): Promise<TogetherResult<UpgradeFile>> {
  const { margin } = order;
  const { folders, scope } = request;
  let candidates: readonly string[] = [];
  let place: Place | null = null;
  let planned: Planned | null = null;
  return runTogether(request, {
    choose(config, document) {
      const chosen = chooseModels(config, document, { ...order, folders });
      if (!('problem' in chosen)) ({ place, candidates } = chosen);
      return chosen;
    },
    order(suites) {
      planned = plan(suites, { ...order, to: candidates });
      const { plans, said, rules, ids, block } = planned;
      const about = { said, margin, cases: ids.length, today: place?.model ?? '', candidates };
      for (const words of plannedWords(about, plans)) request.progress.note(words);
      const { max_trials: most, max_cost_usd: cap } = request.budget;
      if ((most !== null && most < said.high) || (cap !== null && said.cost_usd !== null && cap < said.cost_usd))
        request.progress.warn('A cap is below this: candidates that it cuts off stay open');
      return { trials: rules.most + block, ended: (ran) => modelsThatEnded(ids, ran, rules) };
    },
    conclude(ran, trials, notes, spent) {
      if (place === null || planned === null) throw new Error('an upgrade ran without a plan');
      const comparison = compareAgents(ran.runs, trials, [...place.notes, ...notes]);
      const { rules, said, ids } = planned;
      const sides = ran.runs.map(({ results: { cases }, problem }) => ({
        records: new Map(cases.map((item) => [item.id, item.trials])),
        stopped: problem !== null,
      }));
      const file = upgradeFile({
        sha: request.facts.commit.sha,
        agent: place.agent,
        places: place.places,
        part: scope.selection.ids.length + scope.selection.tags.length > 0,
        ...{ said, spent: { trials: spent.trials, cost_usd: spent.cost_usd }, rules, comparison, runs: ran.runs },
        models: [place.model, ...candidates],
        tried: triedModels(ids, sides, margin),
        cut: ran.cancelled ? 'cancelled' : ran.is_exhausted ? 'cap' : null,
      });
      const shown = shownUpgrade(file);
      const { differing, left_out } = comparison;
      const documents = new Map([
        [UPGRADE_FILE, `${jsonText(file, 2)}\n`],
        ['upgrade.md', renderComparisonMarkdown(shown)],
        [HTML_FILE, renderComparisonHtml({ ...shown, differing, left_out })],
      ]);
      return { outcome: file, documents };
    },
  });
}

/** Today's model, and where the config names it. */
interface Place extends Pick<UpgradeFile, 'agent' | 'places'> {
  readonly model: string;
  readonly notes: readonly string[];
}

/** The agent with today's model, and with every candidate in its place. */
function chooseModels(
  whole: Config,
  document: ParsedDocument,
  { to, agent, folders: { root, cwd } }: UpgradeOrder & Pick<WorkspaceRequest, 'folders'>,
):
  | (ReturnType<typeof chooseAgents> & { readonly place: Place; readonly candidates: readonly string[] })
  | { readonly problem: string; readonly is_skipped?: boolean } {
  const named = whole.agents.find(({ name }) => name === agent);
  if (agent !== null && named === undefined)
    return {
      problem: `--agent: no agent is called "${agent}"; the config has ${listed(whole.agents.map(({ name }) => name)) || 'a single one, without a name'}`,
    };
  const config = named === undefined ? whole : { ...whole, agent: named.agent, agent_path: ['agents', named.name] };
  const found = modelPlaces(config);
  if ('problem' in found) return found;
  const { model, paths } = found;
  const candidates = to.filter((id) => id !== model);
  if (candidates.length === 0)
    return { problem: `${model} is today's model already: nothing to try`, is_skipped: true };
  const agents = [model, ...candidates].map((id) => ({
    name: id.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^\.+/, ''),
    config: id === model ? config : withOtherModel(config, id),
  }));
  const names = agents.map(({ name }) => name.toLowerCase());
  const twin = names.findIndex((name, at) => name === '' || names.indexOf(name) !== at);
  if (twin !== -1)
    return {
      problem: `--to: ${[model, ...candidates][twin]} can't have a folder of its own; name models that differ in letters and digits`,
    };
  const file = relative(root, resolve(cwd, document.file)).replaceAll(sep, '/');
  const isOwn = (path: DocumentPath, of: DocumentPath) => valueAt(document.value, [...of, ...path]) !== undefined;
  const places = paths.map((path) => {
    const written = [...(isOwn(path, config.agent_path) ? config.agent_path : ['agent']), ...path];
    return { file, path: written, line: document.locate(written).line };
  });
  const shared = paths.filter((path) => !isOwn(path, config.agent_path));
  const others = whole.agents
    .filter(({ agent, name }) => agent !== config.agent && shared.some((path) => !isOwn(path, ['agents', name])))
    .map(({ name }) => name);
  const notes =
    others.length === 0
      ? []
      : [`The id in \`agent\` is that of ${listed(others)} too, which would move without a trial`];
  const name = config.agents.length === 0 ? null : String(config.agent_path.at(-1));
  return { agents, candidates, place: { model, places, notes, agent: name } };
}

interface Planned extends Pick<UpgradeFile, 'said'> {
  readonly rules: UpgradePlan;
  /** Of the surest cases that are possible, and of the least sure; one where rates are known. */
  readonly plans: readonly UpgradePlan[];
  readonly ids: readonly string[];
  readonly block: number;
}

function plan([today, ...others]: readonly NamedSuite[], { to, margin, known }: UpgradeOrder): Planned {
  const ids = today?.suite.cases.map(({ id }) => id) ?? [];
  const block = roundsAtATime(ids.length, today?.suite.config ?? { concurrency: 1 });
  const counts = ids.map((id) =>
    runCounts(known.flatMap(({ results }) => results.cases.filter((item) => item.id === id).flatMap(scoredTrials))),
  );
  const rates = likelyRates(counts);
  const of = (cases: readonly number[]) => planUpgrade({ rates: cases, candidates: to.length, margin, block });
  const plans = rates === null ? [1, 0.5].map((rate) => of(ids.map(() => rate))) : [of(rates)];
  const trials = plans.map((one) => one.trials).toSorted((left, right) => left - right);
  const rules = plans.toSorted((left, right) => left.most - right.most).at(-1) ?? of(ids.map(() => 0.5));
  const all = [today, ...others].flatMap((side) => side ?? []);
  const costs = all.map(({ suite: { config } }, at) => {
    const rounds = at === 0 ? rules.rounds.today : rules.rounds.candidate;
    return estimateRun(new Map(ids.map((id) => [id, rounds])), repriced(known[0]?.results ?? null, config)).cost_usd;
  });
  const cost = costs.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  return {
    ...{ rules, plans, ids, block },
    said: {
      low: trials[0] ?? 0,
      high: trials.at(-1) ?? 0,
      most: ids.length * (rules.most + block) * all.length,
      cost_usd: rates === null ? null : cost,
    },
  };
}

/** A run of main as its tokens would have cost with the model of this config; an agent whose prices nobody knows costs what it said. */
function repriced(results: ResultsFile | null, config: Config): ResultsFile | null {
  if (results === null) return null;
  const places = modelPlaces(config);
  const names = { served: null, requested: 'model' in places ? places.model : null };
  const cases = results.cases.map((item) => ({
    ...item,
    trials: item.trials.map((trial) => ({
      ...trial,
      usage: priceUsage({ ...trial.usage, cost_usd: null }, names, config.prices),
    })),
  }));
  return { ...results, cases };
}
