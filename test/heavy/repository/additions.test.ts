import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDITIONS, INPUT, METRICS, OPTIONS } from './support/additions.ts';
import { scratchHouse } from './support/scratch-house.ts';

const house = scratchHouse(['test/commands/compose/providers.test.ts', 'scripts', 'docs', 'action.yml']);

/** The files written for each addition, and what the compiler named in each round, until nothing was left. */
const paths: Record<string, readonly string[]> = {};
const named: (readonly string[])[] = [];

// One house takes them all: to compile it again takes long, and nothing is named for two of them.
beforeAll(async () => {
  for (const [name, addition] of Object.entries(ADDITIONS)) {
    const before = new Set(house.touched());
    addition.write(house);
    paths[name] = house.touched().filter((path) => !before.has(path));
  }
  for (let round = 0; ; round += 1) {
    const files = await house.filesThatDoNotCompile();
    named.push(files);
    const mends = Object.values(ADDITIONS).flatMap(({ rounds }) => rounds[round] ?? []);
    if (files.length === 0 || mends.length === 0) break;
    for (const { mend } of mends) mend(house);
  }
});
afterAll(house.remove);

test.each(Object.entries(ADDITIONS))(
  '%s is written where the table of src/README.md says, and the compiler names the rest',
  (name, { byHand, rounds }) => {
    expect(paths[name]).toEqual([...byHand].sort());
    for (const [round, { named: own }] of rounds.entries())
      expect(named[round]).toEqual(expect.arrayContaining([...own]));
  },
);

test('the compiler names nothing else', () => {
  const rounds = Object.values(ADDITIONS).map((addition) => addition.rounds);
  const ofRound = (round: number) => rounds.flatMap((addition) => addition[round]?.named ?? []).sort();
  expect(named).toEqual([ofRound(0), ofRound(1), []]);
});

test('a metric is part of the policy and of its error probability', async () => {
  const policy = 'policySchema.parse({output_tokens: {}}).output_tokens';
  expect(await evaluated('config/gate/policy-schema.ts', policy)).toEqual({ max_increase: 0.1 });
  const alpha = 'divideAlpha(1, new Set(["output_tokens"]))';
  expect(await evaluated('gate/decision/terms/alpha.ts', alpha)).toEqual({ output_tokens: 1 });
});

test('a check judges', async () => {
  const graded = await evaluated(
    'trials/checks/grade-by-checks.ts',
    'gradeByChecks({turns: [], expect: {silent: true}}, {end: {kind: "completed"}, trajectory: {turns: []}}, new Map()).checks',
  );
  expect(graded).toEqual([
    expect.objectContaining({ name: 'silent', fact: expect.objectContaining({ code: 'not_silent' }) }),
  ]);
});

test('a demand on an answer is read, judged, put into words, merged with defaults, written, compared, and kept for an agent that was told nothing', async () => {
  const read = 'responseSchema.parse({ max_words: 2 })';
  expect(await evaluated('cases/suite/schemas/response-schema.ts', read)).toMatchObject({ max_words: 2 });
  const demand =
    '{contains: [], not_contains: [], matches: [], equals: null, json_schema: null, case_sensitive: false, max_words: 2}';
  const answer = '{output: "one two three", end: {kind: "completed"}}';
  const judged = await evaluated('trials/checks/response.ts', `responseCheck.judge(${demand}, ${answer})`);
  const fact = { kind: 'words', code: 'too_many_words', words: 3, most: 2 };
  expect(judged).toEqual([expect.objectContaining({ name: 'response.max_words', passed: false, fact })]);
  const words = `checkWords(${JSON.stringify(fact)})`;
  expect(await evaluated('trials/facts/check-words.ts', words)).toBe('3 words, at most 2 allowed');
  const merged = `mergeDefaults({expect: {response: {max_words: 2}}}, {expect: {response: {max_words: 9}}})`;
  expect(await evaluated('cases/suite/parsing/merge-defaults.ts', merged)).toMatchObject({
    expect: { response: { max_words: 2 } },
  });
  const rows = (call: string) => evaluated('cases/suite/response/rows.ts', `RESPONSE_ROWS.max_words.${call}`);
  expect(await rows('write({ max_words: 2 })')).toBe(2);
  expect(await rows('losses({ max_words: 2 }, { max_words: 3 })')).toHaveLength(1);
  expect(await rows('losses({ max_words: 3 }, { max_words: 2 })')).toEqual([]);
  const guards =
    'guardsOf({response: {contains: ["a"], not_contains: [], matches: [], equals: null, json_schema: null, max_words: 2}})';
  replace('src/cases/suite/variants/derive-cases.ts', 'function guardsOf(', 'export function guardsOf(');
  expect(await evaluated('cases/suite/variants/derive-cases.ts', guards)).toMatchObject({
    response: { contains: [], max_words: 2 },
  });
});

test('where the key of a provider is kept out, its address read and its host documented, and where an endpoint is served, a test names', async () => {
  expect(await failedTests()).toEqual([
    'openai serves every endpoint that it has a format for',
    'azure serves every endpoint that it has a format for',
    'MISTRAL_API_KEY, a key of mistral, is kept out of agents whose calls are recorded',
    'MISTRAL_AUTH_TOKEN, a key of mistral, is kept out of agents whose calls are recorded',
    'the address of mistral in the environment of an agent is a URL',
    'docs/models.md has the host and the key of mistral',
  ]);
  house.insert(
    'src/wire/protocols/openai/openai.ts',
    "    { method: 'POST', path: '/completions', endpoint: 'openai_completions' },\n",
    "    { method: 'POST', path: '/responses/compact',",
  );
  house.insert(
    'src/config/agents/provided-variables.ts',
    "'MISTRAL_API_KEY', 'MISTRAL_AUTH_TOKEN', ",
    "'OLLAMA_API_KEY'",
  );
  house.insert('src/config/agents/provided-variables.ts', "'MISTRAL_BASE_URL', ", "'AI_GATEWAY_BASE_URL'");
  house.insert(
    'docs/models.md',
    '| `MISTRAL_BASE_URL` | `https://mistral.example` | `MISTRAL_API_KEY` |\n',
    '| `OLLAMA_HOST`',
  );
  expect(await failedTests()).toEqual([]);
  const route = await evaluated('wire/protocols/route.ts', 'route("mistral", "POST", "/messages")');
  expect(route).toMatchObject({ endpoint: 'mistral_messages', path: '/messages' });
});

test('npm run inputs writes an input into action.yml and the docs, and nothing of a flag', async () => {
  expect(await filesWritten()).toEqual(['action.yml', 'docs/inputs.md']);
  replace(OPTIONS, INPUT, INPUT.replace('input: {}', 'input: {}, flag: {}'));
  expect(await filesWritten()).toEqual([]);
  expect(house.read('action.yml')).toContain(
    "  max-steps:\n    description: Most steps of a trial.\n    default: ''\n",
  );
  expect(house.read('docs/inputs.md')).toContain('\n| `max-steps` | | Most steps of a trial. |\n');
});

test('a flag does not compile until settingsOf takes it up, nor a metric without a figure that a suite has', async () => {
  replace(METRICS, "figure: 'mean_output_tokens'", "figure: 'nothing'");
  expect(await house.filesThatDoNotCompile()).toEqual([
    'src/commands/compose/request-settings.ts',
    'src/report/rows/metric-rows.ts',
  ]);
});

/** What `npm run inputs` writes. */
const GENERATED = ['action.yml', 'docs/inputs.md'];

async function filesWritten(): Promise<readonly string[]> {
  const before = GENERATED.map((path) => [path, house.read(path)] as const);
  await house.node('scripts/write-inputs.ts');
  return before.filter(([path, text]) => house.read(path) !== text).map(([path]) => path);
}

function replace(path: string, before: string, after: string): void {
  const text = house.read(path);
  expect(text).toContain(before);
  house.write(path, text.replace(before, after));
}

/** The value of an expression over what a module of the copy exports. */
async function evaluated(module: string, expression: string): Promise<unknown> {
  const names = /^\w+/.exec(expression);
  const program = `import { ${names} } from './src/${module}'; console.log(JSON.stringify(${expression}))`;
  return JSON.parse(await house.node('--input-type=module', '--eval', program));
}

/** Titles of the copied tests that fail, in their order. */
async function failedTests(): Promise<readonly string[]> {
  await house.node('node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=tests.json');
  const { numTotalTests, testResults } = JSON.parse(house.read('tests.json'));
  expect(numTotalTests, testResults[0]?.message).toBeGreaterThan(0);
  const tests: readonly { readonly title: string; readonly status: string }[] = testResults[0].assertionResults;
  return tests.filter(({ status }) => status !== 'passed').map(({ title }) => title);
}
