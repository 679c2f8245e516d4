import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { type ChangePart, versionWithout } from '#gate/lines/change-parts.ts';
import type { Oracle, Outcomes, Question } from '#gate/lines/oracle.ts';
import type { ChangedFile, SplitFile, VersionFile } from '#gate/lines/split-change.ts';
import type { BaseAnswer } from '#ports/ports.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** The change as files, and versions of it that can be run. */
export interface ChangeVersions {
  /** What differs from the base commit, or why that is not known, a sentence part. */
  readonly read: () => Promise<{ readonly files: readonly ChangedFile[] } | { readonly problem: string }>;
  /** Runs trials of one case by the agent of a version: its files over those of the base commit. */
  readonly run: (
    files: ReadonlyMap<string, VersionFile>,
    order: { readonly id: string; readonly from: number; readonly to: number },
  ) => Promise<BaseAnswer>;
}

/** What versions are made of. */
export interface AskedChange {
  readonly files: readonly SplitFile[];
  readonly versions: ChangeVersions;
  /** Whether nothing more may run or be spent. */
  readonly isOver: () => boolean;
  readonly results: ResultsFile;
  /** Trials that the agent may make at the same time. */
  readonly concurrency: number;
}

/** Gives the oracle of a case over some parts; no two trials of a case are the same. */
export type VersionOracles = (id: string, parts: readonly ChangePart[]) => Oracle;

/** Runs what searches ask. A version that can't be run, or ends as the change never does, does not load. */
export function versionOracles({ files, versions, isOver, results, concurrency }: AskedChange): VersionOracles {
  const ran = new Map<string, number>();
  return (id, parts) => {
    const usual = new Set(results.cases.find((item) => item.id === id)?.trials.map(({ failure }) => failure?.kind));
    const passedIn = ({ outcome, failure }: TrialRecord): boolean | null => {
      const isOdd = (failure?.kind === 'crash' || failure?.kind === 'protocol') && !usual.has(failure.kind);
      return outcome === 'passed' || (outcome === 'error' || isOdd ? null : false);
    };
    const runVersion = async ({ undone, count }: Question): Promise<Outcomes> => {
      const nothing = new Array<null>(count).fill(null);
      if (isOver() || count === 0) return nothing;
      const from = ran.get(id) ?? 0;
      ran.set(id, from + count);
      const reverted = parts.filter((_, part) => undone.has(part));
      const answer = await versions.run(versionWithout(files, reverted), { id, from, to: from + count });
      const made =
        'problem' in answer ? [] : answer.results.cases.flatMap((item) => (item.id === id ? item.trials : []));
      return [...made.slice(0, count).map(passedIn), ...nothing.slice(made.length)];
    };
    return async (questions) => {
      // Agents that can't work side by side work in turns.
      const outcomes = await (concurrency > 1 ? Promise.all(questions.map(runVersion)) : inTurn(questions, runVersion));
      // What a cap or a signal cut off has not failed to load.
      return isOver() ? null : outcomes;
    };
  };
}

async function inTurn<Of, To>(items: readonly Of[], work: (item: Of) => Promise<To>): Promise<readonly To[]> {
  const done: To[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}
