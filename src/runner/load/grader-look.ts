import type { Case } from '#cases/suite/case.ts';
import { plainPath } from '#cases/suite/graders/grader-files.ts';
import { importedFiles } from '#cases/suite/graders/imported-files.ts';
import type { Config } from '#config/config.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import type { GraderLook } from './grader-files.ts';
import { readOnce } from './with-imports.ts';

/** What belongs to the custom checks of a suite. A folder is theirs alone if neither config and cases nor the agent are in it. */
export async function graderLook(
  files: SuiteFiles,
  { agent, replay }: Pick<Config, 'agent' | 'replay'>,
  cases: readonly Case[],
): Promise<GraderLook> {
  const read = readOnce(files);
  const here = files.locate('.').replace(/^\.$/, '');
  const fromConfig = (path: string) =>
    here !== '' && path.startsWith(`${here}/`) ? path.slice(here.length + 1) : path;
  return {
    read,
    hash: (path) => files.hash(files.locate(path)),
    async below(folder) {
      const location = files.locate(folder);
      return (await files.below(location)).map((path) => `${folder}${path.slice(location.length)}`);
    },
    expand: async (glob) => (await files.expand(glob)).map(fromConfig),
    above: files.above,
    others: new Set(
      [...cases.map(({ source }) => fromConfig(source.file)), ...(await agentFiles(read, agent)), replay.folder].map(
        plainPath,
      ),
    ),
  };
}

/** Every file that the agent's part of the config may name, with its imports; paths from the folder of the config. */
export async function agentFiles(
  read: SuiteFiles['read'],
  { needs: _, ...agent }: Config['agent'],
): Promise<readonly string[]> {
  const texts = textsOf({ ...agent, env: null, setup: null })
    .filter((text) => text.length <= LONGEST_PATH)
    .flatMap((text) => (/^[\w.]+$/.test(text) ? [text, `${text.replaceAll('.', '/')}.py`] : [text]));
  const paths = new Set(texts.map(plainPath));
  for (const path of paths) {
    if (paths.size > MOST_FILES) break;
    const file = await read(path);
    if ('problem' in file) continue;
    if (file.at !== undefined) paths.add(file.at);
    for (const imported of importedFiles(path, file.text)) paths.add(imported);
  }
  return [...paths].filter((path) => path.includes('.'));
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const LONGEST_PATH = 500;
const MOST_FILES = 500;
