import { resolve } from 'node:path';
import type { RecorderSession } from '#adapters/models/ports.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import type { ProgramSpec } from '#adapters/process/program.ts';
import { programFiles } from '#domain/config/program-files.ts';

/**
 * The program with the recorder's variables added to its environment, which also replace any real key passed on by mistake.
 * Other entries of `NO_PROXY` are kept.
 */
export function recordedSpec(spec: ProgramSpec, session: RecorderSession | null): ProgramSpec {
  if (session === null) return spec;
  const environment: { [name: string]: string } = { ...spec.environment };
  for (const [name, value] of Object.entries(session.variables)) {
    const before = /^no_proxy$/i.test(name) ? spec.environment[name] : undefined;
    environment[name] = before === undefined || before === '' ? value : `${before},${value}`;
  }
  return { ...spec, environment: environment satisfies Environment };
}

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
