// npm run soak: a contributor runs it, for half an hour, before a release.
/**
 * Runs the bundle under random faults: `npm run soak -- --minutes 30`. One long run whose models fail at random, watched for
 * memory and descriptors, and beside it runs that are killed, interrupted and resumed. Prints figures; exits with 1 if a
 * finished trial was lost, a process survived, or memory or descriptors kept growing. `--seed N` repeats the faults.
 */
import { parseArgs } from 'node:util';
import { killedRuns } from './soak/killed-runs.ts';
import { longRun } from './soak/long-run.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '17' } },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('usage: npm run soak -- [--minutes N] [--seed N]');

const [long, killed] = await Promise.all([longRun(minutes, seed), killedRuns(minutes, seed)]);
const rows = [...long, ...killed];
console.log(`soak: ${minutes} min, seed ${seed}, node ${process.version}, ${process.platform} ${process.arch}`);
for (const { what, value, ok } of rows) console.log(`| ${what} | ${value} | ${ok ? 'ok' : 'NOT OK'} |`);
if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
