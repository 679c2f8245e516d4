import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SuiteAgentConfig } from '#config/config.ts';
import type { Damage } from '#trials/rows/row.ts';
import { filesAt, readResults } from './read-results.ts';
import type { RanRound } from './run-round.ts';

/** A round that somebody else's job ran, from the file, or the folder of files, that its runner wrote. */
export async function storedRound(
  { results, rows, min_score }: Pick<SuiteAgentConfig, 'results' | 'rows' | 'min_score'>,
  path: string | undefined,
  cwd: string,
): Promise<RanRound> {
  const left = { stderr: '', calls: null };
  if (path === undefined) return { round: { kind: 'cancelled' }, ...left };
  const files = await filesAt(path);
  const readFrom = (root: string) =>
    readResults(files, results, { root, ...(rows !== null && { rows }) }, { ending: null, min_score });
  const round = readFrom(cwd.replaceAll('\\', '/'));
  const root = round.kind === 'void' ? otherRoot(round.damage[0], cwd) : null;
  return { round: root === null ? round : readFrom(root), ...left };
}

/** Another machine had the repository elsewhere: where the end of a path is a file here, its beginning was the folder of the config. */
function otherRoot(damage: Damage, cwd: string): string | null {
  if (damage.code !== 'outside') return null;
  const steps = damage.path.replaceAll('\\', '/').split('/');
  const at = steps.findIndex((_, index) => index > 0 && existsSync(join(cwd, ...steps.slice(index))));
  return at === -1 ? null : steps.slice(0, at).join('/');
}
