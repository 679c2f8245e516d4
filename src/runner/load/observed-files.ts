import { isJsonObject } from '#common/json.ts';
import { isModelAgent } from '#config/capture.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { agentFiles } from './grader-look.ts';

/** What an agent is seen to read. */
export interface ObservedFiles {
  /** Paths from the folder of the config. */
  readonly paths: readonly string[];
  /** It reads nothing else. */
  readonly is_all: boolean;
}

/** The files that the agent of a suite is seen to read: what its part of the config names, with imports, and the modules of its mocks. */
export async function observedFiles(
  { config: { agent }, conditions }: Pick<LoadedSuite, 'config' | 'conditions'>,
  files: Pick<SuiteFiles, 'read' | 'locate'>,
): Promise<ObservedFiles> {
  const modules = conditions.values['mock_modules'] ?? null;
  const mocks = isJsonObject(modules) ? Object.keys(modules) : [];
  const paths = await agentFiles((path) => files.read(files.locate(path)), agent);
  return { paths: [...paths, ...mocks], is_all: isModelAgent(agent) && mocks.length === 0 };
}
