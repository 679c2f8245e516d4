import { CLI } from '../support/bundle.ts';
import { inTurn, medianRatio, medians } from '../support/in-turn.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';
import { succeeded, watch } from '../support/watch.ts';

const ROUNDS = 9;

/** P4: `validate` on one case against a bare start of Node. */
export async function startUp(): Promise<readonly Row[]> {
  await using folder = await scratchFolder();
  const node = async (args: readonly string[]) =>
    succeeded(await watch(process.execPath, args, { cwd: folder.path })).wall_ms;
  await node([CLI, 'init', '--language', 'node']);
  const rounds = await inTurn(
    ROUNDS,
    () => node(['-e', '0']),
    () => node([CLI, 'validate']),
  );
  const [bare, ours] = medians(rounds);
  const ratio = medianRatio(rounds);
  return [
    {
      work: 'P4 start: validate one case',
      figure: 'wall',
      measured: `${ours.toFixed(0)} ms`,
      beside: `${ratio.toFixed(1)} × bare node (${bare.toFixed(0)} ms)`,
      mark: '≤ 6 × bare node',
      met: ratio <= 6,
    },
  ];
}
