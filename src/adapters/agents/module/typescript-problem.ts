/** A Node, as far as TypeScript is concerned. */
export interface NodeFacts {
  /** `process.versions.node`. */
  readonly version: string;
  /** `process.features.typescript`: `false` or missing where Node does not run TypeScript by itself. */
  readonly typescript: unknown;
}

/** Why a file can't be run by a Node, a sentence, or `null`: TypeScript needs one that takes the types out by itself. */
export function typeScriptProblem(file: string, { version, typescript }: NodeFacts): string | null {
  if (!/\.[cm]?ts$/.test(file) || typescript === 'strip' || typescript === 'transform') return null;
  return `agent.module: ${file} is TypeScript, which Node ${version} does not run; use Node 22.18, 23.6 or newer, or compile it to JavaScript first`;
}
