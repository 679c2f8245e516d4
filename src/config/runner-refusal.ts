import { ownCommand } from '#common/tool.ts';
import type { AgentConfig } from './config.ts';

/** Why something can't be done with a suite that is run by its own runner, a sentence; `null`: it has none. */
export function runnerRefusal(
  agent: Pick<AgentConfig, 'kind'>,
  what: 'divided' | 'compared across agents' | 'graded again' | 'varied' | 'labelled' | 'run by one case',
): string | null {
  return agent.kind === 'suite' ? `a suite with its own runner can't be ${what}; ${INSTEAD[what]}` : null;
}

const INSTEAD = {
  divided: 'remove the flag or input, and let `suite.run` name the tests',
  'compared across agents': 'remove --agents',
  'graded again': 'its results hold what its own tests said, so run them',
  varied: 'remove `variants`, and write the tests for its runner',
  labelled: 'its judge, if it has one, is its own',
  'run by one case': `write \`explain: lines\` in the config, and a red of \`${ownCommand('run --against main')}\` names the line`,
};
