import { pathToFileURL } from 'node:url';

/** Environment of a bundle whose retries and timeouts take a fiftieth of their time; its agent's are what they are. */
export const FAST_TIMERS: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/fast-timers.mjs`).href}`,
};
