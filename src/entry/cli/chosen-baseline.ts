import { realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileBaselines } from '#adapters/workspace/baselines/file-baselines.ts';
import { BASELINES_FOLDER, isBaselineName, savedBaselines } from '#adapters/workspace/baselines/saved-baselines.ts';
import { exists } from '#adapters/workspace/files/exists.ts';
import { noBaseline } from '#application/no-baseline.ts';
import type { BaselineStore } from '#application/ports.ts';
import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import { commandName } from './command-name.ts';

/** The baseline of a run. */
export interface ChosenBaseline {
  readonly store: BaselineStore;
  /** Whether it ran just now, for this comparison. */
  readonly made: boolean;
}

/** Why a run of the command has no baseline, a sentence part. */
export const NONE_NAMED = 'none was named (--against BRANCH, or --baseline with a file or a saved name)';

/** The baselines that are saved below the working directory. */
export function baselinesOf(cwd: string): ReturnType<typeof savedBaselines> {
  return savedBaselines(join(cwd, BASELINES_FOLDER));
}

/**
 * The baseline that `--baseline` names, by files or by saved names; without the option the one in use. It is read completely
 * before anything is paid for, and refused if the run would overwrite it: compared with itself, the second run of a broken
 * agent would be green.
 */
export async function chosenBaseline(
  cwd: string,
  named: readonly string[] | null,
  output: string,
): Promise<ChosenBaseline | { readonly problem: string }> {
  const chosen = await pathsOf(cwd, named);
  if ('problem' in chosen) return chosen;
  if (chosen.paths.length === 0) return { store: noBaseline(NONE_NAMED), made: false };
  for (const path of chosen.paths) {
    const refused = await overwritten(path, output);
    if (refused !== null) return { problem: refused };
  }
  return readNow(chosen.paths);
}

/** The runs that `--baseline` names, newest first, to look at; empty: it names none, and none is in use. */
export async function chosenRuns(
  cwd: string,
  named: readonly string[] | null,
): Promise<{ readonly runs: readonly StoredRun[] } | { readonly problem: string }> {
  const chosen = await pathsOf(cwd, named);
  if ('problem' in chosen) return chosen;
  if (chosen.paths.length === 0) return { runs: [] };
  const lookup = await fileBaselines(chosen.paths).find();
  return lookup.kind === 'none' ? { problem: `--baseline: ${lookup.reason}` } : { runs: lookup.runs };
}

/** Paths of the results files; empty: none is named or in use. */
async function pathsOf(
  cwd: string,
  named: readonly string[] | null,
): Promise<{ readonly paths: readonly string[] } | { readonly problem: string }> {
  const saved = baselinesOf(cwd);
  const used = named === null ? await saved.inUse() : null;
  const all = named ?? (used === null ? ['none'] : [used]);
  const paths: string[] = [];
  for (const name of all) {
    if (await exists(name)) paths.push(name);
    else if (isBaselineName(name) && (await exists(saved.results(name))))
      paths.push(relative(cwd, saved.results(name)));
    else if (name === 'none' && all.length === 1) return { paths: [] };
    else return { problem: await notThere(name, used !== null, cwd) };
  }
  return { paths };
}

/** A named file that can't be read is a mistake in the command, which should be reported before anything is paid for. */
export async function readNow(paths: readonly string[]): Promise<ChosenBaseline | { readonly problem: string }> {
  const store = fileBaselines(paths);
  const lookup = await store.find();
  if (lookup.kind === 'none') return { problem: `--baseline: ${lookup.reason}` };
  return { store: { ...store, find: async () => lookup }, made: false };
}

async function notThere(name: string, isUsed: boolean, cwd: string): Promise<string> {
  if (isUsed)
    return `the baseline in use, ${name}, is not there any more; choose another with "${commandName()} baseline use NAME", or none with "${commandName()} baseline use"`;
  const names = await baselinesOf(cwd).names();
  const known = names.length === 0 ? 'none is saved' : `saved are ${names.slice(0, 5).join(', ')}`;
  return `--baseline: the file ${name} does not exist, and no baseline is saved under that name (${known})`;
}

/** Why a file can't be the baseline of a run that writes to this folder, a sentence; `null` if it can. */
async function overwritten(path: string, output: string): Promise<string | null> {
  const [file, holder, folder] = await Promise.all(
    [path, dirname(path), output].map((one) => realpath(one).catch(() => null)),
  );
  // The run replaces a link there, and writes through no link elsewhere.
  const isThere = folder !== null && (holder === folder || (typeof file === 'string' && dirname(file) === folder));
  if (!isThere) return null;
  const command = commandName();
  return `--baseline: ${path} is in the output folder, where this run overwrites results and trajectories: the next run with it would be compared with itself. Keep that run first, "${command} baseline save main", then "${command} run --baseline main"; or write this run elsewhere with --output`;
}
