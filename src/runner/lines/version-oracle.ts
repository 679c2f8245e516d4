import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { type ChangePart, versionWithout } from '#gate/lines/change-parts.ts';
import type { Oracle, Parts } from '#gate/lines/oracle.ts';
import type { ChangedFile, SplitFile } from '#gate/lines/split-change.ts';
import type { BaseAnswer } from '#ports/ports.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** The change as files, and versions of it that can be run. */
export interface ChangeVersions {
  /** What differs from the base commit, or why that is not known, a sentence part. */
  readonly read: () => Promise<{ readonly files: readonly ChangedFile[] } | { readonly problem: string }>;
  /** Runs trials of one case by the agent of a version: its files over those of the base commit. */
  readonly run: (
    files: ReadonlyMap<string, string | null>,
    order: { readonly id: string; readonly from: number; readonly to: number },
  ) => Promise<BaseAnswer>;
}

/** What versions are made of. */
export interface AskedChange {
  readonly files: readonly SplitFile[];
  readonly parts: readonly ChangePart[];
  readonly versions: ChangeVersions;
  readonly signal: AbortSignal;
  readonly results: ResultsFile;
}

/** Runs what a search asks. A version that can't be run, or ends as the change never does, does not load. */
export function oracleOf(id: string, { files, parts, versions, signal, results }: AskedChange): Oracle {
  const usual = new Set(results.cases.find((item) => item.id === id)?.trials.map(({ failure }) => failure?.kind));
  let ran = 0;
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
    const answer = await versions.run(version, { id, from: ran, to: ran + count });
    ran += count;
    if ('problem' in answer) return nothing;
    const trials = answer.results.cases.flatMap((item) => (item.id === id ? item.trials : []));
    return nothing.map((_, at) => {
      const trial = trials[at];
      return trial === undefined ? null : passedIn(trial);
    });
  };
  return {
    async trials(asked) {
      const answers: (boolean | null)[] = [];
      for (const [at, undone] of asked.entries()) {
        if (at < answers.length) continue;
        const next = asked.findIndex((other, place) => place > at && other !== undone);
        answers.push(...(await runVersion(undone, (next === -1 ? asked.length : next) - at)));
      }
      return answers;
    },
  };
}
