import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import type { Judge } from '#ports/grader-ports.ts';
import type { Budget } from '#ports/ports.ts';
import { makeOwnFolders, type OwnFolders } from '#process/own-folders.ts';
import type { Programs } from '#process/programs.ts';
import { programChecks } from '#runner/agents/checks/program-checks.ts';
import type { BaseCheckout, CheckOut } from '#runner/base-side/base-checkout.ts';
import {
  type Checkout,
  checkOutCommit,
  type FetchedBefore,
  folderStates,
} from '#runner/workspace/base-checkout/checkout.ts';
import { type WorkspaceFiles, workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import type { BaseCommitSource } from './base-source.ts';
import { commandEnvironment } from './check-environment.ts';
import { withEmbedding } from './models/with-embedding.ts';
import { type AgentAccess, openAgent } from './open-agent.ts';
import type { RunFolders, WorkspaceRequest } from './workspace-request.ts';

/** The parts of a request that apply to the base's run too. */
export type BaseRequest = Pick<WorkspaceRequest, 'facts' | 'signal'> & {
  readonly folders: Pick<RunFolders, 'config_path'>;
  readonly access: AgentAccess;
};

/** What the base's run shares with the candidate's. */
export interface CheckedBeside {
  /** Files of the candidate, which hold the workspaces of its cases; `null`: no program of it ran here, and main's are taken. */
  readonly workspace_files: WorkspaceFiles | null;
  /** The programs on PATH before the candidate's first program ran. */
  readonly programs: Programs;
  readonly budget: Budget;
  readonly redact: (text: string) => string;
  /** Judges both sides; absent: the suite's own judge is opened for the base. */
  readonly judge?: Judge;
}

/** The commit with other files over its own. */
export interface BaseVersion {
  readonly before: FetchedBefore | undefined;
  /** Puts them into its folder, before its agent starts. */
  readonly edit: (folder: string) => Promise<void>;
}

/** Checks out the base commit, with its own empty home and temporary folder. */
export function checkOutBase(
  source: BaseCommitSource,
  request: BaseRequest,
  head: CheckedBeside,
  version?: BaseVersion,
): CheckOut {
  return async (sha, signal) => {
    const { environment } = request.access;
    const altered = await head.programs.changed(['git']);
    if (altered.length > 0) return { problem: `git can't be trusted to fetch it: ${altered.join('; ')}` };
    const temporary = environment['RUNNER_TEMP'] ?? tmpdir();
    const fetched = await checkOutCommit(source.commits, sha, {
      temporary,
      environment,
      resolve: head.programs.resolve,
      signal,
      root: source.root,
      before: version?.before,
    });
    if ('problem' in fetched) return fetched;
    await version?.edit(fetched.checkout.folder).catch(async (error: unknown) => {
      await fetched.checkout.close();
      throw error;
    });
    const own = await makeOwnFolders(temporary);
    return { checkout: baseCheckout(fetched.checkout, own, source, request, head) };
  };
}

function baseCheckout(
  checkout: Checkout,
  own: OwnFolders,
  { folder: place }: BaseCommitSource,
  request: BaseRequest,
  head: CheckedBeside,
): BaseCheckout {
  const cwd = join(checkout.folder, place);
  const files = workspaceFiles(checkout.folder, cwd, request.folders.config_path);
  const folder = resolve(cwd, files.locate('.'));
  const { resolve: resolveProgram } = head.programs;
  return {
    files,
    async filesNow(which) {
      const files = await checkout.filesNow(which);
      if (which === 'commit') return files;
      const ofHome = [...(await folderStates(own.folder))].map(
        ([path, state]) => [`its home: ${path}`, state] as const,
      );
      return new Map([...files, ...ofHome]);
    },
    otherDependencies: () => checkout.otherDependencies(configFolder(place, request.folders.config_path)),
    async openAgent(suite, options) {
      const opened = await openAgent(suite, request.access, {
        ...options,
        files,
        folder,
        replay: 'off',
        cassette_folder: folder,
        own: own.environment,
        resolve: resolveProgram,
        secrets: [],
        redact: head.redact,
        budget: head.budget,
        workspaces: {
          files: head.workspace_files ?? files,
          environment: own.environment(commandEnvironment(request.access, suite, null)),
          resolve: resolveProgram,
          keeps: false,
        },
        judges: head.judge === undefined,
      });
      if ('problem' in opened) return opened;
      const custom = withEmbedding(
        programChecks({ cwd: folder, environment: own.environment(opened.environment), resolve: resolveProgram }),
        opened.models,
      );
      const rest = () => opened.agent.close().finally(() => custom.close());
      const close = () => opened.close().finally(() => custom.close());
      const judge = head.judge ?? opened.models.judge;
      const missing_keys = [...opened.models.missing_keys, ...opened.models.judge_missing];
      return { ...opened, custom, ...(judge === null ? {} : { judge }), missing_keys, rest, close };
    },
    async close() {
      await own.close();
      await checkout.close();
    },
  };
}

/** Folder of a config, from the root of the repository; empty for the root. */
export function configFolder(folder: string, config: string): string {
  const steps = posix.join('/', folder, posix.dirname(config)).split('/');
  return steps.filter((step) => step !== '').join('/');
}
