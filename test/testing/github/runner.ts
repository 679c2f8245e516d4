import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventContext, EventRun, FakeEvent } from './events.ts';
import type { FakeGitHub } from './fake-github.ts';
import type { JsonObject } from './json.ts';
import { readInputDefaults } from './runner/action-metadata.ts';
import { type ChildResult, runChild, type SignalPlan } from './runner/child.ts';
import { stepEnvironment } from './runner/environment.ts';
import { createCommandFiles, type FileCommands, readCommandFiles } from './runner/file-commands.ts';
import { createMasker, type Masker } from './runner/masker.ts';
import { createStepLog, type StepCommands } from './runner/step-log.ts';
import { runtimeToken } from './runtime-token.ts';
import type { FakeRun } from './state.ts';
import { addRun, WORKFLOW_PATH } from './state-builders.ts';

/** One action to run as a step of a workflow run. */
export type ActionRun = {
  /** The JavaScript file of `runs.main`. */
  readonly bundle: string;
  readonly workspace: string;
  readonly fake: FakeGitHub;
  /** From payloads.ts, or any name and payload; then `github` should say what they imply. */
  readonly event: FakeEvent | { readonly name: string; readonly payload: JsonObject };
  readonly github?: Partial<EventContext & EventRun & RunIdentity>;
  readonly inputs?: Readonly<Record<string, string>>;
  /** An action.yml whose defaults fill the inputs not given. */
  readonly actionFile?: string;
  /** Added last; wins over everything else. */
  readonly env?: Readonly<Record<string, string>>;
  /** Values the runner masks from the start, as it does for `secrets.*`. */
  readonly secrets?: readonly string[];
  readonly signalAfter?: SignalPlan;
  /** Milliseconds until the mini runner kills the process; default 300,000. */
  readonly timeout?: number;
  /** Default: the Node that runs the test. */
  readonly execPath?: string;
};

/** Which run of which workflow it is; a known `runId` continues that run. */
type RunIdentity = { readonly runId: number; readonly runAttempt: number; readonly workflowPath: string };

/** What came of it. */
export type ActionResult = ChildResult & {
  readonly run: FakeRun;
  readonly conclusion: 'success' | 'failure' | 'cancelled';
  readonly commands: StepCommands;
  /** Step outputs, from the output file and from `::set-output`. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Those GitHub would pass on to other jobs: outputs that hold a masked value are dropped. */
  readonly jobOutputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly envFile: FileCommands['env'];
  readonly pathFile: FileCommands['path'];
  readonly stateFile: FileCommands['state'];
  /** The step's log as GitHub shows it. */
  readonly logLines: readonly string[];
  readonly durationMs: number;
};

/**
 * Runs an action as GitHub's runner does: its environment, its files, its reading of both output streams, its limits
 * and its masking. The run appears in the fake's state, in progress and then completed.
 */
export async function runAction(plan: ActionRun): Promise<ActionResult> {
  const { state } = plan.fake;
  const event = completeEvent(plan);
  const run = beginRun(plan, event);
  const temp = await mkdtemp(join(tmpdir(), 'runner-'));
  try {
    const files = await createCommandFiles(temp);
    const eventFile = join(temp, 'event.json');
    await writeFile(eventFile, JSON.stringify(event.payload));
    const inputs = await resolveInputs(plan);
    const { workspace } = plan;
    const context = { state, apiUrl: plan.fake.url, event, run, workspace, eventFile, temp, files, inputs };
    const masker = createMasker([state.token.value, runtimeToken(run.id), ...(plan.secrets ?? [])]);
    const log = createStepLog(masker, workspace);
    const started = performance.now();
    const child = await runChild({
      execPath: plan.execPath ?? process.execPath,
      script: plan.bundle,
      cwd: workspace,
      env: { ...stepEnvironment(context), ...plan.env },
      onLine: log.read,
      signalAfter: plan.signalAfter ?? null,
      timeout: plan.timeout ?? 300_000,
    });
    const durationMs = performance.now() - started;
    const commandFiles = await readCommandFiles(files, log, masker);
    const conclusion = conclude(child, log.commands);
    Object.assign(run, { status: 'completed', conclusion, updatedAt: state.now() });
    const outputs = { ...log.commands.outputs, ...commandFiles.outputs };
    return {
      ...child,
      run,
      conclusion,
      commands: log.commands,
      outputs,
      jobOutputs: withoutSecrets(outputs, masker),
      summary: commandFiles.summary,
      envFile: commandFiles.env,
      pathFile: commandFiles.path,
      stateFile: { ...log.commands.state, ...commandFiles.state },
      logLines: log.lines,
      durationMs,
    };
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

function completeEvent({ event, github, fake }: ActionRun): FakeEvent {
  const { repository, token } = fake.state;
  const known = 'github' in event ? event : null;
  const context = {
    sha: '',
    ref: `refs/heads/${repository.defaultBranch}`,
    headRef: '',
    baseRef: '',
    ...known?.github,
  };
  const overridden = { ...context, ...pick(github ?? {}, ['sha', 'ref', 'headRef', 'baseRef']) };
  const run = {
    headSha: overridden.sha,
    headBranch: overridden.ref.replace(/^refs\/heads\//, ''),
    headRepository: repository,
    actor: token.user,
    pullRequests: [],
    ...known?.run,
    ...pick(github ?? {}, ['headSha', 'headBranch', 'headRepository', 'actor', 'pullRequests']),
  };
  return { name: event.name, payload: event.payload, github: overridden, run };
}

function beginRun({ fake, github }: ActionRun, event: FakeEvent): FakeRun {
  const progress = { status: 'in_progress', conclusion: null } as const;
  const known = fake.state.runs.find((run) => run.id === github?.runId);
  if (known !== undefined) {
    const runAttempt = github?.runAttempt ?? known.runAttempt + 1;
    const startedAt = runAttempt > known.runAttempt ? fake.state.now() : known.startedAt;
    return Object.assign(known, progress, { runAttempt, startedAt });
  }
  return addRun(fake.state, {
    ...event.run,
    ...progress,
    event: event.name,
    path: github?.workflowPath ?? WORKFLOW_PATH,
    ...(github?.runId === undefined ? {} : { id: github.runId }),
    runAttempt: github?.runAttempt ?? 1,
  });
}

async function resolveInputs(plan: ActionRun): Promise<Readonly<Record<string, string>>> {
  const defaults = plan.actionFile === undefined ? {} : await readInputDefaults(plan.actionFile);
  const token = plan.fake.state.token.value;
  return Object.fromEntries(
    Object.entries({ ...defaults, ...plan.inputs }).map(([name, value]) => [
      name,
      value.replace(/\$\{\{\s*github\.token\s*\}\}/g, token),
    ]),
  );
}

function conclude(child: ChildResult, commands: StepCommands): ActionResult['conclusion'] {
  if (child.cancelled) return 'cancelled';
  return child.exitCode === 0 && commands.failures.length === 0 ? 'success' : 'failure';
}

function withoutSecrets(outputs: Readonly<Record<string, string>>, masker: Masker): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => masker.mask(value) === value));
}

function pick<T extends object, K extends keyof T>(value: T, keys: readonly K[]): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const key of keys) if (value[key] !== undefined) picked[key] = value[key];
  return picked;
}
