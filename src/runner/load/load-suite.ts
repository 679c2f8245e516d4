import type { Accepts } from '#cases/suite/accept.ts';
import type { Case } from '#cases/suite/case.ts';
import { leftOutCases } from '#cases/suite/selection/left-out-cases.ts';
import { type SelectedCases, selectCases } from '#cases/suite/selection/select-cases.ts';
import { casesOfShard, type Selection } from '#cases/suite/selection/shard.ts';
import { type Issue, wholeFile } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { hashJson } from '#common/hash-json.ts';
import type { Config } from '#config/config.ts';
import { conditionsOf, treatmentOf } from '#config/fingerprint.ts';
import { ACCEPTS_FILE, parseAccepts } from '#config/gate/parse-accepts.ts';
import { withJudgeRules } from '#config/judge-rules.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { type ChosenAgent, variantsOf } from '#config/parsing/agents-of.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { caseProblems } from '#config/problems/case-problems.ts';
import { mockProblems } from '#config/problems/mock-problems.ts';
import { floorIssues, warningsOfWholeSuites } from '#config/problems/suite-problems.ts';
import { runnerRefusal } from '#config/runner-refusal.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { deriveVariants, missingTexts } from './derive-variants.ts';
import { graderLook } from './grader-look.ts';
import { hashGraders } from './hash-graders.ts';
import { missingAgentFiles, otherInterpreter } from './missing-agent-files.ts';
import { type AgentFiles, readAgentFiles } from './read-agent-files.ts';
import { readCalibration } from './read-calibration.ts';
import { readCases, unmatchedGlobs } from './read-cases.ts';
import { readMockModules } from './read-mock-modules.ts';
import { readWorkspaces } from './read-workspaces.ts';

/**
 * Reads config and cases and returns all problems of both at once, those of every agent too.
 *
 * @param emptyGlobs what a glob of `covers` or `ignores` is that matches no file: a change may have removed or moved what it names
 */
export async function loadSuite(
  files: SuiteFiles,
  configPath: string,
  selection: Selection,
  emptyGlobs: Issue['severity'] = 'warning',
): Promise<{ readonly suite: LoadedSuite } | { readonly issues: readonly Issue[] }> {
  const read = await readSuite(files, configPath, selection, emptyGlobs);
  if ('issues' in read) return read;
  return { suite: await read.under(read.config) };
}

/** A suite under one of several agents. */
export interface NamedSuite {
  readonly name: string;
  readonly suite: LoadedSuite;
}

/** Why there is nothing to run, a sentence; `is_skipped`: that is no fault. */
export interface Unchosen {
  readonly problem: string;
  readonly is_skipped?: boolean;
}

/**
 * Reads a suite under each of several agents.
 *
 * @param choose by the config and its document
 */
export async function loadSuites<Chosen extends { readonly agents: readonly ChosenAgent[] }>(
  files: SuiteFiles,
  configPath: string,
  selection: Selection,
  choose: (config: Config, document: ParsedDocument) => Chosen | Unchosen,
): Promise<
  { readonly suites: readonly NamedSuite[]; readonly chosen: Chosen } | { readonly issues: readonly Issue[] } | Unchosen
> {
  const read = await readSuite(files, configPath, selection);
  if ('issues' in read) return read;
  const chosen = choose(read.config, read.document);
  return 'problem' in chosen ? chosen : { chosen, suites: await suitesOf(read, chosen.agents) };
}

function suitesOf(read: ReadSuite, agents: readonly ChosenAgent[]): Promise<readonly NamedSuite[]> {
  return Promise.all(agents.map(async ({ name, config }) => ({ name, suite: await read.under(config) })));
}

/** A suite without problems. */
interface ReadSuite {
  readonly config: Config;
  readonly document: ParsedDocument;
  /** The suite under the config itself, or under a variant of it with another of its agents. */
  under(variant: Config): Promise<LoadedSuite>;
}

async function readSuite(
  files: SuiteFiles,
  configPath: string,
  selection: Selection,
  emptyGlobs: Issue['severity'] = 'warning',
): Promise<ReadSuite | { readonly issues: readonly Issue[] }> {
  const source = await files.read(configPath);
  if ('problem' in source) return { issues: [wholeFile(configPath, source.problem)] };
  const parsed = parseConfig(source.text, configPath);
  if ('issues' in parsed) return parsed;

  const { config, document } = parsed;
  const caseFiles = await readCases(files, document, config, emptyGlobs);
  const read = await withWorkspaces(files, await withVariants(files, config, caseFiles, document));
  const unmatched = await unmatchedGlobs(files, document, emptyGlobs);
  const known = new Map<Config, AgentFacts>();
  for (const variant of variantsOf(config)) known.set(variant, await readAgent(files, variant, read.cases, document));
  const accepts = await readAccepts(files);
  const known_judge = await readCalibration(files, config);
  const floors = floorIssues(withJudgeRules(config, known_judge.calibration, read.cases), read, document);
  const problems = [
    ...distinct([...known.values()].flatMap(({ issues }) => issues)),
    ...read.issues,
    ...unmatched,
    ...distinct([...known.values()].flatMap(({ unfit }) => unfit)),
    ...floors.filter((issue) => issue.severity === 'error'),
    ...known_judge.issues,
    ...('issues' in accepts ? accepts.issues : []),
  ];
  const warnings = [...parsed.warnings, ...problems.filter((issue) => issue.severity === 'warning')];
  const errors = problems.filter((issue) => issue.severity === 'error');
  if (errors.length > 0) return { issues: [...errors, ...warnings] };

  const selected = config.agent.kind === 'suite' ? ofRunner(config, selection) : selectCases(read.cases, selection);
  if ('problem' in selected) return { issues: [wholeFile(configPath, selected.problem)] };
  const { shard } = selection;
  const cases = shard === undefined ? selected.cases : casesOfShard(selected.cases, shard);
  const ofShard = new Set(cases);
  const graders = await hashGraders(await graderLook(files, config, read.cases), cases);
  if (graders.issues.length > 0) return { issues: graders.issues };
  const common = {
    config_path: configPath,
    config_hash: hashJson(source.text),
    policy_sha: null,
    cases,
    left_out: leftOutCases(read.cases, cases, selection),
    other_covers: read.cases.flatMap((evalCase) => {
      const { id, source, covers } = evalCase;
      return ofShard.has(evalCase) || covers === undefined ? [] : [{ id, source, covers }];
    }),
    grader_hashes: graders.hashes,
    graders: graders.graders,
    ...('accepts' in accepts && accepts.accepts !== null && { accepts: accepts.accepts }),
    warnings: [...warnings, ...warningsOfWholeSuites(config, cases, read.cases, document)],
    unprovable: floors,
  };
  return {
    config,
    document,
    async under(variant) {
      const { model_agent, mcp, overlay, mock_modules } =
        known.get(variant) ?? (await readAgent(files, variant, read.cases, document));
      const facts = { model_agent, mcp, overlay, mock_modules };
      const [conditions, treatment] = [conditionsOf(variant, facts), treatmentOf(variant, facts)];
      const ruled = withJudgeRules(variant, known_judge.calibration, cases);
      return { ...common, config: ruled, model_agent, mcp, overlay, conditions, treatment };
    },
  };
}

/** Its own runner says which tests there are, once it has run. */
function ofRunner({ agent }: Config, { ids, tags, shard }: Selection): SelectedCases {
  const isWhole = ids.length === 0 && tags.length === 0 && (shard === undefined || shard.of === 1);
  const problem = isWhole ? null : runnerRefusal(agent, 'divided');
  return problem === null ? { cases: [] } : { problem };
}

/** The accepts next to the config; `null`: there is no such file. */
async function readAccepts(
  files: SuiteFiles,
): Promise<{ readonly accepts: Accepts | null } | { readonly issues: readonly Issue[] }> {
  const path = files.locate(ACCEPTS_FILE);
  if (!(await files.exists(path))) return { accepts: null };
  const source = await files.read(path);
  if ('problem' in source) return { issues: [wholeFile(path, source.problem)] };
  // Owners of the file are those of its own path.
  if (source.at !== undefined)
    return { issues: [wholeFile(path, `"${path}" is or lies behind a symbolic link; put the file itself there`)] };
  const parsed = parseAccepts(source.text, path);
  return 'issues' in parsed ? parsed : { accepts: { path, owners: null, entries: parsed.entries } };
}

/** The files of an agent, and what is wrong with it. */
interface AgentFacts extends Omit<AgentFiles, 'issues'> {
  readonly mock_modules: { readonly [path: string]: string };
  readonly issues: readonly Issue[];
  /** What is wrong with cases for this agent. */
  readonly unfit: readonly Issue[];
}

async function readAgent(
  files: SuiteFiles,
  variant: Config,
  cases: readonly Case[],
  document: ParsedDocument,
): Promise<AgentFacts> {
  const { model_agent, mcp, overlay, issues } = await readAgentFiles(files, variant, document);
  const missing = await missingAgentFiles(files, variant, document);
  const modules = await readMockModules(files, variant, cases, document);
  return {
    model_agent,
    mcp,
    overlay,
    mock_modules: modules.hashes,
    issues: [
      ...issues,
      ...missing,
      ...otherInterpreter(variant, document),
      ...(model_agent === null ? [] : mockProblems(variant, cases, model_agent.tools, document)),
      ...modules.issues,
    ],
    unfit: caseProblems(variant, cases, model_agent?.tools ?? null),
  };
}

/** With what is derived from them, once they can all be read. */
async function withVariants(
  files: SuiteFiles,
  config: Config,
  read: { readonly cases: readonly Case[]; readonly issues: readonly Issue[] },
  document: ParsedDocument,
): Promise<{ readonly cases: readonly Case[]; readonly issues: readonly Issue[] }> {
  if (read.issues.some(({ severity }) => severity === 'error')) return read;
  const varied = await deriveVariants(files, config, read.cases, document);
  const path = files.locate(config.variants.file);
  return { cases: varied.cases, issues: [...read.issues, ...varied.issues, ...missingTexts(varied, path)] };
}

async function withWorkspaces(files: SuiteFiles, read: Awaited<ReturnType<typeof withVariants>>): Promise<typeof read> {
  const { cases, issues } = await readWorkspaces(files, read.cases);
  return { cases, issues: [...read.issues, ...issues] };
}

/** Several agents can have the same problem with a case. */
function distinct(issues: readonly Issue[]): readonly Issue[] {
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}
