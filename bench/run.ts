/**
 * Prints the speed table: `npm run bench`. Names of measures as arguments measure these alone. Every ratio is to
 * something measured in the same run; the machine decides the rest. BENCH_DIST: another bundle than dist/.
 * BENCH_PROMPTFOO: where promptfoo is installed (support/promptfoo.ts).
 */
import { availableParallelism, cpus } from 'node:os';
import { isolatedTrials } from './measures/isolated-trials.ts';
import { merge } from './measures/merge.ts';
import { tenThousandTrials, thousandTrials } from './measures/model-trials.ts';
import { rateLimits } from './measures/rate-limits.ts';
import { recorder } from './measures/recorder.ts';
import { report } from './measures/report.ts';
import { scale } from './measures/scale.ts';
import { startUp } from './measures/start-up.ts';
import { workerOverhead } from './measures/worker-overhead.ts';
import { workerTrials } from './measures/worker-trials.ts';
import { printTable, type Row } from './support/table.ts';

const MEASURES: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'thousand-trials': thousandTrials,
  'ten-thousand-trials': tenThousandTrials,
  'start-up': startUp,
  'worker-overhead': workerOverhead,
  'worker-trials': workerTrials,
  'isolated-trials': isolatedTrials,
  recorder,
  'rate-limits': rateLimits,
  merge,
  scale,
  report,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(MEASURES, name));
if (unknown.length > 0)
  throw new Error(`no measure ${unknown.join(', ')}; there are ${Object.keys(MEASURES).join(', ')}`);

const rows: Row[] = [];
for (const [name, measure] of Object.entries(MEASURES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const begun = performance.now();
  rows.push(...(await measure()));
  process.stderr.write(`${name}: measured in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}
console.log(
  `node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
);
printTable(rows);
