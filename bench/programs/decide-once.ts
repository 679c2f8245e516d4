/** Decides suites of two sizes in a process of its own, whose code is not compiled yet, and prints what it took. */
import { measureSpeed } from '../gate/speed.ts';

console.log(JSON.stringify(measureSpeed()));
