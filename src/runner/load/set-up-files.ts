import { folderOf, plainPath } from '#cases/suite/graders/grader-files.ts';
import { importedFiles } from '#cases/suite/graders/imported-files.ts';
import { isRunnerSetting, loadedBy, preloaded, RUNNER_SETTINGS, runnersPart } from '#cases/suite/graders/launchers.ts';
import { hashJson } from '#common/hash-json.ts';
import type { SuiteAgentConfig } from '#config/config.ts';
import type { SuiteFiles } from '#ports/ports.ts';

/** The files that set up the runs of a suite's own tests; paths are from the working directory. */
export interface SetUpFiles {
  /** The hash of what a file says for the runner; `null`: there is no such file, or it says nothing for it. */
  hash(path: string): Promise<string | null>;
  /** Settings in the folders of these tests and above, and what is loaded before the tests: as they and the command name it. */
  of(tests: readonly string[]): Promise<readonly string[]>;
}

/** Finds them by what the command, its variables and the settings of runners say. */
export function setUpFiles(
  { run, run_cases, env }: Pick<SuiteAgentConfig, 'run' | 'run_cases' | 'env'>,
  files: SuiteFiles,
): SetUpFiles {
  const here = files.locate('.').replace(/^\.$/, '');
  const words = [...run, ...(run_cases ?? []), ...Object.values(env).flatMap((value) => value.split(/\s+/))];
  /** What a file says for a runner; `part`: it has other readers too. */
  async function saidIn(path: string): Promise<{ readonly text: string; readonly part: boolean }> {
    const source = await files.read(path);
    const part = 'problem' in source ? null : runnersPart(path, source.text, words);
    return { text: part ?? ('problem' in source ? '' : source.text), part: part !== null };
  }
  async function hash(path: string): Promise<string | null> {
    const whole = await files.hash(path);
    if (whole === null || !isRunnerSetting(path)) return whole;
    const { text, part } = await saidIn(path);
    return part ? (text === '' ? null : hashJson(text)) : whole;
  }
  async function present(from: string, names: readonly string[]): Promise<readonly string[]> {
    const places = names.flatMap((name) => [from, here].map((at) => plainPath(`./${at}/${name}`)));
    const found = [...new Set(places)].map(async (path) => ((await hash(path)) === null ? [] : [path]));
    return (await Promise.all(found)).flat();
  }
  return {
    hash,
    async of(tests) {
      const folders = [...new Set([here, ...tests.map(folderOf)].flatMap(foldersUpFrom))];
      const settings = new Set((await Promise.all(folders.map((at) => present(at, RUNNER_SETTINGS)))).flat());
      const loaded = new Set(await present(here, preloaded(words)));
      for (const path of loaded) if (isRunnerSetting(path)) settings.add(path);
      for (const path of settings) {
        const { text } = await saidIn(path);
        for (const next of await present(folderOf(path), loadedBy(path, text)))
          (isRunnerSetting(next) ? settings : loaded).add(next);
        // What a config imports is a part of it; a conftest.py imports what it tests.
        const imported = path.endsWith('.py') ? [] : importedFiles(path, text);
        for (const next of imported) if ((await hash(next)) !== null) settings.add(next);
      }
      return [...settings, ...loaded].filter((path) => !tests.includes(path));
    },
  };
}

/** `a/b` → `a/b`, `a`, and the root. */
export function foldersUpFrom(folder: string): readonly string[] {
  const steps = folder === '' ? [] : folder.split('/');
  return [...steps.map((_, at) => steps.slice(0, steps.length - at).join('/')), ''];
}
