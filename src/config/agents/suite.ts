import * as z from 'zod';
import { globsSchema } from '#cases/suite/schemas/coverage-schema.ts';
import { patternSchema } from '#cases/suite/schemas/response-schema.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { programSchema } from '#common/document/program-schema.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import { isJsonObject } from '#common/json.ts';
import { filterProblem } from '#trials/rows/name-filter.ts';
import { RESULT_FORMATS } from '#trials/rows/result-formats.ts';
import type { SuiteAgentConfig } from '../config.ts';
import type { RecordSettings } from '../recorded-settings.ts';
import { besideShape } from './beside.ts';
import { refuseProvidedVariables } from './provided-variables.ts';
import { newestSchema, rowsSchema } from './rows-schema.ts';

const share = z.number().min(0).max(1);

const preload = z
  .boolean()
  .describe('Sends the calls of clients that read no base URL to the recorder, by code loaded before the runner');

const record = z
  .union([z.boolean(), strictMapping({ preload })], { error: expected('true, false or {preload: true}') })
  .transform((value): RecordSettings | null => {
    const isPreloaded = typeof value === 'object' && value.preload;
    return value === false ? null : { tool_calls: 'auto', ignore_tools: [], ...(isPreloaded && { preload: true }) };
  });

const optional = <Schema extends z.ZodType>(schema: Schema, words: string) => schema.describe(words).exactOptional();

/** `suite:`: the eval runner that a team already has, instead of an agent and cases. */
export const suiteSchema = strictMapping(
  {
    run: programSchema.describe(
      'Program and arguments of one round, which runs every test once; {results} in it or in a value of `env` is the path of the file to write',
    ),
    results: optional(
      z.union([z.enum(RESULT_FORMATS), strictMapping({ newest: newestSchema })], {
        error: expected(`one of ${RESULT_FORMATS.join(', ')}, or {newest: results/*.json} with \`rows\``),
      }),
      'What the runner writes; with `rows` it may be {newest: GLOB}: the files that each round adds, or appends to',
    ),
    rows: optional(rowsSchema, 'Where a JSON or JSON Lines file of your own says what, by paths such as run.status'),
    file: optional(workspacePathSchema, 'The file that it writes, where {results} can’t be passed to it'),
    tests: optional(
      globsSchema,
      'Files that say what is expected, such as [evals/**, vitest.config.ts]; default: those that the results name',
    ),
    run_cases: optional(
      programSchema,
      'The same for some of the tests: {ids}, {list} or {pattern} in an argument stands for their names',
    ),
    min_score: optional(
      z.union([share, z.record(z.string(), share)], { error: expected('a score from 0 to 1, or {scorer: score}') }),
      'The lowest score that passes, where results have scores and no outcome',
    ),
    errors: optional(
      z.array(patternSchema).max(50),
      'What else is the provider’s fault (RE2, on the line of the exception, such as ^ModelBusy:); such a trial counts as missing',
    ),
    concurrency: optional(z.int().min(1).max(16), 'Rounds at the same time; default 1'),
    record: optional(record, 'true: the traffic of each round with models is recorded, as a whole'),
    setup: besideShape.setup,
    env: besideShape.env,
    needs: besideShape.needs,
  },
  {},
  'a mapping such as {run: [npx, vitest, run, "--reporter=json", "--outputFile={results}"], results: vitest}',
)
  .superRefine(contradictions(suiteContradictions), ALWAYS)
  .superRefine(refuseProvidedVariables, ALWAYS)
  .transform(({ results, ...suite }): Omit<SuiteAgentConfig, 'round_timeout_ms'> => {
    const newest = typeof results === 'object' ? results.newest : null;
    return { ...UNWRITTEN, ...suite, kind: 'suite', results: typeof results === 'string' ? results : 'rows', newest };
  });

const UNWRITTEN = {
  rows: null,
  file: null,
  tests: null,
  run_cases: null,
  min_score: null,
  errors: [],
  concurrency: 1,
  record: null,
  setup: [],
  env: {},
  needs: [],
};

/** What stands for the names of some tests. */
const SELECTIONS = ['{ids}', '{list}', '{pattern}'];

function suiteContradictions(suite: UncheckedMapping): readonly Contradiction[] {
  const { run, run_cases: some, env, file, results, rows, tests, min_score: score, concurrency } = suite;
  const variables = Object.values(Object(env ?? {}));
  const problems: Contradiction[] = [];
  const newest = isJsonObject(results);
  if (rows === undefined && (results === undefined || newest || results === 'rows'))
    problems.push(
      results === undefined
        ? ['results', `missing; write one of ${RESULT_FORMATS.join(', ')}, or \`rows\` for a file of your own`]
        : ['rows', 'missing: it says how a file of your own is read, such as {each: cases, id: name, passed: ok}'],
    );
  if (rows !== undefined && typeof results === 'string' && results !== 'rows')
    problems.push(['rows', `has no effect: \`results: ${results}\` says how its file is read; remove one of them`]);
  if (newest && file !== undefined)
    problems.push(['file', 'has no effect: `results.newest` says where the runner writes; remove one of them']);
  if ((newest || file !== undefined) && typeof concurrency === 'number' && concurrency > 1)
    problems.push([
      'concurrency',
      'rounds at a time would write to one place; put {results} in `run`, or remove the key',
    ]);
  if (Array.isArray(some) && SELECTIONS.filter((name) => some.some(holds(name))).length !== 1)
    problems.push([
      'run_cases',
      `needs exactly one of ${SELECTIONS.join(', ')}, which stands for the names of the tests`,
    ]);
  const unread = Array.isArray(some) ? filterProblem(some.filter((word) => typeof word === 'string')) : null;
  if (unread !== null) problems.push(['run_cases', unread]);
  for (const [key, command] of Object.entries({ run, run_cases: some })) {
    if (!Array.isArray(command)) continue;
    if (file === undefined && !newest && ![...command, ...variables].some(holds('{results}')))
      problems.push([
        key,
        'does not say where the runner writes its results; put {results} in it or in a variable of `env`, or name the `file`',
      ]);
    if (command.some(isPromptfoo) && !command.includes('--no-cache'))
      problems.push([key, 'promptfoo caches answers on disk, so every round would repeat the first; add --no-cache']);
  }
  // Newest files without `rows` have no format; that is a problem of its own.
  const format = rows !== undefined ? 'rows' : isJsonObject(results) ? undefined : results;
  const isNameless = isJsonObject(rows) ? !says(rows, 'file') : NAMELESS.includes(String(format));
  if (isNameless && tests === undefined)
    problems.push([
      'tests',
      `missing: results of ${format} name no files; write those that say what is expected, such as [evals/**]`,
    ]);
  if (results === 'evalite' && score === undefined)
    problems.push(['min_score', 'missing: rows of evalite have scores and no outcome; write the lowest that passes']);
  const isScored = isJsonObject(rows) ? says(rows, 'scores') : SCORED.includes(String(format));
  if (score !== undefined && !isScored && format !== undefined)
    problems.push(['min_score', `has no effect: rows of ${format} have outcomes; remove the key`]);
  if (isJsonObject(rows) && !says(rows, 'passed') && score === undefined)
    problems.push(['min_score', 'missing: `rows` says no `passed`; write the lowest score that passes']);
  return problems;
}

/** A key that is there may hold nothing once it was read. */
function says(mapping: UncheckedMapping, key: string): boolean {
  return Object.keys(Object(mapping[key] ?? {})).length > 0;
}

/** Formats whose rows name no files, or seldom. */
const NAMELESS: readonly string[] = ['junit', 'promptfoo', 'adk'];

/** Formats whose rows may have scores alone. */
const SCORED: readonly string[] = ['jsonl', 'evalite', 'inspect'];

/** promptfoo itself, and no script of the team's that starts it. */
function isPromptfoo(argument: unknown): boolean {
  return typeof argument === 'string' && /(?:^|[/\\])promptfoo(?:@[\w.-]+|\.cmd)?$/.test(argument);
}

function holds(placeholder: string): (argument: unknown) => boolean {
  return (argument) => typeof argument === 'string' && argument.includes(placeholder);
}

/** Keys of a config that say something of our own agents and cases, so that they mean nothing next to `suite`. */
const OF_AGENTS = ['agent', 'agents', 'default_agent', 'usage', 'replay', 'concurrency'];
const OF_CASES = ['cases', 'defaults', 'variants', 'simulated_user', 'judge', 'embedding'];

const OTHER_LIMITS = ['trial_timeout', 'max_steps', 'max_tool_calls'];

const ROUNDS = '`suite.concurrency` is how many rounds run at a time';

const USELESS = 'has no effect on a suite that is run by its own runner;';

/** What a config with `suite` must not say. */
export function besideSuite(config: UncheckedMapping): readonly Contradiction[] {
  const { suite, limits, covers } = config;
  const limited = typeof limits === 'object' && limits !== null ? Object.keys(limits) : [];
  if (suite === undefined)
    return limited.includes('round_timeout')
      ? [['limits', '`round_timeout` has no effect without `suite`; remove the key']]
      : [];
  const keys = [...OF_AGENTS, ...OF_CASES].filter((key) => config[key] !== undefined);
  const useless = OTHER_LIMITS.filter((key) => limited.includes(key));
  // A list is read as a mapping without tags.
  const tags = isJsonObject(covers) && isJsonObject(covers['tags']) && Object.keys(covers['tags']).length > 0;
  return [
    ...(tags ? [['covers', `\`tags\` ${USELESS} write \`covers\` as a list`] as const] : []),
    ...keys.map((key): Contradiction => [key, `${USELESS} ${key === 'concurrency' ? ROUNDS : 'remove the key'}`]),
    ...useless.map((key): Contradiction => ['limits', `\`${key}\` ${USELESS} remove it, or write \`round_timeout\``]),
  ];
}
