import type { Case } from '#cases/suite/case.ts';
import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { type Issue, issueAt, lineIssue } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { mocksOf } from '#config/capture.ts';
import type { ConfiguredAgent } from '#config/parsing/agents-of.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { hashModule } from './with-imports.ts';

/**
 * Hashes of the mock modules with all their imports, by path, over config and all cases; modules that can't be read are issues.
 */
export async function readMockModules(
  files: SuiteFiles,
  { agent, agent_path: path }: ConfiguredAgent,
  cases: readonly Case[],
  config: ParsedDocument,
): Promise<{ readonly hashes: { readonly [path: string]: string }; readonly issues: readonly Issue[] }> {
  const own = mocksOf(agent);
  if (own === null) return { hashes: {}, issues: [] };
  const modules = [
    ...modulesOf(own.mocks).map(({ tool, file }) => ({
      file,
      issue: (problem: string) => issueAt(config, [...path, ...own.path, tool, 'module'], problem),
    })),
    ...cases.flatMap((evalCase) =>
      modulesOf(evalCase.mocks).map(({ tool, file }) => ({
        file,
        issue: (message: string) => lineIssue(evalCase.source, `mocks.${tool}.module`, message),
      })),
    ),
  ];
  const paths = [...new Set(modules.map(({ file }) => file))].sort();
  const read = new Map(await Promise.all(paths.map(async (path) => [path, await hashModule(files, path)] as const)));
  const hashes: { [path: string]: string } = {};
  for (const [path, module] of read) if ('hash' in module) hashes[path] = module.hash;
  const issues = modules.flatMap(({ file, issue }) => {
    const module = read.get(file);
    return module !== undefined && 'problem' in module ? [issue(module.problem)] : [];
  });
  return { hashes, issues };
}

function modulesOf(mocks: ToolMocks): readonly { readonly tool: string; readonly file: string }[] {
  return Object.entries(mocks).flatMap(([tool, mock]) => (mock.kind === 'module' ? [{ tool, file: mock.file }] : []));
}
