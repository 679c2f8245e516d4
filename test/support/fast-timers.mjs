// Loaded into a bundle by --import: every wait of more than 100 ms takes a fiftieth of its time, and limits a fifth, so that an answer on
// a busy machine is still in time. Nothing else changes.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

const faster = (ms) => (ms > 100 ? ms / 50 : ms);
const { setTimeout } = timers;
const { setTimeout: wait } = promises;
const limit = AbortSignal.timeout.bind(AbortSignal);

timers.setTimeout = globalThis.setTimeout = (run, ms, ...rest) => setTimeout(run, faster(ms), ...rest);
promises.setTimeout = (ms, ...rest) => wait(faster(ms), ...rest);
AbortSignal.timeout = (ms) => limit(ms > 100 ? Math.ceil(ms / 5) : ms);
syncBuiltinESMExports();
