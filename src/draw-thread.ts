/** The program of a thread that makes draws beside that of `calibrate`. */
import { workAsThread } from './adapters/process/threads.ts';
import { tallyDraws } from './domain/calibration/tally-draws.ts';

workAsThread(tallyDraws);
