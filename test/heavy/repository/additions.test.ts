import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { scratchHouse } from './support/scratch-house.ts';

const house = scratchHouse(['test/entry/compose/providers.test.ts', 'scripts', 'docs', 'action.yml']);

afterEach(house.reset);
afterAll(house.remove);

describe('a further metric of the gate', () => {
  const TABLE = 'src/domain/gate/metrics.ts';
  const row = (figure: string) => `  output_tokens: {
    words: 'output tokens',
    label: 'output tokens (1 trial per case)',
    unit: 'tokens',
    figure: '${figure}',
    is_total: true,
    amount: wholeNumber,
    valueOf: ({ usage }) => usage.output_tokens,
    is_reported: true,
    max_increase: 0.1,
    by_default: false,
    usual_drift: 0.05,
    share: 0.05,
    docs: 'Tolerated increase of output tokens; off unless written',
  },
`;

  test('is one row of a table', async () => {
    house.insert(TABLE, row('output_tokens'), '  latency_ms: {');
    expect(await house.filesThatDoNotCompile()).toEqual([]);
    expect(
      await evaluated('domain/gate/policy-schema.ts', 'policySchema.parse({output_tokens: {}}).output_tokens'),
    ).toEqual({
      max_increase: 0.1,
    });
    expect(await evaluated('domain/gate/alpha.ts', 'divideAlpha(1, new Set(["output_tokens"]))')).toEqual({
      output_tokens: 1,
    });
    expect(house.touched()).toEqual([TABLE]);
  });

  test('does not compile without a figure that a suite has', async () => {
    house.insert(TABLE, row('nothing'), '  latency_ms: {');
    expect(await house.filesThatDoNotCompile()).toEqual(['src/domain/report/rows/metric-rows.ts']);
  });
});

describe('a further rule of the gate', () => {
  const RULE = 'src/domain/gate/rules/any-pass.ts';
  const SCOPE = 'src/domain/gate/rules/scope.ts';

  function addRule() {
    house.write(
      RULE,
      `import type { GateRule } from './gate-rule.ts';
import { notRepeated, NOTHING_FRESH } from '../confirmation/repetition.ts';

/** Some trial passes. */
export const anyPassRule: GateRule<true, { readonly boundary: number; readonly failed: boolean }> = {
  isPossible: () => true,
  plan: () => true,
  test: ({ cases }) => ({ boundary: 1, failed: cases.every(({ trials }) => trials.every(({ passed }) => !passed)) }),
  findings: () => [],
  casesOf: (cases) => cases,
  repeat: () => notRepeated(0, NOTHING_FRESH),
};
`,
    );
    house.insert(SCOPE, "import { anyPassRule } from './any-pass.ts';\n", 'import { type IncreasePlan,');
    house.insert(SCOPE, '  any_pass: anyPassRule,\n', '  pass_rate: passRateRule,');
  }

  test('is a file and a row, and the compiler names the rest', async () => {
    addRule();
    expect(house.touched()).toEqual([RULE, SCOPE]);
    expect(await house.filesThatDoNotCompile()).toEqual([SCOPE]);

    house.insert('src/domain/gate/metrics.ts', "  any_pass: 'any pass',\n", "  pass_rate: 'pass rate',");
    const rest = [
      'src/domain/gate/alpha.ts',
      'src/domain/gate/decision.ts',
      SCOPE,
      'src/domain/report/rows/tag-rows.ts',
    ];
    expect(await house.filesThatDoNotCompile()).toEqual(rest);

    house.insert('src/domain/gate/alpha.ts', '  any_pass: 0.1,\n', '  tool_recall: 0.1,');
    house.insert(
      'src/domain/gate/decision.ts',
      '  readonly any_pass: { readonly boundary: number; readonly failed: boolean };\n',
      '  readonly pass_rate: SuiteDecision;',
    );
    house.insert(SCOPE, '  readonly any_pass: true;\n', '  readonly pass_rate: PassRatePlan;');
    expect(await house.filesThatDoNotCompile()).toEqual([]);
  });
});

describe('a further check', () => {
  const BY_HAND = ['src/domain/checks/silent.ts', 'src/domain/suite/expectation.ts'];

  test('is a file and a key, and the compiler names the rest', async () => {
    house.write(
      'src/domain/checks/silent.ts',
      `import type { Check } from './check.ts';
import { fails, holds } from './judgement.ts';

/** \`silent\`: no text is the answer. */
export const silentCheck: Check<true> = {
  key: 'silent',
  judge: (_, { output }) => [
    { name: 'silent', ...(output === '' ? holds(1, 'no text') : fails('not_silent', 0, 'some text')) },
  ],
};
`,
    );
    house.insert('src/domain/suite/expectation.ts', '  readonly silent?: true;\n', '  readonly completes?: true;');
    expect(house.touched()).toEqual(BY_HAND);
    expect(await house.filesThatDoNotCompile()).toEqual([
      'src/domain/checks/registry.ts',
      'src/domain/suite/demands/lost-demands.ts',
      'src/domain/suite/schemas/expectations-schema.ts',
      'src/domain/suite/writing/write-expectations.ts',
    ]);

    house.insert(
      'src/domain/checks/registry.ts',
      "import { silentCheck } from './silent.ts';\n",
      'import { stateCheck }',
    );
    house.insert('src/domain/checks/registry.ts', '  silent: silentCheck,\n', '  limits: limitsCheck,');
    house.insert('src/domain/suite/demands/lost-demands.ts', '  silent: () => [],\n', '  completes: () => [],');
    house.insert(
      'src/domain/suite/schemas/expectations-schema.ts',
      "  silent: onlyTrue.describe('No text is the answer').exactOptional(),\n",
      '  completes: onlyTrue',
    );
    const WRITING = 'src/domain/suite/writing/write-expectations.ts';
    house.insert(WRITING, '    silent: expect.silent ?? null,\n', '    completes: completes ?? null,');
    expect(await house.filesThatDoNotCompile()).toEqual([]);
    const graded = await evaluated(
      'domain/checks/grade-trial.ts',
      'gradeTrial({turns: [], expect: {silent: true}}, {end: {kind: "completed"}, trajectory: {turns: []}}, new Map()).checks',
    );
    expect(graded).toEqual([expect.objectContaining({ name: 'silent', code: 'not_silent' })]);
  });
});

describe('a further provider', () => {
  const FILE = 'src/adapters/models/wire/mistral/mistral.ts';
  const ROWS = 'src/adapters/models/wire/providers.ts';
  const KEYS = 'src/entry/compose/agent-environment.ts';
  const PROVIDED = 'src/domain/config/agents/provided-variables.ts';

  test('is a folder and a row, and where its key is kept out the compiler and a test name', async () => {
    house.write(
      FILE,
      house
        .read('src/adapters/models/wire/anthropic/anthropic.ts')
        .replace("from './anthropic-messages.ts'", "from '../anthropic/anthropic-messages.ts'")
        .replace('export const anthropic:', 'export const mistral:')
        .replaceAll('anthropic_messages', 'mistral_messages')
        .replaceAll('ANTHROPIC_', 'MISTRAL_'),
    );
    house.insert(ROWS, "import { mistral } from './mistral/mistral.ts';\n", 'import { ollama }');
    house.insert(ROWS, 'mistral, ', 'ollama };');
    expect(house.touched()).toEqual([FILE, ROWS]);
    expect(await house.filesThatDoNotCompile()).toEqual([KEYS]);

    house.insert(KEYS, "  mistral: ['MISTRAL_API_KEY'],\n", "  ollama: ['OLLAMA_API_KEY'],");
    expect(await house.filesThatDoNotCompile()).toEqual([]);
    expect(await failedTests()).toEqual([
      'MISTRAL_API_KEY, a key of mistral, is kept out of agents whose calls are recorded',
    ]);

    house.insert(PROVIDED, "'MISTRAL_API_KEY', ", "'OLLAMA_API_KEY'");
    expect(await failedTests()).toEqual([]);
    const route = await evaluated('adapters/models/wire/route.ts', 'route("mistral", "POST", "/messages")');
    expect(route).toEqual({ endpoint: 'mistral_messages', path: '/messages' });
  });
});

describe('a further endpoint', () => {
  const FILE = 'src/adapters/models/wire/openai/openai-completions.ts';
  const PROVIDER = 'src/adapters/models/wire/openai/openai.ts';

  test('is a file and three lines of its provider, which the compiler and a test name', async () => {
    house.write(
      FILE,
      house
        .read('src/adapters/models/wire/openai/openai-embeddings.ts')
        .replaceAll('openaiEmbeddings', 'openaiCompletions'),
    );
    house.insert(
      PROVIDER,
      "import { openaiCompletions } from './openai-completions.ts';\n",
      'import { openaiEmbeddings }',
    );
    house.insert(PROVIDER, '    openai_completions: openaiCompletions,\n', '    openai_embeddings: openaiEmbeddings,');
    expect(await house.filesThatDoNotCompile()).toEqual([PROVIDER]);

    house.insert(PROVIDER, "'openai_completions' | ", "'openai_compact';");
    expect(await house.filesThatDoNotCompile()).toEqual([]);
    expect(await failedTests()).toEqual(
      ['openai', 'azure'].map((name) => `${name} serves every endpoint that it has a format for`),
    );

    house.insert(
      PROVIDER,
      "    { method: 'POST', path: '/completions', endpoint: 'openai_completions' },\n",
      "    { method: 'POST', path: '/responses/compact',",
    );
    expect(await house.filesThatDoNotCompile()).toEqual([]);
    expect(await failedTests()).toEqual([]);
    expect(house.touched()).toEqual([FILE, PROVIDER]);
  });
});

describe('a further row of the table of options', () => {
  const GENERATED = ['action.yml', 'docs/inputs.md', 'docs/terminal.md'];

  test('that is an input compiles alone, and npm run inputs writes the rest', async () => {
    addRow('input: {}');
    expect(await house.filesThatDoNotCompile()).toEqual([]);
    expect(await filesWritten()).toEqual(['action.yml', 'docs/inputs.md']);
  });

  test('that is an input and a flag does not compile until settingsOf takes it up', async () => {
    addRow('input: {}, flag: {}');
    expect(await house.filesThatDoNotCompile()).toEqual(['src/entry/compose/request-settings.ts']);
    expect(await filesWritten()).toEqual(GENERATED);
    expect(house.read('action.yml')).toContain(
      "  max-steps:\n    description: Most steps of a trial.\n    default: ''\n",
    );
    expect(house.read('docs/inputs.md')).toContain('\n| `max-steps` | | Most steps of a trial. |\n');
    expect(house.read('docs/terminal.md')).toMatch(/^\| `run .* \[--max-steps N\] .*` \|/m);
  });

  function addRow(sides: string): void {
    const row = `  'max-steps': { kind: count(100), means: 'Most steps of a trial.', ${sides} },\n`;
    house.insert('src/entry/options/options.ts', row, "  'max-trials': {");
  }

  async function filesWritten(): Promise<readonly string[]> {
    const before = GENERATED.map((path) => [path, house.read(path)] as const);
    for (const [path, text] of before) house.write(path, text);
    await house.node('scripts/write-inputs.ts');
    return before.filter(([path, text]) => house.read(path) !== text).map(([path]) => path);
  }
});

/** The value of an expression over what a module of the copy exports. */
async function evaluated(module: string, expression: string): Promise<unknown> {
  const names = /^\w+/.exec(expression);
  const program = `import { ${names} } from './src/${module}'; console.log(JSON.stringify(${expression}))`;
  return JSON.parse(await house.node('--input-type=module', '--eval', program));
}

/** Titles of the copied tests that fail. */
async function failedTests(): Promise<readonly string[]> {
  await house.node('node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=tests.json');
  const { numTotalTests, testResults } = JSON.parse(house.read('tests.json'));
  expect(numTotalTests, testResults[0]?.message).toBeGreaterThan(0);
  const tests: readonly { readonly title: string; readonly status: string }[] = testResults[0].assertionResults;
  return tests.filter(({ status }) => status !== 'passed').map(({ title }) => title);
}
