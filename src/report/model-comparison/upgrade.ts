import {
  decideCandidates,
  provenWorse,
  type TriedModel,
  UPGRADE_ERROR,
  type UpgradeRules,
} from '#gate/upgrade/decide-candidates.ts';
import type { Candidate, ModelFigures, UpgradeFile } from '#gate/upgrade/upgrade-file.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import type { AgentRun } from './compare-agents.ts';
import type { AgentRow, ModelComparison } from './model-comparison.ts';

/** Models that ran beside each other, today's first, and what compares them. */
export interface TriedModels {
  readonly models: readonly string[];
  readonly runs: readonly AgentRun[];
  readonly comparison: ModelComparison;
  /** Of each candidate. */
  readonly tried: readonly TriedModel[];
  readonly rules: UpgradeRules;
  /** Why the run ended before it had decided; `null`: it did not. */
  readonly cut: 'cap' | 'cancelled' | null;
}

/** What an upgrade came to, as it is stored. */
export function upgradeFile(
  known: Pick<UpgradeFile, 'sha' | 'agent' | 'file' | 'places' | 'part' | 'said' | 'spent'>,
  ran: TriedModels,
): UpgradeFile {
  const { models, runs, comparison, tried, rules } = ran;
  const [today, ...others] = modelsOf(models, comparison.agents);
  const [first] = runs;
  if (today === undefined || first === undefined) throw new Error('an upgrade ran without the model of today');
  const ids = first.results.cases.map(({ id }) => id);
  return {
    schema_version: 1,
    ...known,
    date: first.results.created_at,
    margin: rules.margin,
    error: UPGRADE_ERROR,
    cases: ids.length,
    today,
    candidates: others.flatMap((model, at) => {
      const one = tried[at];
      if (one === undefined) return [];
      const falls = fallsOf(ids, one, tried.length);
      return [{ ...model, standing: standingOf(ran, one, at, falls), rounds: one.rounds, falls }];
    }),
    notes: comparison.notes,
  };
}

function standingOf(
  { cut, runs, rules, tried, comparison: { agents } }: TriedModels,
  one: TriedModel,
  at: number,
  falls: Candidate['falls'],
): Candidate['standing'] {
  const [run, finding] = [runs[at + 1], decideCandidates(tried, rules)[at]];
  const message = failureOf(run) ?? failureOf(runs[0]);
  if (message !== null) return { kind: 'failed', message };
  const [before = '', now = ''] = [answeredBy(agents[0]), answeredBy(agents[at + 1])];
  if (before === now && now !== '') return { kind: 'same-model' };
  if (falls.some(({ proven }) => proven)) return { kind: 'worse-cases' };
  if (finding === 'dropped') return { kind: 'dropped' };
  // What is missing may have been worse than what is there.
  if (!hasMostTrials(one, run)) return { kind: 'open', because: cut ?? 'missing' };
  if (finding === 'shown') return before === '' || now === '' ? { kind: 'open', because: 'unseen' } : { kind: 'shown' };
  return { kind: 'open', because: cut ?? (one.rounds < rules.most ? 'missing' : 'trials') };
}

/** Why none of its trials could be judged; `null`: some could, or none began. */
function failureOf(run: AgentRun | undefined): string | null {
  const trials = run?.results.cases.flatMap((item) => item.trials) ?? [];
  if (trials.some(({ outcome }) => outcome !== 'error')) return null;
  return run?.problem ?? trials.find(({ error }) => error !== null)?.error?.message ?? null;
}

/** Whether at least nine of ten of its trials could be judged, beside those of today's model. */
function hasMostTrials({ cases }: TriedModel, run: AgentRun | undefined): boolean {
  const begun = run?.results.cases.map(({ trials }) => trials.length) ?? [];
  return cases.every(({ n }, at) => n >= Math.floor(0.9 * (begun[at] ?? 0)) - 1);
}

/** The models that answered, as an agent may read its model elsewhere; empty: nobody saw who did. */
function answeredBy(row: ModelFigures | undefined): string | undefined {
  return row?.models.toSorted().join('\n');
}

/** The furthest first. */
function fallsOf(ids: readonly string[], tried: TriedModel, candidates: number): Candidate['falls'] {
  const proven = provenWorse(tried, candidates);
  const fall = ({ a, n, b, m }: PairedCounts) => (n === 0 || m === 0 ? 0 : b / m - a / n);
  return tried.cases
    .map((counts, at) => ({ counts, id: ids[at] ?? '', proven: proven[at] === true }))
    .filter(({ counts }) => fall(counts) > 0)
    .toSorted((left, right) => fall(right.counts) - fall(left.counts))
    .map(({ counts: { a, n, b, m }, ...item }) => ({
      ...item,
      today: { passed: b, scored: m },
      candidate: { passed: a, scored: n },
    }));
}

/** What is known of every model. Beaten is one that another equals in pass rate and cost per passed trial, and outdoes in one of them. */
function modelsOf(models: readonly string[], rows: readonly AgentRow[]): readonly UpgradeFile['today'][] {
  const able = rows.filter(({ scored }) => scored > 0);
  const isKnown = able.every(({ cost_per_pass_usd: cost, pass_rate: rate }) => cost !== null && rate !== null);
  const beats = (one: AgentRow, other: AgentRow) =>
    (one.pass_rate ?? 0) >= (other.pass_rate ?? 0) &&
    (one.cost_per_pass_usd ?? 0) <= (other.cost_per_pass_usd ?? 0) &&
    (one.pass_rate !== other.pass_rate || one.cost_per_pass_usd !== other.cost_per_pass_usd);
  return rows.map(({ name: _, problem: __, planned: ___, ...figures }, at) => ({
    model: models[at] ?? '',
    figures,
    frontier: isKnown && figures.scored > 0 ? !able.some((other) => beats(other, rows[at] ?? other)) : null,
  }));
}
