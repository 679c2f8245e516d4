/** Name and version of this tool, as stored with results. `package.json` holds the same version (a test compares them). */
export const TOOL = { name: 'agent-eval-action', version: '0.1.0' } as const;

/** The repository that it is published from. */
const HOME = 'org/agent-eval-action';

/** Starts this version wherever Node is. Never by its bare name: whoever owns that in a registry would be started. */
export const PUBLISHED: readonly string[] = ['npx', `github:${HOME}#v${TOOL.version}`];

/** A command of this tool, whole, for rooms that don't know how it was started. */
export function ownCommand(args: string): string {
  return `${PUBLISHED.join(' ')} ${args}`;
}
