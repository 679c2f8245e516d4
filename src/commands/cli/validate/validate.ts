import { relative, resolve } from 'node:path';
import type { Case } from '#cases/suite/case.ts';
import { VARIANT_KINDS } from '#cases/suite/variant.ts';
import type { ValidateOptions } from '#commands/options/flags.ts';
import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { type Issue, wholeFile } from '#common/document/issue.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { plural } from '#common/words.ts';
import type { Config } from '#config/config.ts';
import { suiteSize } from '#config/loaded-suite.ts';
import { variantsOf } from '#config/parsing/agents-of.ts';
import { biteWarnings, dullCases, guardWords } from '#gate/bite/dull-cases.ts';
import { twinWarnings, weakWords } from '#gate/bite/weak-cases.ts';
import { METRIC_NAMES } from '#gate/decision/terms/metrics.ts';
import type { Policy, TagPolicy } from '#gate/decision/terms/policy.ts';
import { EXIT } from '#report/exit-code.ts';
import { thisNode, typeScriptProblem } from '#runner/agents/module/typescript.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { trialNumbers, trialRangeText } from '#trials/trial/trial-range.ts';
import { casesYaml } from '../cases/cases-yaml.ts';
import { say, sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';
import { suiteOutlook } from './suite-facts.ts';
import { printValidation } from './validation-json.ts';
import { workflowIssues } from './workflow-issues.ts';

/** What `agent-eval validate` does. */
export async function validateConfig(options: ValidateOptions): Promise<void> {
  const cwd = process.cwd();
  const root = await workspaceRoot(cwd, options.config);
  const files = workspaceFiles(root, cwd, options.config);
  const loaded = await loadSuite(files, options.config, { ids: options.cases, tags: [] }, 'error');
  if ('issues' in loaded) {
    refuse(loaded.issues, options);
    return;
  }
  const { config, cases, warnings, unprovable } = loaded.suite;
  const unfit = variantsOf(config).flatMap(({ agent }) =>
    agent.kind === 'module' ? (typeScriptProblem(agent.file, thisNode()) ?? []) : [],
  );
  if (unfit.length > 0) {
    refuse(
      [...new Set(unfit)].map((problem) => wholeFile(options.config, problem)),
      options,
    );
    return;
  }
  const trials = trialNumbers(config.trials, suiteSize(loaded.suite));
  const dull = dullCases(cases);
  const inWorkflows = await workflowIssues({
    root,
    config: relative(root, resolve(cwd, options.config)),
    agent: config.agent,
  });
  const issues = [...warnings, ...unprovable, ...biteWarnings(dull), ...twinWarnings(cases), ...inWorkflows];
  const spoken = issues.map(formatIssue);
  for (const warning of spoken) say(`warning: ${warning}`);
  if (options.strict && spoken.length > 0) process.exitCode = EXIT.usage;
  if (options.json) {
    const outlook = [...guardWords(dull), ...weakWords(cases), ...(await suiteOutlook(loaded.suite))];
    printValidation({ suite: loaded.suite, trials, warnings: issues, outlook });
    return;
  }
  const isRunner = config.agent.kind === 'suite';
  const turns = cases.reduce((sum, evalCase) => sum + evalCase.turns.length, 0);
  const numbers = `${trialRangeText(trials)} ${isRunner ? 'round' : 'trial'}${trials.max === 1 ? '' : 's'}`;
  const what = isRunner
    ? numbers
    : `${plural(cases.length, 'case')}${derivedWords(cases)}, ${plural(turns, 'turn')}, ${numbers} per case`;
  if (options.verbose && !isRunner)
    process.stdout.write(casesYaml(cases.filter(({ variant }) => variant === undefined)));
  // Below the cases it is a comment, so that the output is one YAML document.
  process.stdout.write(
    `${options.verbose ? '# ' : ''}${options.config}: ${what}: valid${spoken.length > 0 ? ` with ${plural(spoken.length, 'warning')}` : ''}\n`,
  );
  const facts = [
    ...(options.verbose ? gateWords(config) : []),
    ...guardWords(dull),
    ...weakWords(cases),
    ...(await suiteOutlook(loaded.suite)),
  ];
  for (const line of facts) process.stdout.write(`${options.verbose ? '# ' : ''}${escapeTerminal(line)}\n`);
}

function refuse(issues: readonly Issue[], { json }: ValidateOptions): void {
  sayIssues(issues);
  if (json) printValidation({ issues });
  process.exitCode = EXIT.usage;
}

/** How many of the cases are variants of others, by kind. */
function derivedWords(cases: readonly Case[]): string {
  const kinds = cases.flatMap(({ variant }) => variant?.kind ?? []);
  if (kinds.length === 0) return '';
  const counts = VARIANT_KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => `${kind} ${kinds.filter((item) => item === kind).length}`,
  );
  return ` (${plural(kinds.length, 'variant')} of the others: ${counts.join(', ')})`;
}

/** Every rule that a policy comes to, a line each; what the config does not write is marked as a default. */
function gateWords({ gate, gate_document: document }: Pick<Config, 'gate' | 'gate_document'>): readonly string[] {
  const { method, confidence, case_pass_rate: floor, never_fail: guards, tags } = gate;
  return [
    `gate.method: ${method}${mark(document, 'method')}`,
    ...(method === 'threshold' ? [] : [`gate.confidence: ${confidence}${mark(document, 'confidence')}`]),
    ...scopeWords('gate', gate, document),
    ...(floor === null ? [] : [`gate.case_pass_rate: min ${floor.min}`]),
    ...Object.entries(tags).flatMap(([tag, rules]) =>
      scopeWords(`gate.tags.${tag}`, rules, objectAt(objectAt(document, 'tags'), tag)),
    ),
    ...(guards.length === 0 ? [] : [`gate.never_fail: ${guards.join(', ')}`]),
    `gate.on_inconclusive: ${gate.on_inconclusive}${mark(document, 'on_inconclusive')}`,
  ];
}

function scopeWords(path: string, rules: TagPolicy | Policy, document: JsonObject): readonly string[] {
  const tested = (['pass_rate', 'tool_recall', ...METRIC_NAMES] as const).flatMap((metric) => {
    const rule = rules[metric];
    const own = objectAt(document, metric);
    const bounds = Object.entries(rule ?? {}).flatMap(([key, value]) =>
      value === null || key === 'min_mode' ? [] : [`${key} ${value}${mark(own, key)}`],
    );
    return bounds.length === 0 ? [] : [`${path}.${metric}: ${bounds.join(', ')}`];
  });
  const bounded = Object.entries(rules.metrics ?? {}).map(
    ([figure, bound]) => `${path}.metrics.${figure}: ${'max' in bound ? `max ${bound.max}` : `min ${bound.min}`}`,
  );
  return [...tested, ...bounded];
}

function mark(document: JsonObject, key: string): string {
  return Object.hasOwn(document, key) ? '' : ' (default)';
}

function objectAt(document: JsonObject, key: string): JsonObject {
  const value: Json | undefined = Object.hasOwn(document, key) ? document[key] : undefined;
  return isJsonObject(value) ? value : {};
}
