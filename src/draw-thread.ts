/** The program of a thread that makes draws next to that of `calibrate`. */

import { tallyDraws } from './gate/calibration/tally-draws.ts';
import { workAsThread } from './process/threads.ts';

workAsThread(tallyDraws);
