/** What matters of a Node for TypeScript. */
export interface NodeFacts {
  /** `process.versions.node`. */
  readonly version: string;
  /** `process.features.typescript`: `false` or missing where Node does not run TypeScript by itself. */
  readonly typescript: unknown;
}

/** Why a Node can't run a file, a sentence, or `null`: TypeScript needs one that strips types by itself. */
export function typeScriptProblem(file: string, { version, typescript }: NodeFacts): string | null {
  if (!/\.[cm]?ts$/.test(file) || typescript === 'strip' || typescript === 'transform') return null;
  return `agent.module: ${file} is TypeScript, which Node ${version} does not run; use Node 22.18, 23.6 or newer, or compile it to JavaScript first`;
}

/** The Node that runs this. */
export function thisNode(): NodeFacts {
  return { version: process.versions.node, typescript: process.features.typescript };
}
