/** Name and version of this tool, as stored with results. `package.json` holds the same version (a test compares them). */
export const TOOL = { name: 'agent-eval-action', version: '0.1.0' } as const;

/** The repository that it is published from. */
export const HOME = 'org/agent-eval-action';
