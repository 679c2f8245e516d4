// npm run bench: CI runs it with --quick; a contributor in full on a quiet machine.
/**
 * Prints the speed table: `npm run bench`. Names of measures as arguments measure these alone; `--write` puts the whole table into
 * bench/performance.md; `--quick` measures each thing once, and of what is largest a tenth, only to see that every measure still runs. Every ratio is to something measured in the same run; the machine decides the rest, so that a missed mark is
 * printed and fails nothing. `--against REF` measures something else: what dist/ costs beside the bundle of a commit (`last`: the last release, else that of
 * an earlier day), and fails where it is slower (against/guard.ts); names are parts of names in against/works.ts. BENCH_DIST: another bundle than dist/. BENCH_PEERS: where peers are installed (peers/peers.ts).
 */
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guard } from './against/guard.ts';
import { bundleSize } from './measures/bundle-size.ts';
import { decisions } from './measures/decisions.ts';
import { isolatedTrials } from './measures/isolated-trials.ts';
import { merge } from './measures/merge.ts';
import { tenThousandTrials, thousandTrials } from './measures/model-trials.ts';
import { rateLimits } from './measures/rate-limits.ts';
import { recorder } from './measures/recorder.ts';
import { report } from './measures/report.ts';
import { rounds } from './measures/rounds.ts';
import { scale } from './measures/scale.ts';
import { startUp } from './measures/start-up.ts';
import { workerOverhead } from './measures/worker-overhead.ts';
import { workerTrials } from './measures/worker-trials.ts';
import { markdownTable, printTable, type Row } from './support/table.ts';
import { writeBetween } from './support/write-between.ts';

const MEASURES: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'thousand-trials': thousandTrials,
  'ten-thousand-trials': tenThousandTrials,
  'start-up': startUp,
  'worker-overhead': workerOverhead,
  'worker-trials': workerTrials,
  'isolated-trials': isolatedTrials,
  rounds,
  recorder,
  decisions,
  'rate-limits': rateLimits,
  'bundle-size': bundleSize,
  scale,
  report,
  merge,
};
const PAGE = join(import.meta.dirname, 'performance.md');

const { values: options, positionals: chosen } = parseArgs({
  // What --quick changes is in support/repeats.ts.
  options: {
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
  allowPositionals: true,
});
if (options.against !== undefined) {
  process.exitCode = (await guard(options.against, chosen)) ? 0 : 1;
  process.exit();
}
const unknown = chosen.filter((name) => !Object.hasOwn(MEASURES, name));
if (unknown.length > 0)
  throw new Error(`no measure ${unknown.join(', ')}; there are ${Object.keys(MEASURES).join(', ')}`);
if (options.write && (options.quick || chosen.length > 0))
  throw new Error('--write needs the full run; leave out --quick and the names of measures');

const rows: Row[] = [];
for (const [name, measure] of Object.entries(MEASURES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const begun = performance.now();
  rows.push(...(await measure()));
  process.stderr.write(`${name}: measured in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}
const machine = `node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`;
console.log(machine);
printTable(rows);
if (options.write) await writeBetween(PAGE, 'bench', `Measured on ${machine}.\n\n${markdownTable(rows)}`);
