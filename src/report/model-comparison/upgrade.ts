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

/** Everything that an upgrade came to. */
export interface Upgraded extends Pick<UpgradeFile, 'sha' | 'agent' | 'places' | 'part' | 'said' | 'spent'> {
  readonly rules: UpgradeRules;
  /** Today's first, in the order of the runs. */
  readonly models: readonly string[];
  readonly runs: readonly AgentRun[];
  readonly comparison: ModelComparison;
  /** Of each candidate. */
  readonly tried: readonly (TriedModel | null)[];
  /** Why the run ended before it had decided; `null`: it did not. */
  readonly cut: 'cap' | 'cancelled' | null;
}

/** What an upgrade came to, as it is stored. */
export function upgradeFile(upgraded: Upgraded): UpgradeFile {
  const { sha, agent, places, part, said, spent, rules, models, runs, comparison, tried } = upgraded;
  const [today, ...others] = modelsOf(models, comparison.agents);
  if (today === undefined) throw new Error('an upgrade ran without the model of today');
  const [first] = runs;
  const ids = first === undefined ? [] : first.results.cases.map(({ id }) => id);
  const findings = decideCandidates(tried, rules);
  return {
    schema_version: 1,
    ...{ sha, agent, places, part, said, spent },
    date: first?.results.created_at ?? '',
    margin: rules.margin,
    error: UPGRADE_ERROR,
    cases: ids.length,
    today,
    candidates: others.map((model, at): Candidate => {
      const [one = null, finding = null] = [tried[at], findings[at]];
      const falls = one === null ? [] : fallsOf(ids, one, tried.length);
      const answered = answeredBy(today.figures, model.figures);
      const standing = standingOf(upgraded, { tried: one, run: runs[at + 1], falls, finding, answered });
      return { ...model, standing, rounds: one?.rounds ?? 0, falls };
    }),
    notes: comparison.notes,
  };
}

function standingOf(
  { cut, runs, rules }: Upgraded,
  found: {
    readonly tried: TriedModel | null;
    readonly run: AgentRun | undefined;
    readonly falls: Candidate['falls'];
    readonly finding: ReturnType<typeof decideCandidates>[number];
    readonly answered: ReturnType<typeof answeredBy>;
  },
): Candidate['standing'] {
  const { tried, run, falls, finding, answered } = found;
  if (tried === null) {
    const message = failureOf(run) ?? failureOf(runs[0]);
    return message === null ? { kind: 'open', because: cut ?? 'missing' } : { kind: 'failed', message };
  }
  if (answered === 'same') return { kind: 'same-model' };
  if (falls.some(({ proven }) => proven)) return { kind: 'worse-cases' };
  if (finding === 'dropped') return { kind: 'dropped' };
  // What is missing may have been worse than what is there.
  if (!hasMostTrials(tried, run)) return { kind: 'open', because: cut ?? 'missing' };
  if (finding === 'shown') return answered === 'unseen' ? { kind: 'open', because: 'unseen' } : { kind: 'shown' };
  return { kind: 'open', because: cut ?? (tried.rounds < rules.most ? 'missing' : 'trials') };
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

/** Whether the models that answered are those of today: an agent may read its model elsewhere. `unseen`: nobody saw who answered. */
function answeredBy({ models: before }: ModelFigures, { models: now }: ModelFigures): 'same' | 'other' | 'unseen' {
  if (now.length === 0 || before.length === 0) return 'unseen';
  return [...now].sort().join('\n') === [...before].sort().join('\n') ? 'same' : 'other';
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
  return rows.map((row, at) => {
    const { name: _, problem: __, planned: ___, ...figures } = row;
    const model = models[at] ?? '';
    return { model, figures, frontier: isKnown && row.scored > 0 ? !able.some((other) => beats(other, row)) : null };
  });
}
