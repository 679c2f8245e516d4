import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { type ChangePart, versionWithout } from '#gate/lines/change-parts.ts';
import type { Oracle, Parts } from '#gate/lines/oracle.ts';
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
  readonly signal: AbortSignal;
  readonly results: ResultsFile;
  /** Trials that the agent may make at the same time. */
  readonly concurrency: number;
}

/** Gives the oracle of a case over some parts; no two trials of a case are the same. */
export type VersionOracles = (id: string, parts: readonly ChangePart[]) => Oracle;

/** Runs what searches ask. A version that can't be run, or ends as the change never does, does not load. */
export function versionOracles(change: AskedChange): VersionOracles {
  const ran = new Map<string, number>();
  return (id, parts) =>
    oracleOf(id, parts, change, (count) => {
      const from = ran.get(id) ?? 0;
      ran.set(id, from + count);
      return { id, from, to: from + count };
    });
}

type Order = Parameters<ChangeVersions['run']>[1];

function oracleOf(
  id: string,
  parts: readonly ChangePart[],
  { files, versions, signal, results, concurrency }: AskedChange,
  nextOrder: (count: number) => Order,
): Oracle {
  const usual = new Set(results.cases.find((item) => item.id === id)?.trials.map(({ failure }) => failure?.kind));
  const passedIn = (trial: TrialRecord): boolean | null => {
    if (trial.outcome === 'passed') return true;
    const kind = trial.failure?.kind;
    const isOdd = kind === 'crash' || kind === 'protocol';
    return trial.outcome === 'error' || (isOdd && !usual.has(kind)) ? null : false;
  };
  const runVersion = async (undone: Parts, count: number): Promise<readonly (boolean | null)[]> => {
    const nothing = Array.from({ length: count }, () => null);
    if (signal.aborted) return nothing;
    const version = versionWithout(
      files,
      parts.filter((_, part) => undone.has(part)),
    );
    const answer = await versions.run(version, nextOrder(count));
    if ('problem' in answer) return nothing;
    const trials = answer.results.cases.flatMap((item) => (item.id === id ? item.trials : []));
    return nothing.map((_, at) => {
      const trial = trials[at];
      return trial === undefined ? null : passedIn(trial);
    });
  };
  return {
    async trials(asked) {
      const counts = new Map<Parts, number>();
      for (const undone of asked) counts.set(undone, (counts.get(undone) ?? 0) + 1);
      const answers = new Map<Parts, (boolean | null)[]>();
      const running = [...counts].map(([undone, count]) => async () => {
        answers.set(undone, [...(await runVersion(undone, count))]);
      });
      // Agents that can't work side by side work in turns.
      if (concurrency > 1) await Promise.all(running.map((run) => run()));
      else for (const run of running) await run();
      return asked.map((undone) => answers.get(undone)?.shift() ?? null);
    },
  };
}
