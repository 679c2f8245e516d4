import type { Case } from '#cases/suite/case.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { AUDITED_TRIALS } from '#gate/decision/judged/audit.ts';
import type { Judge } from '#ports/grader-ports.ts';
import { trialSeed } from '#trials/trial/plan-trials.ts';

/** A second, dearer judge, which grades some trials again. */
export interface Auditor {
  readonly judge: Judge;
  /** Grades of different ones are not compared. */
  readonly identity: string;
}

/** A second judge, and which trials it grades too. */
export interface Audit extends Auditor {
  readonly wants: (evalCase: Case, index: number) => boolean;
  /** It grades nothing in this run: a change is audited only next to trials of main that are. */
  readonly idle: boolean;
}

/** Where trials are audited. */
export interface AuditedRun {
  readonly run: ResultsFile['run'];
  /** Of the evaluated commit; decides which trials are drawn. */
  readonly tree: string;
  /** Trials per case of the first look, which every case has. */
  readonly first_look: number;
  readonly baseline: BaselineLookup;
}

/**
 * The second judge grades two trials of each case of a change, drawn by a seed from those of the first look, if main has some that it graded; of
 * main the first ones, until five of a case are graded in its stored runs. A run in a terminal that is compared with nothing is graded as main's: a
 * later one may be compared with it.
 */
export function auditOf(auditor: Auditor, { run, tree, first_look, baseline }: AuditedRun): Audit | null {
  const { side } = run;
  if (side === 'confirm') return null;
  const isOfMain = side === 'baseline' || (run.id === null && baseline.kind === 'none');
  const stored =
    baseline.kind === 'none'
      ? new Map<string, number>()
      : gradedOfMain(
          auditor,
          baseline.runs.map(({ results }) => results),
        );
  const byCase = new Map<string, ReadonlySet<number>>();
  const drawn = ({ id, trials }: Case): ReadonlySet<number> => {
    const indices = Array.from({ length: trials ?? first_look }, (_, i) => i + 1);
    const seeds = new Map(indices.map((index) => [index, trialSeed({ tree, side, case_id: id, index })]));
    const order = indices.toSorted((left, right) => (seeds.get(left) ?? 0) - (seeds.get(right) ?? 0) || left - right);
    return new Set(order.slice(0, AUDITED_TRIALS.candidate));
  };
  return {
    ...auditor,
    idle: !isOfMain && [...stored.values()].every((count) => count === 0),
    wants: (evalCase, index) => {
      const known = stored.get(evalCase.id) ?? 0;
      if (isOfMain) return index <= AUDITED_TRIALS.main - known;
      if (known === 0) return false;
      const indices = byCase.get(evalCase.id) ?? drawn(evalCase);
      byCase.set(evalCase.id, indices);
      return indices.has(index);
    },
  };
}

function gradedOfMain({ identity }: Auditor, runs: readonly ResultsFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { id, trials } of runs.flatMap(({ cases }) => cases))
    counts.set(id, (counts.get(id) ?? 0) + trials.filter(({ audited }) => audited?.judge === identity).length);
  return counts;
}
