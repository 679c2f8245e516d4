import { hashJson } from '#common/hash-json.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { unitedModels } from '#trials/model-ends/ending-models.ts';
import { unitedIncident } from '#trials/trial/provider-incident.ts';
import { mergeShown } from '#trials/trial/shown/shown-to-models.ts';

/**
 * Combines the parts of one run: every case with the trials that its shard ran, in the order of the whole. Facts known before
 * the first trial are the whole's; the parts add their progress. They have been checked to belong together.
 *
 * @param whole the merging run, without trials
 * @param shards at least one
 */
export function mergeShards(whole: ResultsFile, shards: readonly ResultsFile[]): ResultsFile {
  const ran = new Map(shards.flatMap(({ cases }) => cases.map((item) => [item.id, item] as const)));
  const latest = shards.toSorted((left, right) => lastOf(right) - lastOf(left))[0] ?? whole;
  return {
    ...whole,
    created_at: least(shards.map(({ created_at }) => created_at)) ?? whole.created_at,
    finished_at:
      least(
        shards.flatMap(({ finished_at }) => finished_at ?? []),
        -1,
      ) ?? whole.finished_at,
    agent: { ...whole.agent, ...toolsOf(shards), models: modelsOf(shards) },
    ...judgeOf(whole, shards),
    ...incidentOf(shards),
    ...calledBy(shards),
    looks: latest.looks,
    stop: { look: Math.max(0, ...shards.map(({ stop }) => stop.look)), reason: stopReason(shards) },
    complete: shards.every(({ complete }) => complete),
    appended: shards.some(({ appended }) => appended),
    cases: whole.cases.map((item) => withTrials(item, ran.get(item.id))),
  };
}

/** Shards of main that were added to trials of several earlier runs have a later last look than the others. */
function lastOf({ looks }: ResultsFile): number {
  return looks.at(-1) ?? 1;
}

function withTrials(item: CaseRecord, ran: CaseRecord | undefined): CaseRecord {
  return ran === undefined ? item : { ...item, planned_trials: ran.planned_trials, trials: ran.trials };
}

/** Every shard asks the MCP servers, which offer all of them the same. */
function toolsOf(shards: readonly ResultsFile[]): Pick<ResultsFile['agent'], 'mcp_tools' | 'shown'> {
  const tools = shards.map(({ agent }) => agent.mcp_tools).find((offered) => offered !== undefined);
  const shown = mergeShown(shards.map(({ agent }) => agent.shown));
  return { ...(tools && { mcp_tools: tools }), ...(shown && { shown }) };
}

function incidentOf(shards: readonly ResultsFile[]): Pick<ResultsFile, 'incident'> {
  const incident = unitedIncident(shards.flatMap((shard) => shard.incident ?? []));
  return incident === null ? {} : { incident };
}

function calledBy(shards: readonly ResultsFile[]): Pick<ResultsFile, 'called'> {
  const called = unitedModels(shards.flatMap((shard) => shard.called ?? []));
  return called.length === 0 ? {} : { called };
}

/** What cut one of them short cut the whole short. */
function stopReason(shards: readonly ResultsFile[]): ResultsFile['stop']['reason'] {
  const reasons = new Set(shards.map(({ stop }) => stop.reason));
  return (['cancelled', 'budget', 'decided'] as const).find((reason) => reasons.has(reason)) ?? 'cap';
}

/** If shards were judged by differently served models, the whole run has a judge that no single shard had. */
function judgeOf({ judge: own }: ResultsFile, shards: readonly ResultsFile[]): Pick<ResultsFile, 'judge'> {
  if (own === undefined) return {};
  const used = shards.flatMap(({ judge }) => (judge === undefined || judge.models.length === 0 ? [] : [judge]));
  const identities = [...new Set(used.map(({ identity }) => identity))].sort();
  const models = [...new Set(used.flatMap((judge) => judge.models))].sort().slice(0, MOST_MODELS);
  const [first = own.identity, ...others] = identities;
  return { judge: { ...own, identity: others.length === 0 ? first : hashJson(identities), models } };
}

function modelsOf(shards: readonly ResultsFile[]): readonly string[] {
  return [...new Set(shards.flatMap(({ agent }) => agent.models))].sort().slice(0, MOST_MODELS);
}

/** As many as a results file may have. */
const MOST_MODELS = 1_000;

/** The first of some ISO times, or with `direction` −1 the last; `null` if there are none. */
function least(times: readonly string[], direction: 1 | -1 = 1): string | null {
  return times.toSorted((left, right) => direction * (left < right ? -1 : left > right ? 1 : 0))[0] ?? null;
}
