import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { emptyBaseline } from '#runner/no-baseline.ts';
import { fileBaselines } from '#runner/workspace/baselines/file-baselines.ts';
import type { Prices } from '#trials/prices/prices.ts';
import { resultsPath } from './read-results.ts';

/** The baseline of a run. */
export interface ChosenBaseline {
  readonly store: BaselineStore;
  /** Whether it ran just now, for this comparison. */
  readonly made: boolean;
  /** Of the commit that `--against` names; absent: no commit is named. */
  readonly prices?: Prices;
}

/** Why a run of the command has no baseline, a sentence part. */
export const NONE_NAMED = 'no results of main were named (--against BRANCH, or --baseline FILE)';

/**
 * The baseline that `--baseline` names. It is read completely before anything is paid for, and refused if the run would
 * overwrite it: compared with itself, the second run of a broken agent would be green.
 */
export async function chosenBaseline(
  files: readonly string[] | null,
  output: string,
): Promise<ChosenBaseline | { readonly problem: string }> {
  if (files === null) return { store: emptyBaseline(NONE_NAMED), made: false };
  const paths = await Promise.all(files.map(resultsPath));
  for (const path of paths) {
    const refused = await whyOverwritten(path, output);
    if (refused !== null) return { problem: refused };
  }
  return readNow(paths);
}

/** The runs that `--baseline` names, newest first, to look at; empty: it names none. */
export async function chosenRuns(
  files: readonly string[] | null,
): Promise<{ readonly runs: readonly StoredRun[] } | { readonly problem: string }> {
  if (files === null) return { runs: [] };
  const lookup = await fileBaselines(await Promise.all(files.map(resultsPath))).find();
  return lookup.kind === 'none' ? { problem: `--baseline: ${lookup.reason}` } : { runs: lookup.runs };
}

/** A named file that can't be read is a mistake in the command, which should be reported before anything is paid for. */
export async function readNow(paths: readonly string[]): Promise<ChosenBaseline | { readonly problem: string }> {
  const store = fileBaselines(paths);
  const lookup = await store.find();
  if (lookup.kind === 'none') return { problem: `--baseline: ${lookup.reason}` };
  return { store: { ...store, find: async () => lookup }, made: false };
}

/** Why a file can't be the baseline of a run that writes to this folder, a sentence; `null` if it can. */
async function whyOverwritten(path: string, output: string): Promise<string | null> {
  const [file, holder, folder] = await Promise.all(
    [path, dirname(path), output].map((item) => realpath(item).catch(() => null)),
  );
  // The run replaces a link there, and writes through no link elsewhere.
  const isThere = folder !== null && (holder === folder || (typeof file === 'string' && dirname(file) === folder));
  if (!isThere) return null;
  return `--baseline: ${path} is in the output folder, where this run overwrites results and trajectories: the next run with it would be compared with itself. Write this run elsewhere with --output, or rename the folder of that one`;
}
