import { EXAMPLE_MODELS } from '#common/example-models.ts';
import { ALL_FEDERATIONS, jobVariables, lacksFor } from '#common/federations.ts';
import { PROVIDERS } from '#wire/protocols/providers.ts';
import type { StarterLanguage } from '../found/dependencies.ts';
import type { FoundCases } from '../found/find-cases.ts';
import { LAST } from '../found/find-installer.ts';
import type { FoundKeys } from '../found/find-keys.ts';
import type { FoundProject } from '../found/find-project.ts';
import type { FoundRunner } from '../found/find-runner.ts';
import { recordValue } from '../found/words.ts';
import { type StarterFile, starterAgent, typescriptImports } from './starter-agents.ts';
import { commentedOut, filledTemplate } from './template.ts';

/** What is known about the project besides its language. */
export interface StarterProject
  extends Pick<FoundProject, 'provider' | 'calls' | 'installer' | 'typescript' | 'mcp' | 'by_name'> {
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
  const workflow = starterWorkflow(place, needsOf(project));
  if (runner !== null)
    return [
      workflow,
      { path: 'agent-eval.yml', purpose: 'how your tests run, which gate', text: suiteConfig(runner, project) },
    ];
  const { globs } = project.cases;
  const agent = starterAgent(language, project.calls);
  const first = { path: 'evals/first.yml', purpose: 'first cases', text: filledTemplate('first.yml') };
  return [
    workflow,
    { path: 'agent-eval.yml', purpose: 'which agent, which cases, which gate', text: config(agent.path, project) },
    ...(globs.length > 0 ? [] : [first]),
    agent,
    ...(project.typescript?.by === 'node' ? [typescriptImports()] : []),
  ];
}

function needsOf(project: StarterProject): StarterNeeds {
  const { key, asks } = starterKey(project);
  const { brought_by: tool } = project.installer;
  return { key, asks, ...(tool !== undefined && { tool }), ids: asks ? givenIds(key, project.environment) : {} };
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

/** The variable that the project's agent or tests need (`null`: none), whether what is written needs it at once, and whether their calls are recorded. */
export function starterKey({ provider, calls, runner }: Pick<StarterProject, 'provider' | 'calls' | 'runner'>): {
  readonly key: string | null;
  readonly asks: boolean;
  readonly recorded: boolean;
} {
  const name = calls?.provider ?? provider?.name ?? 'openai';
  // Ollama answers on this machine.
  const key = name === 'vertex' || name === 'ollama' ? null : PROVIDERS[name].key_name;
  return { key, asks: (runner ? provider : calls) !== null && key !== null, recorded: name !== 'vertex' };
}

/** A model of the project's provider; `MODEL` where none is named here. */
function exampleModel({ calls, provider }: Pick<StarterProject, 'calls' | 'provider'>): ExampleModel {
  const name = calls?.provider ?? provider?.name ?? 'openai';
  return name === 'openai' || name === 'anthropic' ? EXAMPLE_MODELS[name] : { ...EXAMPLE_MODELS.openai, id: 'MODEL' };
}

type ExampleModel = Omit<(typeof EXAMPLE_MODELS)['openai' | 'anthropic'], 'id'> & { readonly id: string };

/** A folder with nothing in it. */
function bare(language: StarterLanguage): StarterProject {
  const nothing = { provider: null, calls: null, typescript: null, mcp: null, by_name: null };
  return { ...nothing, installer: LAST[language], cases: { globs: [], ids_clash: false } };
}

function config(agent: string, project: StarterProject): string {
  const { installer, cases, typescript, mcp } = project;
  const loader = typescript === null ? [] : ['--import', typescript.by === 'tsx' ? 'tsx' : './evals/imports.mjs'];
  const { id, ...price } = exampleModel(project);
  const text = filledTemplate('agent-eval.yml', {
    PRICES: `{${id}: {${Object.entries(price)
      .map((entry) => entry.join(': '))
      .join(', ')}}}`,
    COMMAND: [...installer.start, ...loader, agent].join(', '),
    ...recording(project),
    SETUP: installer.line,
    MCP: mcp?.file ?? null,
  }).replace(/^cases: .*/m, (line) => casesKey(cases) ?? line);
  if (starterKey(project).asks) return text;
  return commentedOut(text, installer.needed ? /^ {2}(?=(record|needs):)/gm : /^ {2}(?=(record|needs|setup):)/gm);
}

function suiteConfig(runner: FoundRunner, project: StarterProject): string {
  const { start, line, bin = '' } = project.installer;
  const before = runner.language === 'python' ? start.slice(0, -1) : [];
  const started = ([program = '', ...words]: readonly string[]) => inYaml([...before, bin + program, ...words]);
  const inYaml = (list: readonly string[]) =>
    list.map((word) => (/^[\w./-]+$/.test(word) ? word : JSON.stringify(word))).join(', ');
  const pip = start[0] === 'uv' ? ['uv', 'pip'] : [...start.slice(0, -1), `${bin}pip`];
  const installs = runner.packages.map((name) => [...pip, 'install', name].join(' '));
  const text = filledTemplate('suite.yml', {
    RUN: started(runner.run),
    RUN_CASES: runner.run_cases && started(runner.run_cases),
    ENV: runner.env ?? null,
    RESULTS: runner.results,
    FILE: runner.writes,
    TESTS: inYaml(runner.tests),
    MIN_SCORE: runner.results === 'evalite' ? '0.8' : null,
    // The line of Go compiles the starter agent, which is not written here.
    SETUP: [...(runner.language === 'go' ? [] : [line]), ...installs, ...runner.setup].join(', '),
    ...recording(project),
  });
  return starterKey(project).asks ? text : commentedOut(text, /^ {2}(?=(record|needs):)/gm);
}

function recording(project: StarterProject): Readonly<Record<'RECORD' | 'KEY', string | null>> {
  const { key: KEY, recorded } = starterKey(project);
  return { RECORD: recorded ? recordValue(project.by_name) : null, KEY };
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

/** What the steps of a workflow need. */
interface StarterNeeds {
  /** The variable that the agent needs; `null`: none, absent: unknown. */
  readonly key?: string | null;
  /** Further variables that its suite needs. */
  readonly others?: readonly string[];
  /** Whether it needs it already. */
  readonly asks: boolean;
  /** The line that brings the program which installs packages, where GitHub's machine has none. */
  readonly tool?: string;
  /** Variables by which it logs in without that key; empty: it has the key. */
  readonly ids?: Readonly<Record<string, string>>;
}

/**
 * The workflow, at the root of the repository, because GitHub reads workflows only there; that of a folder has its own name.
 * `path` is relative to that folder.
 *
 * @param needs what the steps need
 */
export function starterWorkflow(place: StarterPlace, needs: StarterNeeds): StarterFile {
  const { name, path, text } = filledWorkflow('workflow.yml', place, needs);
  const { branch, folder, signed = false } = place;
  const withInputs = folder === '' ? commentedOut(text, /^ {8}(?=with:\n +#)/m) : text;
  return {
    path,
    purpose: `runs on pull requests and on ${branch}`,
    text: `${needs.asks ? withInputs : commentedOut(withInputs, /^ {8}(?=(env| {2}\w+_KEY):)/gm)}${signed ? filledTemplate('sign.yml', { NAME: name }) : ''}`,
  };
}

/** The workflow that tries other models, and opens a pull request for one that is not worse. The first key is that of the agent. Until its schedule is edited it tries today's model, which is nothing to try. */
export function upgradeWorkflow(
  place: StarterPlace,
  { keys: [first, ...others], model }: Pick<FoundKeys, 'keys' | 'model'>,
  { installer: { brought_by: tool }, environment }: Pick<StarterProject, 'installer' | 'environment'>,
): StarterFile {
  const key = first ?? null;
  const needs = { key, others, asks: true, ...(tool !== undefined && { tool }), ids: givenIds(key, environment) };
  const { path, text } = filledWorkflow('upgrade.yml', place, needs, { MODEL: model ?? '' });
  return { path: path.replace(/\.yml$/, '-upgrade.yml'), purpose: 'tries other models each month', text };
}

/** A template of a workflow for a repository and what its steps need; without a key its `env` is gone. */
function filledWorkflow(
  template: string,
  { branch, folder }: StarterPlace,
  { key = 'OPENAI_API_KEY', others = [], tool, ids = {} }: StarterNeeds,
  values: Readonly<Record<string, string>> = {},
): Readonly<Record<'name' | 'path' | 'text', string>> {
  const name = folder === '' ? 'agent-eval' : `agent-eval-${folder.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
  const up = folder === '' ? '' : '../'.repeat(folder.split('/').length);
  const lines = Object.entries(ids).map(([name, value]) => `          ${name}: ${scalar(value)}`);
  const filled = filledTemplate(template, {
    NAME: name,
    BRANCH: scalar(branch),
    TOOL: tool ?? null,
    FOLDER: folder === '' ? null : scalar(folder),
    ID_TOKEN: lines.length === 0 ? null : 'write',
    KEY: key,
    ...values,
  });
  const keyed = key === null ? filled.replace(/^ {8}env:\n(?! {10})/m, '') : filled;
  const more = others.map((name) => `          ${name}: \${{ secrets.${name} }}`);
  const text = keyed.replace(/^.*\{\{ secrets\..*$/m, (line) =>
    [...(lines.length === 0 ? [line] : lines), ...more].join('\n'),
  );
  return { name, path: `${up}.github/workflows/${name}.yml`, text };
}

/** Plain if every YAML reader reads it as exactly this text. */
function scalar(text: string): string {
  const isPlain = /^[a-z_][\w./-]*$/i.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
