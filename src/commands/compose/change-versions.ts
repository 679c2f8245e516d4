import { tmpdir } from 'node:os';
import { posix } from 'node:path';
import { compileGlob } from '#cases/matching/glob.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { AgentPaths } from '#gate/lines/change-parts.ts';
import type { ChangeVersions } from '#runner/lines/version-oracle.ts';
import { checkOutCommit } from '#runner/workspace/base-checkout/checkout.ts';
import { readChange, writeVersion } from '#runner/workspace/versions/read-change.ts';
import { configFolder } from './base-checkout.ts';
import { createBaseCommit, type HeadSide } from './base-commit.ts';
import type { BaseCommitSource } from './base-source.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/** Versions of the work in a checkout, each in a folder of its own beside it. */
export function changeVersions(
  sha: string,
  source: BaseCommitSource,
  request: WorkspaceRequest,
  head: HeadSide,
): ChangeVersions {
  return {
    async read() {
      const fetched = await checkOutCommit(source.commits, sha, {
        temporary: request.access.environment['RUNNER_TEMP'] ?? tmpdir(),
        environment: request.access.environment,
        resolve: head.programs.resolve,
        signal: request.signal,
        beside: source.root,
      });
      if ('problem' in fetched) return fetched;
      const { checkout } = fetched;
      try {
        const paths = [...(await checkout.filesNow()).keys()];
        return { files: await readChange(source.root, { folder: checkout.folder, paths }) };
      } catch (error) {
        return { problem: `the change can't be read: ${error instanceof Error ? error.message : String(error)}` };
      } finally {
        await checkout.close();
      }
    },
    run: (files, { id, from, to }) =>
      createBaseCommit(source, request, head, (folder) => writeVersion(folder, files, source.root)).run({
        sha,
        from: new Map([[id, from]]),
        to: new Map([[id, to]]),
      }),
  };
}

/** Where the agent of a suite has its files, from the root of the repository. */
export function agentPaths(suite: LoadedSuite, { folder }: BaseCommitSource): AgentPaths {
  const { config, config_path: path } = suite;
  const place = configFolder(folder, path);
  const fromRoot = (file: string) => posix.join(place, file);
  const { agent } = config;
  const named = (file: unknown) => (typeof file === 'string' ? [fromRoot(file)] : []);
  const ignored = config.coverage.ignores.map((glob) => compileGlob(fromRoot(glob), 'path'));
  return {
    prompt: 'prompt' in agent ? named(agent.prompt) : [],
    tools: 'tools' in agent ? named(agent.tools) : [],
    config: posix.join(folder, path),
    others: new Set(suite.cases.map(({ source }) => posix.join(folder, source.file))),
    isIgnored: (file) => ignored.some((matches) => matches(file)),
  };
}
