import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#domain/document/contradictions.ts';
import { programSchema } from '#domain/document/program-schema.ts';
import { strictMapping } from '#domain/document/strict-mapping.ts';
import { workspacePathSchema } from '#domain/document/workspace-path.ts';
import { expected } from '#domain/document/zod-messages.ts';
import { regexProblem } from '#domain/matching/regex.ts';
import { RESULT_FORMATS } from '#domain/rows/formats/registry.ts';
import { globsSchema } from '#domain/suite/coverage/coverage-schema.ts';
import type { SuiteAgentConfig } from '../config.ts';
import type { RecordSettings } from '../recorded-settings.ts';
import { besideShape } from './beside.ts';
import { refuseProvidedVariables } from './provided-variables.ts';

const share = z
  .number({ error: expected('a score from 0 to 1') })
  .min(0)
  .max(1);

const pattern = z.string().superRefine((text, context) => {
  const problem = regexProblem(text);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: text });
});

/** `suite:`: the eval runner that a team already has, instead of an agent and cases. */
export const suiteSchema = strictMapping(
  {
    run: programSchema.describe(
      'Program and arguments of one round, which runs every test once; {results} in an argument is the path of the file to write',
    ),
    results: z
      .enum(RESULT_FORMATS, { error: expected(`one of ${RESULT_FORMATS.join(', ')}`) })
      .describe('What the runner writes'),
    file: workspacePathSchema
      .describe('The file that it writes, where {results} can’t be passed to it')
      .exactOptional(),
    tests: globsSchema
      .describe(
        'Files that say what is expected, such as [evals/**, vitest.config.ts]; default: those that the results name',
      )
      .exactOptional(),
    run_cases: programSchema
      .describe('The same for some of the tests: {ids}, {list} or {pattern} in an argument stands for their names')
      .exactOptional(),
    min_score: z
      .union([share, z.record(z.string(), share)], { error: expected('a score from 0 to 1, or {scorer: score}') })
      .describe('The lowest score that passes, where results have scores and no outcome')
      .exactOptional(),
    errors: z
      .array(pattern)
      .max(50)
      .describe('Further messages (RE2) of failures that are the provider’s, so that the trial is missing')
      .exactOptional(),
    concurrency: z.int().min(1).max(16).describe('Rounds at the same time; default 1').exactOptional(),
    record: z
      .union(
        [
          z.boolean(),
          strictMapping({
            preload: z
              .boolean()
              .describe(
                'Leads clients that read no base URL to the recorder, by code that is loaded before the runner',
              ),
          }),
        ],
        { error: expected('true, false or {preload: true}') },
      )
      .describe('true: the traffic of each round with models is recorded, as a whole')
      .exactOptional(),
    setup: besideShape.setup,
    env: besideShape.env,
    needs: besideShape.needs,
  },
  {},
  'a mapping such as {run: [npx, vitest, run, "--reporter=json", "--outputFile={results}"], results: vitest}',
)
  .superRefine(contradictions(suiteContradictions), ALWAYS)
  .superRefine(refuseProvidedVariables, ALWAYS)
  .transform(
    (written): Omit<SuiteAgentConfig, 'round_timeout_ms'> => ({
      kind: 'suite',
      run: written.run,
      results: written.results,
      file: written.file ?? null,
      tests: written.tests ?? null,
      run_cases: written.run_cases ?? null,
      min_score: written.min_score ?? null,
      errors: written.errors ?? [],
      concurrency: written.concurrency ?? 1,
      record: recordOf(written.record ?? false),
      setup: written.setup ?? [],
      env: written.env ?? {},
      needs: written.needs ?? [],
    }),
  );

function recordOf(written: boolean | { readonly preload: boolean }): RecordSettings | null {
  if (written === false) return null;
  const isPreloaded = written !== true && written.preload;
  return { tool_calls: 'auto', ignore_tools: [], ...(isPreloaded && { preload: true as const }) };
}

/** What stands for the names of some tests. */
const SELECTIONS = ['{ids}', '{list}', '{pattern}'];

function suiteContradictions(suite: UncheckedMapping): readonly Contradiction[] {
  const { run, run_cases: some, file, results, tests, min_score: score } = suite;
  const found: Contradiction[] = [];
  if (file === undefined && Array.isArray(run) && !run.some(holds('{results}')))
    found.push(['run', 'says nowhere where to write; put {results} in it, or name the `file`']);
  if (Array.isArray(some)) {
    if (SELECTIONS.filter((name) => some.some(holds(name))).length !== 1)
      found.push([
        'run_cases',
        `needs exactly one of ${SELECTIONS.join(', ')}, which stands for the names of the tests`,
      ]);
    if (file === undefined && !some.some(holds('{results}')))
      found.push(['run_cases', 'says nowhere where to write; put {results} in it, or name the `file`']);
  }
  for (const [key, command] of Object.entries({ run, run_cases: some }))
    if (Array.isArray(command) && command.some(isPromptfoo) && !command.includes('--no-cache'))
      found.push([key, 'promptfoo caches answers on disk, so every round would repeat the first; add --no-cache']);
  if (typeof results === 'string' && NAMELESS.includes(results) && tests === undefined)
    found.push([
      'tests',
      `missing: results of ${results} name no files; write those that say what is expected, such as [evals/**]`,
    ]);
  if (results === 'evalite' && score === undefined)
    found.push(['min_score', 'missing: rows of evalite have scores and no outcome; write the lowest that passes']);
  if (score !== undefined && typeof results === 'string' && !SCORED.includes(results))
    found.push(['min_score', `has no effect: rows of ${results} have outcomes; remove the key`]);
  return found;
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

/** Keys of a config that say something of our own trials, so that they mean nothing beside `suite`. */
const OTHERS = [
  'agent',
  'agents',
  'default_agent',
  'cases',
  'concurrency',
  'defaults',
  'variants',
  'simulated_user',
  'judge',
  'embedding',
  'usage',
  'replay',
];

const OTHER_LIMITS = ['trial_timeout', 'max_steps', 'max_tool_calls'];

/** What a config with `suite` must not say. */
export function besideSuite(config: UncheckedMapping): readonly Contradiction[] {
  const { suite, limits } = config;
  const hasLimits = typeof limits === 'object' && limits !== null;
  if (suite === undefined)
    return hasLimits && 'round_timeout' in limits
      ? [['limits', '`round_timeout` has no effect without `suite`; remove the key']]
      : [];
  return [
    ...OTHERS.filter((key) => config[key] !== undefined).map(
      (key): Contradiction => [
        key,
        key === 'concurrency'
          ? 'has no effect on a suite that is run by its own runner; `suite.concurrency` is how many rounds run at a time'
          : 'has no effect on a suite that is run by its own runner; remove the key',
      ],
    ),
    ...(hasLimits
      ? OTHER_LIMITS.filter((key) => key in limits).map(
          (key): Contradiction => [
            'limits',
            `\`${key}\` has no effect on a suite that is run by its own runner; remove it, or write \`round_timeout\``,
          ],
        )
      : []),
  ];
}
