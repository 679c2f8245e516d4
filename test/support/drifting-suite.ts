import { readFileSync } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { newFolder } from '#test/support/new-folder.ts';
import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { program } from './program.ts';
import { type OpenScene, type RunOptions, type Scene, stageScene, withScenes } from './scene.ts';
import { json } from './scripted-suite.ts';
import { addStoredRun, artifactFiles } from './stored-artifact.ts';

/** Chances to pass, 0–1, by case id; `default` for the cases that are not named. */
export type Chances = Readonly<Record<string, number>>;

/** What the agent or its setup noted. */
type Call = {
  readonly folder: string;
  readonly does: 'setup' | 'start' | 'trial';
  readonly case_id?: string;
  readonly trial?: number;
  readonly environment?: Readonly<Record<string, string>>;
};

/** What the agent's answers depend on besides the repository. */
export type Provider = {
  /** Where its state is. */
  readonly folder: string;
  /** Options by which a run reaches it. */
  readonly reach: (options?: RunOptions) => RunOptions;
  /** It answers like this from now on. */
  readonly becomes: (chances: Chances) => Promise<void>;
  /** What was noted since this was last asked. */
  readonly calls: () => Promise<readonly Call[]>;
};

const withProvider = withScenes.extend<{ provider: Provider }>({
  provider: async ({ onTestFinished }, use) => {
    const { provider, close } = await startProvider();
    onTestFinished(close);
    await use(provider);
  },
});

/** `it` with scenes, and with a provider that passes everything until it drifts. */
export const it = Object.assign(
  (policy: string, play: (openScene: OpenScene, provider: Provider) => Promise<void>) =>
    withProvider(policy, ({ openScene, provider }) => play(openScene, provider)),
  { for: withProvider.for.bind(withProvider) },
);

/**
 * A repository with cases of these ids, three to ten trials each, whose agent reads its chances from prompt.json. Its `setup.mjs`, for configs
 * that name it, installs something; without the provider's `registry` only where a vendored.txt is.
 */
export function driftingSuite(ids: readonly string[], config: Readonly<Record<string, unknown>> = {}): WorkspaceFiles {
  const expect = { response: { contains: ['well'] } };
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: { command: ['node', 'agent.mjs'] },
      cases: ['evals/*.yml'],
      trials: { min: 3, max: 10 },
      concurrency: 1,
      ...config,
    }),
    'evals/cases.yml': json({ cases: ids.map((id) => ({ id, input: `input of ${id}`, expect })) }),
    'agent.mjs': AGENT,
    'setup.mjs': SETUP,
    ...prompt({}),
  };
}

/** The prompt with these chances. */
export function prompt(chances: Chances): WorkspaceFiles {
  return { 'prompt.json': json(chances) };
}

/** As many ids as are asked for. */
export function caseIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `case-${index + 1}`);
}

const resultsOfMain = new Map<string, Promise<string>>();

/** The text of the results that a run of main stores while the provider passes everything; it runs once for the same files. */
export function mainResults(files: WorkspaceFiles): Promise<string> {
  const key = JSON.stringify(files);
  const known = resultsOfMain.get(key) ?? pushMain(files);
  resultsOfMain.set(key, known);
  return known;
}

async function pushMain(files: WorkspaceFiles): Promise<string> {
  const { provider, close } = await startProvider();
  const scene = await stageScene(files);
  try {
    const pushed = await scene.pushMain(provider.reach());
    if (pushed.exitCode !== 0) throw new Error(pushed.stdout);
    return artifactFiles(scene.fake.state)['results.json'] ?? '';
  } finally {
    await scene.close();
    await close();
  }
}

/** Stores results as those of runs of main's first commit, which has the same id in every scene with the same files. */
export async function storeMain({ fake, repository }: Scene, results: string, runs = 1): Promise<void> {
  const [first] = repository.history.commits.keys();
  if (first === undefined) throw new Error('there is no commit');
  for (let index = 0; index < runs; index += 1) addStoredRun(fake.state, results, first);
}

/** The results that the newest run stored. */
export function newestResults({ fake }: Scene, file = 'results.json'): ResultsFile {
  const read = parseResults(artifactFiles(fake.state)[file] ?? '');
  if ('problem' in read) throw new Error(read.problem);
  return read.results;
}

/** Number of trials of each case, by id. */
export function trialsOf({ cases }: ResultsFile): Readonly<Record<string, number>> {
  return Object.fromEntries(cases.map(({ id, trials }) => [id, trials.length]));
}

const AGENT = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'agents', 'drifting-worker.mjs'), 'utf8');

const SETUP = program('drifting-setup.mjs');

async function startProvider(): Promise<{ readonly provider: Provider; readonly close: () => Promise<void> }> {
  const folder = newFolder('provider');
  const [state, calls] = [join(folder, 'provider.json'), join(folder, 'calls.jsonl')];
  await writeFile(state, json({}));
  const provider: Provider = {
    folder,
    reach: (options = {}) => ({
      ...options,
      env: { PROVIDER: folder, ...options.env },
      inputs: { 'pass-env': 'PROVIDER', ...options.inputs },
    }),
    becomes: (chances) => writeFile(state, json(chances)),
    async calls() {
      await appendFile(calls, '');
      const lines = (await readFile(calls, 'utf8')).split('\n').filter((line) => line !== '');
      await writeFile(calls, '');
      return lines.map((line): Call => JSON.parse(line));
    },
  };
  return { provider, close: () => rm(folder, { recursive: true }) };
}
