import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile, RunReference } from '#gate/baseline/results/results-file.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import type { BaseCommit, BaselineStore, BaseOrder, BudgetCaps } from '#ports/ports.ts';
import { evaluate } from '#runner/evaluate.ts';
import type { Evaluation } from '#runner/request/evaluation.ts';
import { noTrajectories } from '#test/support/no-trajectories.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { TrialRange } from '#trials/trial/trial-range.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { agentOf, filesOf, portsOf, suiteOf, turnRecord } from './in-memory.ts';

/** Whether a trial of a case passes. */
type Passes = (id: string, index: number) => boolean;

/** What a test says of a run; the rest is a pull request on which every trial passes, and no run of main is stored. */
export interface RunFacts {
  /** Ids are `c01`, `c02` …; 20 if nothing is said. */
  readonly cases?: number;
  /** Of single cases, by id. */
  readonly about?: Readonly<Record<string, object>>;
  /** Keys of the config; its trials are 3 to 10 if nothing is said. */
  readonly config?: object;
  readonly passes?: Passes;
  /** All trials are given to one process. */
  readonly one_process?: boolean;
  readonly trials?: TrialRange | null;
  readonly side?: 'candidate' | 'baseline';
  readonly sha?: string;
  /** Of its files; nobody knows them if nothing is said. */
  readonly content?: string;
  /** Commit that its rules come from. */
  readonly policy_sha?: string;
  readonly run_id?: string;
  /** Stored runs of main, nearest first. */
  readonly main?: readonly ResultsFile[];
  /** The commit that the change goes onto; `null`: nobody knows. */
  readonly target_sha?: string | null;
  readonly earlier?: ResultsFile | readonly ResultsFile[] | null;
  /** What the earlier run confirmed a failure with. */
  readonly earlier_confirmation?: ResultsFile | null;
  readonly confirm?: 'auto' | 'never';
  /** Ways by which the change could have reached the base's side. */
  readonly doubts?: readonly SideDoubt[];
  /** What a provider does while this side runs, and while the base's does. */
  readonly incident?: ResultsFile['incident'];
  readonly base_incident?: ResultsFile['incident'];
  /** How the base commit does today, or why it can't be run. */
  readonly base?: Passes | string;
  readonly caps?: Partial<BudgetCaps>;
  readonly serves_as_baseline?: boolean;
  /** What the runs of main have stored of their trials; none if nothing is said. */
  readonly trajectories?: BaselineStore['trajectories'];
  /** Grades checks that are programs. */
  readonly custom?: CustomChecks;
}

/** A run and what it did to the world. */
export interface PlayedRun extends Evaluation {
  /** Trials of each case that the agent was asked for, by id; cases without any are left out. */
  readonly asked: ReadonlyMap<string, readonly number[]>;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  /** What the base commit was asked for. */
  readonly orders: readonly BaseOrder[];
  /** Which side had fresh trials, in turn. */
  readonly turns: readonly ('main' | 'here')[];
  /** The runs that alone were looked for as a baseline; `null`: whichever is nearest. */
  readonly pinned: readonly RunReference[] | null;
  /** What it stored of its trials, a line each. */
  readonly lines: readonly string[];
}

/** Commit that a change of these tests goes onto. */
export const TARGET = 'b'.repeat(40);

/** Evaluates a suite in memory: everything is the real thing but the agent, the stores and the base commit. */
export async function play(facts: RunFacts = {}): Promise<PlayedRun> {
  const { passes = () => true, side = 'candidate', sha = 'a'.repeat(40), earlier = null, caps = {} } = facts;
  const asked = new Map<string, number[]>();
  const [notes, warnings, orders]: [string[], string[], BaseOrder[]] = [[], [], []];
  let pinned: readonly RunReference[] | null = null;
  let place = -1;
  const turns: ('main' | 'here')[] = [];
  const turn = (side: 'main' | 'here') => void (turns.at(-1) !== side && turns.push(side));
  const quick = agentOf(({ case: { id }, index }) => {
    if (index > 10) turn('here');
    asked.set(
      id,
      [...(asked.get(id) ?? []), index].sort((left, right) => left - right),
    );
    return [turnRecord({ output: passes(id, index) ? 'yes' : 'no' })];
  });
  const agent: typeof quick = {
    ...quick,
    incident: () => facts.incident ?? null,
    async attempt(plan, signal) {
      const attempt = await quick.attempt(plan, signal);
      place += 1;
      return facts.one_process === true ? { ...attempt, place_in_process: place } : attempt;
    },
  };
  const lines: string[] = [];
  const ports = portsOf(agent, { trial: async (caseId, record, trial) => stored(lines, caseId, record, trial) }, caps);
  const base: BaseCommit = {
    async run(order) {
      orders.push(order);
      turn('main');
      return typeof facts.base === 'function'
        ? { results: await fresh(facts, facts.base, order), doubts: facts.doubts ?? [] }
        : { problem: facts.base ?? 'there is none' };
    },
    rest: async () => [],
    renew: async () => false,
    async close() {},
  };
  const evaluation = await evaluate(
    {
      suite: {
        ...(await suiteOf(casesOf(facts), { trials: { min: 3, max: 10 }, ...facts.config })),
        policy_sha: facts.policy_sha ?? null,
      },
      trials: facts.trials ?? null,
      facts: {
        tool: { name: 'agent-eval-action', version: '0.0.0' },
        repository: null,
        commit: {
          sha,
          ...(facts.content === undefined ? {} : { content: facts.content }),
          ref: null,
          head_sha: null,
          base_sha: null,
          pull_request: side === 'candidate' ? 7 : null,
        },
        run: { id: facts.run_id ?? null, attempt: 1, event: null, workflow: null, key: null, side },
      },
      names: { name: null, repository_url: null, run_url: null, program: ['agent-eval'] },
      resumed: new Map(),
      secrets: { missing: [], replayed: [], on_missing: 'fail' },
      baseline_required: false,
      serves_as_baseline: facts.serves_as_baseline ?? true,
      confirm: facts.confirm ?? 'auto',
      policy: null,
    },
    {
      ...ports,
      custom: facts.custom ?? ports.custom,
      progress: { ...ports.progress, note: (text) => void notes.push(text), warn: (text) => void warnings.push(text) },
      baselines: {
        async find(only) {
          pinned = only ?? null;
          return lookupOf(facts.main ?? [], facts.target_sha === undefined ? TARGET : facts.target_sha);
        },
        trajectories: facts.trajectories ?? noTrajectories,
      },
      earlier:
        earlier === null
          ? null
          : {
              find: async () => ({
                runs: [earlier].flat().map((results) => ({
                  results,
                  confirmation: facts.earlier_confirmation ?? null,
                })),
                notes: [],
              }),
            },
      base,
      files: filesOf({}),
    },
  );
  return { ...evaluation, asked, notes, warnings, orders, turns, pinned, lines };
}

/** So many runs of main one after another, as they store themselves; nearest first. */
export function mainRuns(count: number, facts?: RunFacts): Promise<readonly ResultsFile[]> {
  if (facts !== undefined) return playMain(count, facts);
  const runs = usualRuns.get(count) ?? playMain(count, {});
  usualRuns.set(count, runs);
  return runs;
}

/** Played once for all files of tests. */
const usualRuns = new Map<number, Promise<readonly ResultsFile[]>>();

async function playMain(count: number, facts: RunFacts): Promise<readonly ResultsFile[]> {
  const stored: ResultsFile[] = [];
  for (let number = 1; number <= count; number += 1) {
    const own = { sha: `${number}`.padStart(40, '0'), run_id: `run-${number}` };
    const { results } = await play({ ...facts, side: 'baseline', main: [...stored], ...own });
    stored.unshift(results);
  }
  return stored;
}

/** `from`, `from` + 1 … `to`. */
export function indices(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, position) => from + position);
}

/** As a results folder stores a trial. */
function stored(
  lines: string[],
  caseId: string,
  record: TrialRecord,
  { end, trajectory }: Pick<Trial, 'end' | 'trajectory'>,
): TrialRecord {
  const id = `${caseId}#${record.index}`;
  lines.push(JSON.stringify({ id, case_id: caseId, trial: record.index, state: 'complete', end, trajectory }));
  return { ...record, trajectory: id, trajectory_state: 'complete' };
}

function casesOf({ cases: count = 20, about = {} }: RunFacts): readonly object[] {
  return indices(1, count).map((number) => {
    const id = `c${String(number).padStart(2, '0')}`;
    return { id, input: id, expect: { response: { contains: ['yes'] } }, ...about[id] };
  });
}

function lookupOf(runs: readonly ResultsFile[], target_sha: string | null): BaselineLookup {
  const [nearest, ...others] = runs.map(
    (results): StoredRun => ({ results, sha: results.commit.sha, url: null, place: null }),
  );
  if (nearest === undefined) return { kind: 'none', reason: 'no run of main is stored', notes: [] };
  return { kind: 'found', runs: [nearest, ...others], target_sha, choice: 'the last runs of main', notes: [] };
}

async function fresh(facts: RunFacts, passes: Passes, { sha, from, to }: BaseOrder): Promise<ResultsFile> {
  const most = Math.max(...to.values());
  const own = { side: 'baseline', main: [], earlier: null, sha: sha ?? '', trials: { min: most, max: most } } as const;
  const { base_incident: incident } = facts;
  const { results } = await play({ ...facts, ...own, incident, passes });
  const cases = results.cases.flatMap((item) => {
    const last = to.get(item.id);
    if (last === undefined) return [];
    const trials = item.trials.filter(({ index }) => index > (from.get(item.id) ?? 0) && index <= last);
    return [{ ...item, planned_trials: last, trials }];
  });
  return { ...results, run: { ...results.run, side: 'confirm' }, cases };
}
