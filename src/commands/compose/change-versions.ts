import { tmpdir } from 'node:os';
import { posix } from 'node:path';
import { compileGlob } from '#cases/matching/glob.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { errorMessage } from '#common/error-message.ts';
import { canonicalJson, isJsonObject, type Json } from '#common/json.ts';
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
        return { problem: `the change can't be read: ${errorMessage(error)}` };
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
  const tools = 'tools' in agent ? named(agent.tools) : [];
  const own = posix.join(folder, path);
  return {
    prompt: 'prompt' in agent ? named(agent.prompt) : [],
    tools,
    config: own,
    is_program: agent.kind !== 'openai' && agent.kind !== 'anthropic',
    others: new Set(suite.cases.map(({ source }) => posix.join(folder, source.file))),
    isIgnored: (file) => ignored.some((matches) => matches(file)),
    seen(file, text) {
      const parsed = text === null || ![own, ...tools].includes(file) ? null : parseDocuments(text, file);
      if (parsed === null || 'issues' in parsed) return text;
      const values = parsed.documents.map(({ value }) => value);
      return canonicalJson(file === own ? values.map(agentIn) : values);
    },
  };
}

/** What a config says of its agent: all that main's side takes from it. */
function agentIn(config: Json): Json {
  const { agent = null, agents = null, default_agent = null, suite = null } = isJsonObject(config) ? config : {};
  return [agent, agents, default_agent, suite];
}
