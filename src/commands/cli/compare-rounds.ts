import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import type { CompareOptions } from '#commands/options/flags.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { silentProgress } from '#commands/terminal/silent-progress.ts';
import { plural } from '#common/words.ts';
import type { SuiteAgentConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { createSuiteAgent } from '#runner/agents/suite-agent.ts';
import { discoverCases } from '#runner/load/discover-cases.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { NO_PROGRAMS } from '#runner/regrade/grade-stored.ts';
import { collectResults } from '#runner/results/collect-results.ts';
import { keepsNothing } from '#runner/results/keeps-nothing.ts';
import { createBudget, NO_CAPS } from '#runner/trials/budget.ts';
import { executeSuite } from '#runner/trials/execute-suite.ts';
import { executionOptions } from '#runner/trials/execution-options.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import type { ResultFormat } from '#trials/rows/result-formats.ts';
import { planTrial } from '#trials/trial/plan-trials.ts';
import { trialList } from '#trials/trial/trial-schedule.ts';
import { commandName } from './common/command-name.ts';
import { localFacts } from './common/local-request.ts';
import { say, sayIssues } from './common/say.ts';
import { workspaceRoot } from './common/workspace-root.ts';
import { decideAndShow, unusable } from './compare.ts';

/** What `agent-eval compare --results` does: gates rounds that somebody else's job ran. */
export async function compareRounds(
  format: ResultFormat,
  { main, here }: Readonly<Record<'main' | 'here', readonly string[]>>,
  options: Pick<CompareOptions, 'config' | 'json' | 'failOn'>,
): Promise<void> {
  const missing = [...main, ...here].find((path) => !existsSync(path));
  const mistake =
    main.length === 0 || here.length === 0
      ? `write the files of main's rounds, then --, then those of the change: ${commandName()} compare --results ${format} main/*.json -- here/*.json`
      : missing === undefined
        ? null
        : `${missing} does not exist; name an existing file`;
  if (mistake !== null) return refuse(mistake);
  const known = await suiteOf(format, options.config);
  if (known === null) return unusable();
  const ofMain = await resultsOf(known, 'baseline', main);
  if ('problem' in ofMain) return refuse(`main's rounds: ${ofMain.problem}`);
  const candidate = await resultsOf(known, 'candidate', here);
  if ('problem' in candidate) return refuse(`rounds of the change: ${candidate.problem}`);
  const names = `${plural(here.length, 'round')} and ${plural(main.length, 'round')} of main`;
  const judging = { policy: known.suite.config.gate, source: known.source };
  const notes = [...new Set([...candidate.notes, ...ofMain.notes])];
  await decideAndShow(
    { candidate: candidate.results, runs: [ofMain.results], fresh: null, names, notes },
    judging,
    options,
  );
  const people = options.json ? process.stderr : process.stdout;
  people.write(
    'Only these files decide: nothing here runs the tests, so there are no fresh trials. Nor is it known whether the test files changed, or how the runners ended.\n',
  );
}

function refuse(problem: string): void {
  say(`agent-eval: ${problem}`);
  unusable();
}

interface KnownSuite {
  readonly suite: LoadedSuite;
  readonly config: SuiteAgentConfig;
  readonly files: SuiteFiles;
  readonly cwd: string;
  /** What decides, for people. */
  readonly source: string;
}

/** The suite of a config of this format; without one, what is built in. `null`: it can't be read, and standard error says why. */
async function suiteOf(format: ResultFormat, configFile: string | null): Promise<KnownSuite | null> {
  const path = resolve(configFile ?? CONFIG);
  const [cwd, name] = [dirname(path), basename(path)];
  const files = workspaceFiles(await workspaceRoot(cwd, name), cwd, name);
  const isThere = configFile !== null || existsSync(path);
  const text = JSON.stringify({ version: 1, suite: { run: ['none', '{results}'], results: format, tests: ['**'] } });
  const read: SuiteFiles['read'] = async (file) => (file === name && !isThere ? { text } : files.read(file));
  const loaded = await loadSuite({ ...files, read }, name, { ids: [], tags: [] });
  if ('issues' in loaded) {
    sayIssues(loaded.issues);
    return null;
  }
  const { suite } = loaded;
  const { agent } = suite.config;
  if (agent.kind !== 'suite' || agent.results !== format) {
    say(`agent-eval: ${configFile ?? CONFIG} has no \`suite\` with \`results: ${format}\`; name another by --config`);
    return null;
  }
  const source = isThere ? `the gate of ${configFile ?? CONFIG}` : 'the built-in gate';
  return { suite, config: { ...agent, setup: [], record: null, tests: [] }, files, cwd, source };
}

const CONFIG = 'agent-eval.yml';

/** What rounds of one side come to, as if they had been run here. */
async function resultsOf(
  { suite: known, config, files, cwd }: KnownSuite,
  side: 'baseline' | 'candidate',
  paths: readonly string[],
): Promise<{ readonly results: ResultsFile; readonly notes: readonly string[] } | { readonly problem: string }> {
  const { signal } = new AbortController();
  const seeds = { tree: '', side };
  const clock = systemClock;
  const agent = createSuiteAgent(config, {
    ...{ cwd, environment: {}, recorder: null, temporary: tmpdir(), seeds, onSetupOutput() {} },
    stored: paths.map((path) => resolve(path)),
  });
  const created_at = new Date(clock.now()).toISOString();
  const open = { ...known, config: { ...known.config, agent: config } };
  const discovery = await discoverCases(open, { agent, files, signal });
  if ('unavailable' in discovery) return { problem: discovery.unavailable.message };
  const { suite } = discovery;
  const [test] = (await agent.discover?.(signal)) ?? [];
  const look = paths.length * (test?.repeats ?? 1);
  const indices = Array.from({ length: look }, (_, at) => at + 1);
  const plans = indices.flatMap((index) => suite.cases.map((each) => planTrial(each, index, seeds)));
  const budget = createBudget(NO_CAPS, clock);
  const ports = { agent, custom: NO_PROGRAMS, sink: keepsNothing, progress: silentProgress, clock, budget, signal };
  const execution = await executeSuite(trialList(plans, [look]), ports, executionOptions(suite, 1));
  await agent.close();
  if (execution.unavailable !== null) return { problem: execution.unavailable.message };
  const planned = new Map(suite.cases.map(({ id }) => [id, look]));
  const plan = { looks: [look], look, planned, appended: false, baseline_runs: [], epoch: null };
  const times = { created_at, finished_at: created_at };
  const results = collectResults(suite, execution, plan, localFacts({ sha: null, ref: null, side }), times);
  return { results, notes: agent.notes() };
}
