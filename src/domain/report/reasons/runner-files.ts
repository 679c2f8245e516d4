import type { FactsOf } from '#domain/gate/reason-code.ts';
import { listed } from '#domain/words.ts';

/** Says that programs of the run wrote to files of the runner, a sentence part. */
export function runnerFilesWords({ files, removed }: FactsOf['runner_files']): string {
  const which = `${files.length === 1 ? 'file' : 'files'} ${listed(files)}`;
  const end = removed ? 'that text was removed' : 'that text could not be removed';
  return `a program of this run wrote to the runner's ${which}, which later steps of the job obey; ${end}`;
}
