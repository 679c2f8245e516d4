// npm run bench:gate: CI runs it with --quick; a contributor in full before and after a change of the decision.
/**
 * Simulates the gate: `npm run bench:gate`. Made-up pull requests are decided by the code that decides real ones, and every share is
 * printed with its Monte Carlo error beside what the design of the gate names for it. The seed is fixed. `--quick`: fewer pull requests,
 * only where there is a mark; `--table WORDS`: only tables whose title has them; `--write`: the tables go into bench/gate/tables.md, with the
 * command that wrote them; with `--table` those alone. Ends with 1 when a mark is missed beyond its error.
 */
import { parseArgs } from 'node:util';
import { CELLS, jobsOf } from './gate/job.ts';
import { readMarks } from './gate/measured.ts';
import { printAligned, printMarks, printTable } from './gate/print.ts';
import { runJobs } from './gate/run-jobs.ts';
import type { Cell } from './gate/scenario.ts';
import { sideTables } from './gate/side/tables.ts';
import { measureSpeed } from './gate/speed.ts';
import { TABLES } from './gate/tables.ts';
import type { Tally } from './gate/tally.ts';
import { writeTables } from './gate/write-tables.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    table: { type: 'string' },
  },
});
const { table: wanted = '' } = options;

const QUICK_DRAWS = 1_200;
const QUICK_SHARE = 0.4;

const begun = performance.now();
const chosen = new Set(TABLES.filter(({ title }) => title.includes(wanted)).flatMap(({ cells }) => cells));
const jobs = CELLS.flatMap((cell, index) => {
  if (!chosen.has(cell)) return [];
  if (!options.quick) return jobsOf(index, cell.draws);
  return (cell.marks ?? []).length > 0 ? jobsOf(index, Math.min(QUICK_DRAWS, QUICK_SHARE * cell.draws)) : [];
});
const tallies = await runJobs(jobs);
const tallyOf = (cell: Cell): Tally | undefined => tallies.get(CELLS.indexOf(cell));
for (const table of TABLES) printTable(table, tallyOf);

const sides = sideTables().filter(({ title }) => title.includes(wanted));
const marks = [
  ...CELLS.flatMap((cell) => {
    const tally = tallyOf(cell);
    return tally === undefined ? [] : readMarks(cell, tally);
  }),
  ...sides.flatMap((side) => side.marks ?? []),
];
printMarks(marks);

for (const { title, header, rows } of sides) {
  console.log(`\n${title}`);
  printAligned([header, ...rows]);
}

const speeds = measureSpeed();
console.log('\nP7: one decision, from parsed files to its words');
printAligned(
  speeds.map(({ work, ms, most_ms, ratio }) => [
    work,
    `${ms.toFixed(0)} ms`,
    `${ratio.toFixed(2)} × sorting a million numbers`,
    `≤ ${most_ms} ms`,
    ms <= most_ms ? 'ok' : 'MISSED',
  ]),
);
const drawn = [...tallies.values()].reduce((sum, { draws }) => sum + draws, 0);
console.log(`\n${drawn} pull requests in ${((performance.now() - begun) / 1000).toFixed(0)} s`);

if (options.write) await writeTables({ quick: options.quick, wanted, drawn, tallyOf, marks, sides, speeds });
// Error rates are the same on every machine; a slow one misses marks of time, which are printed and fail nothing.
if (marks.some(({ outcome }) => outcome === 'missed')) process.exitCode = 1;
