import type { FoundProvider, StarterLanguage } from '../found/dependencies.ts';
import type { FoundCases } from '../found/find-cases.ts';
import { LAST } from '../found/find-installer.ts';
import type { FoundProject } from '../found/find-project.ts';
import { type StarterFile, starterAgent } from './starter-agents.ts';
import { type StarterPlace, starterWorkflow } from './starter-workflow.ts';

/** What is known about the project beside its language. */
export interface StarterProject extends Pick<FoundProject, 'provider' | 'calls' | 'installer'> {
  readonly cases: Pick<FoundCases, 'globs' | 'ids_clash'>;
}

/** Everything a repository needs for its first evaluation. */
export function starterFiles(
  language: StarterLanguage,
  place: StarterPlace = { branch: 'main', folder: '' },
  project: StarterProject = bare(language),
): readonly StarterFile[] {
  const { globs } = project.cases;
  const agent = starterAgent(language, project.calls);
  const first = { path: 'evals/first.yml', purpose: 'first cases', text: CASES };
  return [
    starterWorkflow(place, project.calls === null ? null : keyOf(project), project.installer.brought_by),
    { path: 'agent-eval.yml', purpose: 'which agent, which cases, which gate', text: config(agent.path, project) },
    ...(globs.length > 0 ? [] : [first]),
    agent,
  ];
}

function keyOf({ provider, calls }: StarterProject): string {
  return KEYS[calls?.provider ?? provider?.name ?? 'openai'];
}

const KEYS: Readonly<Record<FoundProvider, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  gemini: 'GEMINI_API_KEY',
  ollama: 'OLLAMA_API_KEY',
};

/** A folder with nothing in it. */
function bare(language: StarterLanguage): StarterProject {
  return { provider: null, calls: null, installer: LAST[language], cases: { globs: [], ids_clash: false } };
}

function config(agent: string, project: StarterProject): string {
  const { installer, cases } = project;
  const isModel = project.calls !== null;
  const off = isModel ? '' : '# ';
  const recording = isModel
    ? "  # The recorder reads tool calls, tokens and latency from the wire; the key stays in the env of the workflow's step."
    : `  # For your own agent that calls a model: the recorder reads its tool calls, tokens and latency from the wire,
  # and the key stays in the env of the workflow's step.`;
  return `# yaml-language-server: $schema=${SCHEMAS}/agent-eval.schema.json
version: 1
agent:
  command: [${[...installer.start, agent].join(', ')}] # a worker: it says when it is ready, and answers line by line
${recording}
  ${off}record: true
  ${off}needs: [${keyOf(project)}]
  # Install what your agent needs here, not in a step of the workflow: a failure is repeated with main's agent,
  # which must get main's packages. In a terminal this line runs in your own environment.
  ${isModel || installer.needed ? '' : '# '}setup: [${installer.line}]
${casesKey(cases)}
# Each case runs 3 times at first and more often while the verdict is open; main runs each 5 times, in a small suite more:
# trials: {min: 3, max: 10}
limits:
  trial_timeout: 60s
# US dollars per million tokens; the run then knows its cost, and max-cost-usd can cap it:
# prices: {gpt-5-mini: {input: 0.25, output: 2, input_cache_read: 0.025}}
gate:
  pass_rate: {max_drop: 0.02, min: 0.5} # a lower pass rate is red, whatever main's is
  tool_recall: {max_drop: 0.02}
  total_tokens: {max_increase: 0.10}
  # never_fail: [safety] # cases with this tag may not fail a single trial
`;
}

function casesKey({ globs, ids_clash: clash }: StarterProject['cases']): string {
  if (globs.length === 0) return 'cases: [evals/*.yml]';
  const entry = (glob: string) =>
    clash ? `{file: ${JSON.stringify(glob)}, id_prefix: "{stem}/"}` : JSON.stringify(glob);
  return ['cases:', ...globs.map((glob) => `  - ${entry(glob)}`)].join('\n');
}

const SCHEMAS = 'https://raw.githubusercontent.com/org/agent-eval-action/v1/schema';

const CASES = `# yaml-language-server: $schema=${SCHEMAS}/cases.schema.json
cases:
  - id: weather-in-paris
    name: "A weather question calls the weather tool with the city"
    tags: [weather]
    input: "What is the weather in Paris?"
    expect:
      tools:
        calls:
          - {name: get_weather, args: {city: Paris}}
      response:
        contains: [Paris]

  - id: weather-in-oslo
    tags: [weather]
    input: "Will it be sunny in Oslo?"
    expect:
      tools: [get_weather]
      response:
        not_contains: ["I don't know"]

  - id: greeting
    input: "Hello!"
    expect:
      no_tools: true
      limits: {max_output_tokens: 200}
`;
