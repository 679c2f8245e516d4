import { join, resolve } from 'node:path';
import { systemClock } from '#commands/terminal/clock.ts';
import type { Budget } from '#ports/ports.ts';
import type { Programs } from '#process/programs.ts';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import type { AgentSide } from '#runner/comparing/run-agents.ts';
import type { NamedSuite } from '#runner/load/load-suite.ts';
import { watchedFromStart, watchGraders } from '#runner/trials/watch-graders.ts';
import type { WorkspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { openResultFolder, type ResultFolder } from '#runner/workspace/results/result-folder.ts';
import { checkEnvironment, commandEnvironment } from '../check-environment.ts';
import { withEmbedding } from '../models/with-embedding.ts';
import { openAgent } from '../open-agent.ts';
import { withWorkspaces } from '../open-workspaces.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';

/** An agent with everything that its turns need. */
export interface OpenSide {
  readonly side: AgentSide;
  readonly sink: ResultFolder;
  readonly redact: (text: string) => string;
  close(): Promise<void>;
}

/** Where an agent runs next to others. */
export interface SidePlace {
  readonly files: WorkspaceFiles;
  readonly programs: Programs;
  /** One for all agents. */
  readonly budget: Budget;
  /** Trials per case. */
  readonly planned: number;
  /** Of its results, absolute. */
  readonly folder: string;
  readonly yields: boolean;
}

/** Opens one of several agents that make the same trials, each with cassettes and results of its own. */
export async function openSide(
  { name, suite }: NamedSuite,
  request: WorkspaceRequest,
  { files, programs, budget, planned, folder, yields }: SidePlace,
): Promise<OpenSide | { readonly problem: string; readonly lacks_keys: boolean }> {
  const { folders, storage, access } = request;
  const base = resolve(folders.cwd, files.locate('.'));
  const cassettes = await files.resolveFolder(files.locate(suite.config.replay.folder));
  if ('problem' in cassettes) return { problem: `replay.folder: ${cassettes.problem}`, lacks_keys: false };
  const opened = await openAgent(suite, access, {
    files,
    folder: base,
    replay: access.replay,
    // Two agents may make the same request.
    cassette_folder: join(cassettes.path, name),
    secrets: access.secrets,
    budget,
    progress: request.progress,
    seeds: { tree: request.facts.commit.sha ?? '', side: request.facts.run.side },
    planned_trials: suite.cases.reduce((sum, { trials }) => sum + (trials ?? planned), 0),
    workspaces: {
      files,
      environment: commandEnvironment(access, suite, null),
      resolve: programs.resolve,
      keeps: storage.keeps_workspaces === true,
    },
    judges: true,
  });
  if ('problem' in opened) return { ...opened, lacks_keys: false };
  const missing = [...opened.models.missing_keys, ...opened.models.judge_missing];
  if (missing.length > 0) {
    await opened.close();
    return {
      problem: `it needs ${missing.join(', ')}, which is empty or missing in the environment`,
      lacks_keys: true,
    };
  }
  const sink = await openResultFolder({
    folder,
    identity: { comparison: true },
    trajectories: storage.trajectories,
    append: false,
    redact: opened.redact,
  });
  const environment = checkEnvironment(access, suite, null);
  const custom = withEmbedding(programChecks({ cwd: base, environment, resolve: programs.resolve }), opened.models);
  const watched = await watchGraders(custom, files, suite);
  return {
    side: {
      name,
      suite,
      yields,
      ports: {
        agent: watchedFromStart(opened.agent, watched),
        custom: watched,
        ...(opened.models.judge === null ? {} : { judge: opened.models.judge }),
        sink: withWorkspaces(sink, opened.workspaces),
        progress: opened.progress,
        clock: systemClock,
        budget,
        signal: request.signal,
      },
    },
    sink,
    redact: opened.redact,
    close: () => closeAll(opened, custom, sink),
  };
}

async function closeAll(...parts: readonly { close(): Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.close();
}
