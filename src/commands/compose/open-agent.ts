import { realpath } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { isJudgedByModel } from '#cases/suite/criteria-of.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { errorMessage } from '#common/error-message.ts';
import type { ReplayConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Agent, Budget } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import type { Workspaces } from '#ports/workspace-ports.ts';
import type { Environment } from '#process/child-environment.ts';
import type { Programs } from '#process/programs.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { newRunnerState } from '#runner/agents/suite/runner-state.ts';
import { inWorkspaces } from '#runner/trials/in-workspaces.ts';
import { type ShownPlace, withoutPlaces } from '#runner/trials/shown-places.ts';
import type { WorkspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import type { RunSeeds } from '#trials/trial/plan-trials.ts';
import { incidentOf, type ProviderIncident, unitedIncident } from '#trials/trial/provider-incident.ts';
import type { JudgeCache } from '#wire/ports.ts';
import { agentEnvironment } from './agent-environment.ts';
import { createAgent } from './create-agent.ts';
import type { ModelAccess } from './models/model-access.ts';
import { openModelAccess } from './models/open-model-access.ts';
import { openWorkspaces, type WorkspacePlace } from './open-workspaces.ts';
import { redactedProgress } from './redacted-progress.ts';
import { reopening } from './reopening-agent.ts';
import type { RunAccess } from './workspace-request.ts';

/** Where to open an agent, and what it shares with the other side. */
export interface AgentPlace {
  readonly files: WorkspaceFiles;
  /** Folder of the config, absolute: programs start there. */
  readonly folder: string;
  readonly replay: ReplayConfig['mode'] | null;
  /** Absolute and inside the workspace. */
  readonly cassette_folder: string;
  /** Replaces the environment that the request gives its programs. */
  readonly own?: (environment: Environment) => Environment;
  /** See `ProgramSpec`. */
  readonly resolve?: Programs['resolve'];
  /** Values besides its own secrets that must not be written anywhere. */
  readonly secrets: readonly string[];
  /** Removes what the other side must not see. */
  readonly redact?: (text: string) => string;
  readonly budget: Budget;
  readonly progress: Progress;
  readonly planned_trials: number;
  readonly seeds: RunSeeds;
  readonly workspaces: WorkspacePlace;
  /** The suite's criteria are judged by its own judge; absent: somebody else judges. */
  readonly judges?: boolean;
  readonly judge_cache?: JudgeCache;
  /** What the provider left unanswered in the run that this one goes on from; absent: nothing. */
  readonly before?: ProviderIncident | null;
}

/** An agent with its access to models. */
export interface AgentWithModels {
  readonly agent: Agent;
  /** Those that the agent works in; `null`: no case has one. */
  readonly workspaces: Workspaces | null;
  /** From its config and the request, for custom checks. */
  readonly environment: Environment;
  readonly models: Pick<
    ModelAccess,
    'missing_keys' | 'replayed_without' | 'judge' | 'auditor' | 'judge_missing' | 'embedding'
  >;
  /** Reveals no secret and nothing redacted. */
  readonly progress: Progress;
  readonly redact: (text: string) => string;
  /** Ends the agent, and then its access to models. */
  close(): Promise<void>;
}

/** What an agent may reach and see. */
export type AgentAccess = Pick<RunAccess, 'environment' | 'pass_env' | 'mcp_env' | 'allowed_hosts' | 'hide'>;

/** Opens the agent of a suite, for the change or for the base commit: its environment, its secrets, its models. */
export async function openAgent(
  suite: LoadedSuite,
  access: AgentAccess,
  place: AgentPlace,
): Promise<AgentWithModels | { readonly problem: string }> {
  const child = agentEnvironment(access, suite);
  if ('problem' in child) return child;
  const { environment } = child;
  const secrets = [...new Set([...place.secrets, ...child.secrets])];
  access.hide(secrets);
  const hidden = secretRedactor(secrets);
  const { redact: known } = place;
  const redact = known === undefined ? hidden : (text: string) => hidden(known(text));
  const progress = redactedProgress(place.progress, redact);
  const models = await openModelAccess({
    config: suite.config,
    judges: place.judges === true && suite.cases.some(isJudgedByModel),
    ...(place.judge_cache === undefined ? {} : { judge_cache: place.judge_cache }),
    environment: access.environment,
    allowed_hosts: access.allowed_hosts,
    replay: place.replay,
    cassette_folder: place.cassette_folder,
    budget: place.budget,
    clock: systemClock,
    redact,
  });
  if ('problem' in models) return { problem: redact(models.problem) };
  const { access: opened } = models;
  const closeModels = () =>
    opened
      .close()
      .catch((error: Error) => progress.warn(`Closing the connection to the models failed: ${error.message}`));
  const surroundings = {
    models: opened,
    allowed_hosts: access.allowed_hosts,
    cwd: place.folder,
    environment: place.own?.(environment) ?? environment,
    workflow: access.environment,
    server_variables: child.servers,
    temporary: access.environment['RUNNER_TEMP'] ?? tmpdir(),
    resolve: place.resolve,
    planned_trials: place.planned_trials,
    seeds: place.seeds,
    progress,
    state: newRunnerState(),
    resolve_file: (path: string) => place.files.resolve(place.files.locate(path)),
  };
  const make = () => createAgent(suite, surroundings);
  const made = await make().catch(async (error: unknown) => {
    await closeModels();
    throw error;
  });
  if ('problem' in made) {
    await closeModels();
    return { problem: redact(made.problem) };
  }
  const workspaces = await openWorkspaces(suite, { ...place.workspaces, agent_files: place.files }, progress);
  const own = withoutPlaces(reopening(made.agent, make), await placesOf(place, surroundings));
  const working = workspaces === null ? own : inWorkspaces(own, workspaces);
  const ends = () =>
    working.close().catch((error: unknown) => progress.warn(`Ending the agent failed: ${errorMessage(error)}`));
  const incident = () => unitedIncident([place.before ?? [], incidentOf(opened.rounds()) ?? []].flat());
  const agent = { ...working, incident, called: opened.called, close: ends };
  const close = () => agent.close().finally(closeModels);
  // Stored answers of models don't replace a server.
  const missing_keys = [...new Set([...child.missing, ...opened.missing_keys])];
  return { agent, workspaces, environment, models: { ...opened, missing_keys }, progress, redact, close };
}

/** The folders of this side, each also by the path that its links lead to. */
async function placesOf(
  { files, folder }: AgentPlace,
  { environment, temporary }: { readonly environment: Environment; readonly temporary: string },
): Promise<readonly ShownPlace[]> {
  const named: readonly ShownPlace[] = [
    { path: environment['TMPDIR'] ?? temporary, word: 'temporary' },
    { path: environment['HOME'] ?? homedir(), word: 'home' },
    { path: resolve(folder, files.above?.at(-1) ?? '.'), word: 'checkout' },
  ];
  const real = named.map(async ({ path, word }) => ({ path: await realpath(path).catch(() => path), word }));
  return [...named, ...(await Promise.all(real))];
}
