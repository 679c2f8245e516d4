import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SuiteAgentConfig } from '#config/config.ts';
import type { RowsReading } from '#trials/rows/row.ts';
import { roundOf } from '#trials/rows/whole-round.ts';
import { readResults } from './read-results.ts';
import type { RanRound } from './run-round.ts';

/** A round that somebody else's job ran, from the file, or the folder of files, that its runner wrote. */
export async function storedRound(
  { results, min_score }: Pick<SuiteAgentConfig, 'results' | 'min_score'>,
  path: string | undefined,
  cwd: string,
): Promise<RanRound> {
  const round =
    path === undefined
      ? ({ kind: 'cancelled' } as const)
      : roundOf(await readingOf((root) => readResults(path, results, { root }, 'no file'), cwd), min_score);
  return { round, stderr: '', calls: null };
}

/** Another machine had the repository elsewhere: where the end of a path is a file here, its beginning was the folder of the config. */
async function readingOf(read: (root: string) => Promise<RowsReading>, cwd: string): Promise<RowsReading> {
  const reading = await read(cwd.replaceAll('\\', '/'));
  if (!('problem' in reading) || reading.problem.code !== 'outside') return reading;
  const steps = reading.problem.path.replaceAll('\\', '/').split('/');
  const at = steps.findIndex((_, index) => index > 0 && existsSync(join(cwd, ...steps.slice(index))));
  return at === -1 ? reading : read(steps.slice(0, at).join('/'));
}
