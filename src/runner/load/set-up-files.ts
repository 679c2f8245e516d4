import { folderOf, plainPath } from '#cases/suite/graders/grader-files.ts';
import { importedFiles } from '#cases/suite/graders/imported-files.ts';
import {
  isOfRepository,
  launchedBy,
  PYTEST,
  pathWords,
  RUNNERS,
  SCRIPT_ENDINGS,
} from '#cases/suite/graders/launchers.ts';
import { hashJson } from '#common/hash-json.ts';
import { isJsonObject } from '#common/json.ts';
import { ownValue } from '#common/json-differences.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
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
  { run, run_cases, env, file }: Pick<SuiteAgentConfig, 'run' | 'run_cases' | 'env' | 'file'>,
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
      // Where the runner writes, its settings may name too.
      const results = file === null ? '' : plainPath(files.locate(file));
      return [...settings, ...loaded].filter((path) => path !== results && !tests.includes(path));
    },
  };
}

/** `a/b` → `a/b`, `a`, and the root. */
export function foldersUpFrom(folder: string): readonly string[] {
  const steps = folder === '' ? [] : folder.split('/');
  return [...steps.map((_, at) => steps.slice(0, steps.length - at).join('/')), ''];
}

/** Paths that the settings of a runner of tests may name: what is loaded before the tests. */
function loadedBy(path: string, text: string): readonly string[] {
  // What promptfoo tests is the agent.
  const said = withoutReports(
    PROMPTFOO.test(path)
      ? text
          .split(SECTIONS)
          .filter((section) => !TESTED.test(section))
          .join('')
      : text,
  );
  const values = [...said.matchAll(LOADING)].map(([, value = '']) => value);
  // What is no plain text may be put together from any of the config's.
  const isPlain = values.every((value) => PLAIN.test(value));
  const any = isPlain ? [] : pathWords(said).filter((word) => /[./]/.test(word));
  const [, plugins = ''] = /\bpytest_plugins\b[^=\n]*=\s*([[(][^\])]*|.*)/.exec(said) ?? [];
  const modules = pathWords(plugins).map((name) => `${name.replaceAll('.', '/')}.py`);
  return [
    ...[...values.flatMap(pathWords), ...any].flatMap((name) => [
      name,
      ...SCRIPT_ENDINGS.map((ending) => `${name}.${ending}`),
    ]),
    ...[...modules, ...launchedBy(path, said), ...preloaded(said.split(/[\s"'`]+/))],
  ].filter(isOfRepository);
}

/** Settings without the files that they have reporters write. */
function withoutReports(text: string): string {
  let kept = '';
  let rest = text;
  for (let next = REPORTING.exec(rest); next !== null; next = REPORTING.exec(rest)) {
    const start = next.index + next[0].length;
    const end = next[1] === undefined ? endOfValue(rest.slice(start)) : rest.slice(start).search(/\s|$/);
    if (end === null) break;
    kept += rest.slice(0, start) + rest.slice(start, start + end).replace(WORDS, keptOfReport);
    rest = rest.slice(start + end);
  }
  return kept + rest;
}

/** A reporter itself is loaded. */
const keptOfReport = (word: string) => (/\.(?:xml|html?|json|txt|log|md)$/.test(word) ? '' : word);

/** Where the value ends that a text of settings begins with; `null`: its brackets don't match. */
function endOfValue(text: string): number | null {
  const open: string[] = [];
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const closing = CLOSING[token];
    if (closing !== undefined) open.push(closing);
    else if (open.length === 0 && ENDS.test(token)) return index;
    else if (/^[\]})]$/.test(token) && open.pop() !== token) return null;
  }
  return open.length === 0 ? text.length : null;
}

/** Files that a command has a runner load before its tests: `--import ./x.mjs`, `--config=a.ts`, `-p evals.plugin`. */
function preloaded(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const [, option = '', value = words[at + 1] ?? ''] = /^(--?[a-zA-Z-]+)(?:=(.*))?$/.exec(word) ?? [];
    return PRELOADS.test(option) ? [value, `${value.replaceAll('.', '/')}.py`] : [];
  });
}

/** What a file says for a runner of tests, if it has other readers too; `null`: all of it does. Empty: nothing does. */
function runnersPart(path: string, text: string, words: readonly string[]): string | null {
  if (/(?:^|\/)package\.json$/.test(path)) {
    const manifest = jsonOrUndefined(text);
    if (!isJsonObject(manifest)) return null;
    const { scripts } = manifest;
    const names = words.flatMap((word) => [word, `pre${word}`, `post${word}`]);
    const lines = isJsonObject(scripts) ? names.flatMap((name) => ownValue(scripts, name) ?? []) : [];
    const own = ['jest', 'mocha', 'ava', 'vitest'].flatMap((name) => ownValue(manifest, name) ?? []);
    return [...lines, ...own].map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');
  }
  if (!/(?:^|\/)(?:setup\.cfg|tox\.ini|pyproject\.toml)$/.test(path)) return null;
  return text
    .split(/^(?=\[)/m)
    .filter((section) => /^\[[^\]\n]*pytest/.test(section))
    .join('');
}

/** Files that set runners of tests up, in the folder of a test or above. */
const RUNNER_SETTINGS: readonly string[] = [
  ...`${PYTEST} ${RUNNERS} .npmrc package.json bunfig.toml`.split(' '),
  ...['jest.config.json', 'vitest.workspace.json', 'test_config.json'],
  ...['js', 'cjs', 'mjs', 'json', 'jsonc', 'yml', 'yaml'].map((ending) => `.mocharc.${ending}`),
  ...['yaml', 'yml', 'json', 'js', 'ts', 'mjs', 'cjs', 'py'].map((ending) => `promptfooconfig.${ending}`),
];

/** Whether a file sets runners of tests up, by its name: also a config of another name that a command names. */
function isRunnerSetting(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return RUNNER_SETTINGS.includes(name) || /\.(?:config|workspace)\.[cm]?[jt]s$/.test(name);
}

/** Keys of settings that say what reports on the tests, and where; the same as options in a line of a script. */
const REPORTING = /(--)(?:reporters?|outputFile)[= ]|\b(?:reporters?|outputFile)["']?\s*[:=]\s*/;
const WORDS = /[^\s"'`()[\]{}=,:]+/g;
/** Of settings: texts and comments, which may hold brackets, brackets, and what ends a value outside of these. */
const TOKENS = /"[^"\n]*"|'[^'\n]*'|\/\/.*|[[\]{}(),;]|\n(?!\s*[?:])/g;
const ENDS = /^[\]}),;\n]$/;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

/** Keys of settings that name what is loaded, with their values. */
const LOADING =
  /\b(?:setupFiles(?:AfterEnv)?|global(?:Setup|Teardown)|require|import|preload|file|testEnvironment|environment|reporters?|runner|testRunner|snapshotSerializers)["']?\s*[:=]\s*(\[[^\]]*\]?|[^,\n]*)/g;
/** A value that is a text, a list of texts, or none. */
const PLAIN =
  /^(?:\[(?:[\s,]|"[^"\\\n]*"|'[^'\\\n]*')*\]|(?:"[^"\\\n]*"|'[^'\\\n]*'|true|false|null|undefined)?[\s})\];]*)$/;
const PROMPTFOO = /(?:^|\/)promptfooconfig\.(?:ya?ml|json)$/;
const SECTIONS = /^(?= {0,2}[\w"'])/m;
const TESTED = /^ *["']?(?:prompts|providers|targets)\b/;
const PRELOADS =
  /^(?:-r|-c|-p|--(?:import|require|loader|experimental-loader|preload|config|config-file|file|setupFiles(?:AfterEnv)?|globalSetup|globalTeardown))$/;
