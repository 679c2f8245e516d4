import { token } from './github-kinds.ts';
import { insidePath, variableNames, yesOrNo } from './kinds.ts';
import type { Option } from './option.ts';

/** The last rows of the table of options: where the action works, what its servers get, and what it shows there. */
export const PLACE_OPTIONS = {
  'mcp-env': {
    kind: variableNames,
    means:
      'Names of environment variables that MCP servers may get and the agent may not, separated by commas or new lines, for example "SHOP_TOKEN".',
    details:
      'The file of agent.mcp names them as ${SHOP_TOKEN}. Give servers of the repository no secret that its authors may not read.',
    input: {},
    flag: {},
  },
  'html-report': {
    kind: yesOrNo,
    default: 'true',
    means: 'Whether to make the HTML report.',
    details: 'The comment links to its artifact, which opens in the browser.',
    input: {},
  },
  'working-directory': {
    kind: insidePath,
    default: '.',
    means: 'Folder, relative to the repository, that config is relative to.',
    details: 'The agent is started in the folder of the config.',
    input: {},
  },
  'github-token': {
    kind: token,
    means: 'Token to find the baseline and write the comment with.',
    details: 'It needs "contents: read", "actions: read" and "pull-requests: write".',
    input: { runner_default: '${{ github.token }}' },
  },
} as const satisfies Readonly<Record<string, Option>>;
