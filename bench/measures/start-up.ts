import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, type Row } from './table.ts';
import { watch } from './watch.ts';

const RUNS = 9;

/** `validate` on one case against a bare start of Node, in turn. */
export async function startUp(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const cli = resolve('dist/cli.js');
    await watch(process.execPath, [cli, 'init', '--language', 'node'], folder);
    const bare: number[] = [];
    const ours: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      bare.push((await watch(process.execPath, ['-e', '0'], folder)).wall_ms);
      const cost = await watch(process.execPath, [cli, 'validate'], folder);
      if (cost.exit_code !== 0) throw new Error(cost.output);
      ours.push(cost.wall_ms);
    }
    const ratio = median(ours) / median(bare);
    const measured = `${median(ours).toFixed(0)} ms, ${ratio.toFixed(1)} × bare node`;
    return [{ work: 'start: validate one case', figure: 'wall', measured, mark: '≤ 6 × bare node', met: ratio <= 6 }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
