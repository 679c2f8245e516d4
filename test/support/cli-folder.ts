import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { newFolder } from '#test/support/new-folder.ts';
import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { type CliOptions, type CliResult, runCli } from './run-cli.ts';

/** A folder outside any repository, deleted at the end. */
export type Folder = {
  readonly path: string;
  readonly write: (files: WorkspaceFiles) => Promise<void>;
  /** Text of a file in it. */
  readonly read: (file: string) => Promise<string>;
  /** What a run has written there. */
  readonly results: (output?: string) => Promise<ResultsFile>;
  /** Outcomes of the trials of each case, by its id, with a space between. */
  readonly outcomes: (output?: string) => Promise<Readonly<Record<string, string>>>;
  readonly cli: (args: readonly string[], options?: CliOptions) => Promise<CliResult>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Makes it with some files in it. */
export async function folderWith(files: WorkspaceFiles): Promise<Folder> {
  const path = newFolder('cli');
  const write: Folder['write'] = async (changes) => {
    for (const [file, text] of Object.entries(changes)) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text ?? '');
    }
  };
  const read: Folder['read'] = (file) => readFile(join(path, file), 'utf8');
  const results: Folder['results'] = async (output = 'agent-eval-results') =>
    JSON.parse(await read(`${output}/results.json`));
  await write(files);
  return {
    path,
    write,
    read,
    results,
    async outcomes(output) {
      const { cases } = await results(output);
      return Object.fromEntries(cases.map(({ id, trials }) => [id, trials.map(({ outcome }) => outcome).join(' ')]));
    },
    cli: (args, options) => runCli(path, args, options),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** A folder that is as another one is now, and goes its own way. */
export async function copyOf(folder: Folder): Promise<Folder> {
  const copy = await folderWith({});
  await cp(folder.path, copy.path, { recursive: true, verbatimSymlinks: true });
  return copy;
}
