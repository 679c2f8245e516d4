/** Prints the speed table. One row per piece of work; run with: npm run bench */

import { startUp } from './start-up.ts';
import { printTable, type Row } from './table.ts';
import { workerTrials } from './worker-trials.ts';

const rows: Row[] = [];
for (const measure of [startUp, workerTrials]) rows.push(...(await measure()));
printTable(rows);
