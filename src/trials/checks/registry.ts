import type { Expectations } from '#cases/suite/expectation.ts';
import { completesCheck } from './completes.ts';
import { limitsCheck } from './limits.ts';
import { metadataCheck, reportedCheck } from './metadata.ts';
import { noToolsCheck } from './no-tools.ts';
import { planCheck } from './plan.ts';
import { responseCheck } from './response.ts';
import { retrievedCheck } from './retrieved.ts';
import { stateCheck } from './state.ts';
import type { Check } from './terms/check.ts';
import { toolsCheck } from './tools.ts';
import { commandsCheck } from './workspace/commands.ts';
import { diffCheck } from './workspace/diff.ts';
import { filesCheck } from './workspace/files.ts';

/** Keys of `expect` that are judged here; custom checks are programs, criteria are for a model: both are judged elsewhere. */
export type CheckKey = Exclude<keyof Expectations, 'custom' | 'judge'>;

/** The check of every key, in the order in which they are judged and reported. */
export const checks: { readonly [K in CheckKey]: Check<NonNullable<Expectations[K]>> } = {
  completes: completesCheck,
  reported: reportedCheck,
  tools: toolsCheck,
  no_tools: noToolsCheck,
  plan: planCheck,
  response: responseCheck,
  metadata: metadataCheck,
  state: stateCheck,
  retrieved: retrievedCheck,
  limits: limitsCheck,
  files: filesCheck,
  commands: commandsCheck,
  diff: diffCheck,
};
