import { configureGlobal } from 'fast-check';
import { tries } from './tries.ts';

/** What a property is given when its test names no number of its own. */
configureGlobal({ numRuns: tries(100) });
