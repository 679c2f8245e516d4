import type { ScratchHouse } from './scratch-house.ts';

/** Something that a newcomer adds. */
export interface Addition {
  /** What is written by hand: these files, and no other. */
  readonly write: (house: ScratchHouse) => void;
  readonly byHand: readonly string[];
  /** What the compiler names then, and what is written there; if it names more, once more. */
  readonly rounds: readonly { readonly named: readonly string[]; readonly mend: (house: ScratchHouse) => void }[];
}

/** Where the metrics of the gate are. */
export const METRICS = 'src/gate/decision/terms/metrics.ts';

/** Where the options are. */
export const OPTIONS = 'src/commands/options/options.ts';
/** The row of one that is an input. */
export const INPUT = "  'max-steps': { kind: count(100), means: 'Most steps of a trial.', input: {} },\n";

/** By the rows of the table in `src/README.md`. */
export const ADDITIONS: Readonly<Record<string, Addition>> = {
  'a metric of the gate': metric(),
  'a rule of the gate': rule(),
  'a check': check(),
  'a demand on an answer': demand(),
  'a provider': provider(),
  'an endpoint': endpoint(),
  'an input': input(),
};

function metric(): Addition {
  const row = `  output_tokens: {
    words: 'output tokens',
    label: 'output tokens (1 trial per case)',
    unit: 'tokens',
    figure: 'mean_output_tokens',
    is_total: true,
    amount: wholeNumber,
    valueOf: ({ usage }) => usage.output_tokens,
    is_cached: false,
    is_reported: true,
    max_increase: 0.1,
    by_default: false,
    usual_drift: 0.05,
    share: 0.05,
    docs: 'Tolerated increase of output tokens; off unless written',
  },
`;
  return {
    write: (house) => house.insert(METRICS, row, '  latency_ms: {'),
    byHand: [METRICS],
    rounds: [],
  };
}

function rule(): Addition {
  const [RULE, SCOPE] = ['src/gate/decision/rules/any-pass.ts', 'src/gate/decision/rules/scope.ts'];
  const [RULE_NAMES, STAGES] = ['src/report/rows/failed-rules.ts', 'src/gate/decision/again/play-stages.ts'];
  const [ALPHA, DECISION] = ['src/gate/decision/terms/alpha.ts', 'src/gate/decision/facts/test-decisions.ts'];
  const ACCEPTS = 'src/gate/decision/accepts/raised-limits.ts';
  return {
    write(house) {
      house.write(
        RULE,
        `import type { AnyPlan, GateRule } from './gate-rule.ts';

/** Some trial passes. */
export const anyPassRule: GateRule<AnyPlan, { readonly boundary: number; readonly failed: boolean }> = {
  isPossible: () => true,
  plan: (_, __, { boundary }) => ({ boundary, drift: null }),
  test: ({ cases }, { boundary }) => ({
    boundary,
    failed: cases.every(({ trials }) => trials.every(({ passed }) => !passed)),
  }),
  findings: () => [],
  casesOf: (cases) => cases,
  read: ({ failed }) => ({ p: null, change: 0, limit: 0, failed, settled: true }),
  sideOf: (cases) => ({ value: 0, trials: cases.length }),
};
`,
      );
      house.insert(SCOPE, "import { anyPassRule } from './any-pass.ts';\n", 'import { passRateRule }');
      house.insert(SCOPE, '  any_pass: anyPassRule,\n', '  pass_rate: passRateRule,');
    },
    byHand: [RULE, SCOPE],
    rounds: [
      {
        named: [SCOPE],
        mend: (house) => house.insert(METRICS, "  any_pass: 'any pass',\n", "  pass_rate: 'pass rate',"),
      },
      {
        named: [ACCEPTS, ALPHA, DECISION, SCOPE, RULE_NAMES, STAGES],
        mend(house) {
          house.insert(ALPHA, '  any_pass: 0.1,\n', '  tool_recall: 0.1,');
          const result = '  readonly any_pass: { readonly boundary: number; readonly failed: boolean };\n';
          house.insert(DECISION, result, '  readonly pass_rate: SuiteDecision;');
          house.insert(SCOPE, '  readonly any_pass: AnyPlan;\n', '  readonly pass_rate: PassRatePlan;');
        },
      },
    ],
  };
}

function check(): Addition {
  const [CHECK, KEYS] = ['src/trials/checks/silent.ts', 'src/cases/suite/expectation.ts'];
  const REGISTRY = 'src/trials/checks/registry.ts';
  const DEMANDS = 'src/cases/suite/demands/lost-demands.ts';
  const SCHEMA = 'src/cases/suite/schemas/expectations-schema.ts';
  const WRITING = 'src/cases/suite/writing/write-expectations.ts';
  return {
    write(house) {
      house.write(
        CHECK,
        `import type { Check } from './terms/check.ts';
import { fails, holds } from './terms/judgement.ts';

const SAID = { kind: 'said', text: 'the length of the answer' } as const;

/** \`silent\`: no text is the answer. */
export const silentCheck: Check<true> = {
  key: 'silent',
  judge: (_, { output }) => [
    { name: 'silent', ...(output === '' ? holds(1, SAID) : fails('not_silent', 0, SAID)) },
  ],
};
`,
      );
      house.insert(KEYS, '  readonly silent?: true;\n', '  readonly completes?: true;');
    },
    byHand: [CHECK, KEYS],
    rounds: [
      {
        named: [REGISTRY, DEMANDS, SCHEMA, WRITING],
        mend(house) {
          house.insert(REGISTRY, "import { silentCheck } from './silent.ts';\n", 'import { stateCheck }');
          house.insert(REGISTRY, '  silent: silentCheck,\n', '  limits: limitsCheck,');
          house.insert(DEMANDS, '  silent: () => [],\n', '  completes: () => [],');
          const row = "  silent: onlyTrue.describe('No text is the answer').exactOptional(),\n";
          house.insert(SCHEMA, row, '  completes: onlyTrue');
          house.insert(WRITING, '    silent: expect.silent ?? null,\n', '    completes: completes ?? null,');
        },
      },
    ],
  };
}

function demand(): Addition {
  const [DEMAND, KEYS] = ['src/trials/checks/response/max-words.ts', 'src/cases/suite/expectation.ts'];
  const [FACTS, WORDS] = ['src/trials/facts/text-facts.ts', 'src/trials/facts/text-words.ts'];
  const [ROWS, JUDGES] = ['src/cases/suite/response/rows.ts', 'src/trials/checks/response/grade-text.ts'];
  const SCHEMA = 'src/cases/suite/schemas/response-schema.ts';
  return {
    write(house) {
      house.write(
        DEMAND,
        `import { fails, holds } from '../terms/judgement.ts';
import type { ResponsePart } from './response-part.ts';

/** The answer has at most so many words. Score: 1 or 0. */
export const maxWordsPart: ResponsePart = {
  name: 'max_words',
  demanded: ({ max_words }) => max_words !== undefined,
  judge({ max_words: most = 0 }, answer) {
    const words = answer.split(/\\s+/).filter((word) => word !== '').length;
    const fact = { kind: 'words', words, most } as const;
    return words <= most ? holds(1, fact) : fails('too_many_words', 0, fact);
  },
};
`,
      );
      house.insert(KEYS, '  readonly max_words?: number;\n', '  /** Whether `contains` and');
      house.insert(FACTS, "  fact('words', { words: countSchema, most: countSchema }),\n", "  fact('not_json'");
    },
    // Its key stands in the file of a check's key.
    byHand: [DEMAND, FACTS],
    rounds: [
      {
        named: [JUDGES, WORDS, ROWS, SCHEMA],
        mend(house) {
          house.insert(JUDGES, "import { maxWordsPart } from './max-words.ts';\n", 'import { notContainsPart }');
          house.insert(JUDGES, '  max_words: maxWordsPart,\n', '  equals: equalsPart,');
          house.insert(
            WORDS,
            "    case 'words':\n      return alone(`${plural(fact.words, 'word')}, at most ${fact.most} allowed`);\n",
            "    case 'not_json':",
          );
          house.insert(
            ROWS,
            `  max_words: {
    merge: ours,
    write: ({ max_words }) => max_words ?? null,
    isGuard: true,
    losses: ({ max_words: before }, { max_words: after }) =>
      before === undefined || (after !== undefined && after <= before) ? [] : [less('response.max_words is looser')],
  },
`,
            '  equals: {\n    merge',
          );
          house.insert(SCHEMA, '    max_words: z.int().min(1).exactOptional(),\n', '    equals: z\n');
        },
      },
    ],
  };
}

function provider(): Addition {
  const FILE = 'src/wire/protocols/mistral/mistral.ts';
  const ROWS = 'src/wire/protocols/providers.ts';
  const KEYS = 'src/commands/compose/agent-environment.ts';
  return {
    write(house) {
      house.write(
        FILE,
        house
          .read('src/wire/protocols/anthropic/anthropic.ts')
          .replace("from './anthropic-messages.ts'", "from '../anthropic/anthropic-messages.ts'")
          .replace('export const anthropic:', 'export const mistral:')
          .replaceAll('anthropic_messages', 'mistral_messages')
          .replaceAll('ANTHROPIC_', 'MISTRAL_'),
      );
      house.insert(ROWS, "import { mistral } from './mistral/mistral.ts';\n", 'import { ollama }');
      house.insert(ROWS, 'mistral, ', 'ollama };');
    },
    byHand: [FILE, ROWS],
    rounds: [
      {
        named: [KEYS],
        mend: (house) =>
          house.insert(
            KEYS,
            "  mistral: ['MISTRAL_API_KEY', 'MISTRAL_AUTH_TOKEN'],\n",
            "  ollama: ['OLLAMA_API_KEY'],",
          ),
      },
    ],
  };
}

function endpoint(): Addition {
  const PROVIDER = 'src/wire/protocols/openai/openai.ts';
  const FORMAT = `/** The oldest of them: a text in, a text out. */
const openaiCompletions = endpointFormat({
  answer: (body) => (Array.isArray(body['choices']) ? { named: body, events: [] } : null),
  usage: ({ usage, model }) => wireUsage(usage, model),
});

`;
  return {
    write(house) {
      house.insert(PROVIDER, FORMAT, '/** What costs tokens at OpenAI. */');
      house.insert(
        PROVIDER,
        '    openai_completions: openaiCompletions,\n',
        '    openai_embeddings: openaiEmbeddings,',
      );
    },
    byHand: [PROVIDER],
    rounds: [
      {
        named: [PROVIDER],
        mend: (house) => house.insert(PROVIDER, "'openai_completions' | ", "'openai_compact';"),
      },
    ],
  };
}

function input(): Addition {
  return {
    write: (house) => house.insert(OPTIONS, INPUT, "  'max-trials': {"),
    byHand: [OPTIONS],
    rounds: [],
  };
}
