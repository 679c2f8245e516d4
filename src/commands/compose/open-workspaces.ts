import { tmpdir } from 'node:os';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ResultSink } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import type { Workspaces } from '#ports/workspace-ports.ts';
import type { Environment } from '#process/child-environment.ts';
import type { Programs } from '#process/programs.ts';
import { workspaceCopies } from '#runner/workspace/copies/workspace-copies.ts';
import type { WorkspaceFiles } from '#runner/workspace/files/workspace-files.ts';

/** What the workspaces of a suite's cases are copied from, and what runs in them. */
export interface WorkspacePlace {
  /** The files of the commit whose cases run. */
  readonly files: WorkspaceFiles;
  /** Of the commands of cases: without keys. */
  readonly environment: Environment;
  /** See `ProgramSpec`. */
  readonly resolve?: Programs['resolve'];
  /** Copies of trials that did not pass stay. */
  readonly keeps: boolean;
}

/**
 * The workspaces of a suite; `null`: no case has one. Loaded on use.
 *
 * @param place `agent_files`: of the commit whose agent works in them
 */
export async function openWorkspaces(
  { cases, overlay = [] }: Pick<LoadedSuite, 'cases' | 'overlay'>,
  { files, agent_files, environment, resolve, keeps }: WorkspacePlace & { readonly agent_files: WorkspaceFiles },
  progress: Pick<Progress, 'note'>,
): Promise<Workspaces | null> {
  if (cases.every(({ workspace }) => workspace === undefined)) return null;
  const keep = (caseId: string, index: number, path: string) =>
    progress.note(`Kept the workspace of ${caseId}, trial ${index}: ${path}`);
  return workspaceCopies({
    files,
    overlay: { files: agent_files, folders: overlay },
    temporary: tmpdir(),
    environment,
    ...(resolve !== undefined && { resolve }),
    onKept: keeps ? keep : null,
  });
}

/** A sink that tells which trials have been judged, so that their workspaces are kept or removed. */
export function withWorkspaces<Sink extends Pick<ResultSink, 'trial'>>(
  sink: Sink,
  workspaces: Workspaces | null,
): Sink {
  if (workspaces === null) return sink;
  return {
    ...sink,
    async trial(caseId, record, trial) {
      const stored = await sink.trial(caseId, record, trial);
      await workspaces.judged(caseId, record.index, record.outcome === 'passed');
      return stored;
    },
  };
}
