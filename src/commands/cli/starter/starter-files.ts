import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { ALL_FEDERATIONS, jobVariables, lacksFor } from '#common/federations.ts';
import type { FoundProvider, StarterLanguage } from '../found/dependencies.ts';
import type { FoundCases } from '../found/find-cases.ts';
import { LAST } from '../found/find-installer.ts';
import type { FoundProject } from '../found/find-project.ts';
import type { FoundRunner } from '../found/find-runner.ts';
import { type StarterFile, starterAgent, typescriptImports } from './starter-agents.ts';
import { commentedOut, filledTemplate } from './template.ts';

/** What is known about the project besides its language. */
export interface StarterProject extends Pick<FoundProject, 'provider' | 'calls' | 'installer' | 'typescript' | 'mcp'> {
  readonly cases: Pick<FoundCases, 'globs' | 'ids_clash'>;
  /** Its tests take the place of agent and cases; absent or `null`: it has none. */
  readonly runner?: FoundRunner | null;
  /** Where ids of a provider may stand; absent: nowhere. */
  readonly environment?: { readonly [name: string]: string | undefined };
}

/** Everything a repository needs for its first evaluation. */
export function starterFiles(
  language: StarterLanguage,
  place: StarterPlace = { branch: 'main', folder: '' },
  project: StarterProject = bare(language),
): readonly StarterFile[] {
  const { runner = null } = project;
  if (runner !== null)
    return [
      workflowOf(place, project, project.provider !== null),
      { path: 'agent-eval.yml', purpose: 'how your tests run, which gate', text: suiteConfig(runner, project) },
    ];
  const { globs } = project.cases;
  const agent = starterAgent(language, project.calls);
  const first = { path: 'evals/first.yml', purpose: 'first cases', text: filledTemplate('first.yml') };
  return [
    workflowOf(place, project, project.calls !== null),
    { path: 'agent-eval.yml', purpose: 'which agent, which cases, which gate', text: config(agent.path, project) },
    ...(globs.length > 0 ? [] : [first]),
    agent,
    ...(project.typescript?.by === 'node' ? [typescriptImports()] : []),
  ];
}

function workflowOf(place: StarterPlace, project: StarterProject, asks: boolean): StarterFile {
  const key = asks ? keyOf(project) : null;
  return starterWorkflow(place, key, project.installer.brought_by, givenIds(key, project.environment));
}

/** The ids by which a workflow logs in without this key, if all are given. */
export function givenIds(
  key: string | null,
  environment: NonNullable<StarterProject['environment']> = {},
): Readonly<Record<string, string>> {
  const found = ALL_FEDERATIONS.find(({ key_names }) => key_names.some((name) => name === key));
  if (found === undefined || lacksFor(found, { ...environment, ...jobVariables(true) })?.length !== 0) return {};
  const ids = [...found.ids, ...found.other_ids].map((name) => [name, environment[name]?.trim() ?? ''] as const);
  return Object.fromEntries(ids.filter(([, value]) => value !== ''));
}

function keyOf({ provider, calls }: StarterProject): string {
  return KEYS[calls?.provider ?? provider?.name ?? 'openai'];
}

const KEYS: Readonly<Record<FoundProvider, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  gemini: 'GEMINI_API_KEY',
  ollama: 'OLLAMA_API_KEY',
};

/** A folder with nothing in it. */
function bare(language: StarterLanguage): StarterProject {
  const nothing = { provider: null, calls: null, typescript: null, mcp: null };
  return { ...nothing, installer: LAST[language], cases: { globs: [], ids_clash: false } };
}

function config(agent: string, project: StarterProject): string {
  const { installer, calls, cases, typescript, mcp } = project;
  const loader = typescript === null ? [] : ['--import', typescript.by === 'tsx' ? 'tsx' : './evals/imports.mjs'];
  const { id, ...price } = EXAMPLE_MODELS[calls?.provider ?? 'openai'];
  const text = filledTemplate('agent-eval.yml', {
    PRICES: `{${id}: {${Object.entries(price)
      .map((entry) => entry.join(': '))
      .join(', ')}}}`,
    COMMAND: [...installer.start, ...loader, agent].join(', '),
    KEY: keyOf(project),
    SETUP: installer.line,
    MCP: mcp?.file ?? null,
  }).replace(/^cases: .*/m, (line) => casesKey(cases) ?? line);
  if (calls !== null) return text;
  return commentedOut(text, installer.needed ? /^ {2}(?=(record|needs):)/gm : /^ {2}(?=(record|needs|setup):)/gm);
}

function suiteConfig(runner: FoundRunner, project: StarterProject): string {
  const { start, line } = project.installer;
  const before = runner.language === 'python' ? start.slice(0, -1) : [];
  const inYaml = (list: readonly string[]) =>
    list.map((word) => (/^[\w./-]+$/.test(word) ? word : JSON.stringify(word))).join(', ');
  const pip = start[0] === 'uv' ? ['uv', 'pip'] : [...start.slice(0, -1), 'pip'];
  const installs = runner.packages.map((name) => [...pip, 'install', name].join(' '));
  const text = filledTemplate('suite.yml', {
    RUN: inYaml([...before, ...runner.run]),
    RUN_CASES: runner.run_cases && inYaml([...before, ...runner.run_cases]),
    ENV: runner.env ?? null,
    RESULTS: runner.results,
    FILE: runner.writes,
    TESTS: inYaml(runner.tests),
    MIN_SCORE: runner.results === 'evalite' ? '0.8' : null,
    // The line of Go compiles the starter agent, which is not written here.
    SETUP: [...(runner.language === 'go' ? [] : [line]), ...installs, ...runner.setup].join(', '),
    KEY: keyOf(project),
  });
  return project.provider === null ? commentedOut(text, /^ {2}(?=(record|needs):)/gm) : text;
}

/** `null`: only the first cases are there. */
function casesKey({ globs, ids_clash: clash }: StarterProject['cases']): string | null {
  if (globs.length === 0) return null;
  const entry = (glob: string) =>
    clash ? `{file: ${JSON.stringify(glob)}, id_prefix: "{stem}/"}` : JSON.stringify(glob);
  return ['cases:', ...globs.map((glob) => `  - ${entry(glob)}`)].join('\n');
}

/** What a workflow needs to know about its repository. */
interface StarterPlace {
  /** The default branch: its runs make the baseline. */
  readonly branch: string;
  /** The set-up folder, relative to the root of the repository, with `/`; empty for the root. */
  readonly folder: string;
  /** A second job signs the verdict. */
  readonly signed?: boolean;
}

/**
 * The workflow, at the root of the repository, because GitHub reads workflows only there; that of a folder has its own name.
 * `path` is relative to that folder.
 *
 * @param key the variable that the agent needs; `null`: it needs none yet
 * @param ids variables by which it logs in without that key; empty: it has the key
 * @param tool the line that brings the program which installs packages, where GitHub's machine has none
 */
export function starterWorkflow(
  { branch, folder, signed = false }: StarterPlace,
  key: string | null = null,
  tool?: string,
  ids: Readonly<Record<string, string>> = {},
): Readonly<Record<'path' | 'purpose' | 'text', string>> {
  const name = folder === '' ? 'agent-eval' : `agent-eval-${folder.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
  const up = folder === '' ? '' : '../'.repeat(folder.split('/').length);
  const lines = Object.entries(ids).map(([name, value]) => `          ${name}: ${scalar(value)}`);
  const filled = filledTemplate('workflow.yml', {
    NAME: name,
    BRANCH: scalar(branch),
    TOOL: tool ?? null,
    FOLDER: folder === '' ? null : scalar(folder),
    ID_TOKEN: lines.length === 0 ? null : 'write',
    KEY: key ?? 'OPENAI_API_KEY',
  });
  const text = lines.length === 0 ? filled : filled.replace(/^.*\{\{ secrets\..*$/m, () => lines.join('\n'));
  const withInputs = folder === '' ? commentedOut(text, /^ {8}(?=with:\n +#)/m) : text;
  return {
    path: `${up}.github/workflows/${name}.yml`,
    purpose: `runs on pull requests and on ${branch}`,
    text: `${key === null ? commentedOut(withInputs, /^ {8}(?=(env| {2}\w+_KEY):)/gm) : withInputs}${signed ? filledTemplate('sign.yml', { NAME: name }) : ''}`,
  };
}

/** Plain if every YAML reader reads it as exactly this text. */
function scalar(text: string): string {
  const isPlain = /^[a-z_][\w./-]*$/i.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
