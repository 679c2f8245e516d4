import { resolve } from 'node:path';
import { programFiles } from '#config/program-files.ts';
import type { ProgramSpec } from './program.ts';

/** Tells a program where its trial works. */
const WORKSPACE_VARIABLE = 'AGENT_EVAL_WORKSPACE';

/**
 * A program that starts in the copy of its trial's workspace: files that its command names by paths from the folder of the config become
 * absolute, and `{workspace}` in an argument becomes the path of the copy.
 */
export function workspaceSpec(spec: ProgramSpec, workspace: string | undefined): ProgramSpec {
  if (workspace === undefined) return spec;
  const files = new Set(programFiles(spec.command));
  const command = spec.command.map((word, at) =>
    files.has(at) ? resolve(spec.cwd, word) : word.replaceAll('{workspace}', () => workspace),
  );
  return { ...spec, command, cwd: workspace, environment: { ...spec.environment, [WORKSPACE_VARIABLE]: workspace } };
}
