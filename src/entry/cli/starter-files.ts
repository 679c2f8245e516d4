import { type StarterPlace, starterWorkflow } from './starter-workflow.ts';

/** Language of the starter agent. */
export type StarterLanguage = 'python' | 'node';

/** One file that `init` writes. */
export interface StarterFile {
  /** Relative to the set-up folder, with `/`; leads up to where GitHub looks for workflows. */
  readonly path: string;
  readonly purpose: string;
  readonly text: string;
}

/** Everything a repository needs for its first evaluation. */
export function starterFiles(
  language: StarterLanguage,
  place: StarterPlace = { branch: 'main', folder: '' },
): readonly StarterFile[] {
  const agent = language === 'python' ? PYTHON_AGENT : NODE_AGENT;
  const program = language === 'python' ? '[python3, evals/agent.py]' : '[node, evals/agent.mjs]';
  const install = language === 'python' ? 'pip install -r requirements.txt' : 'npm ci --ignore-scripts';
  return [
    starterWorkflow(place),
    { path: 'agent-eval.yml', purpose: 'which agent, which cases, which gate', text: config(program, install) },
    { path: 'evals/first.yml', purpose: 'first cases', text: CASES },
    agent,
  ];
}

function config(program: string, install: string): string {
  return `version: 1
agent:
  command: ${program}
  # For your own agent that calls a model: the recorder reads its tool calls, tokens and latency from the wire,
  # and the key stays in the env of the workflow's step.
  # record: true
  # needs: [OPENAI_API_KEY]
  # Install what your agent needs here, not in a step of the workflow: a failure is repeated with main's agent,
  # which must get main's packages.
  # setup: [${install}]
cases: [evals/*.yml]
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

const CASES = `cases:
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

const PYTHON_AGENT: StarterFile = {
  path: 'evals/agent.py',
  purpose: 'a starter agent: call your own agent here',
  text: `"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
import json
import re
import sys


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    city = re.search(r"in ([A-Z]\\w+)", turn["input"])
    if city is None:
        return {"output": "Hello! Ask me about the weather.", "tool_calls": [], "usage": {"input_tokens": 40, "output_tokens": 9}}
    name = city.group(1)
    return {
        "output": f"It is sunny in {name}.",
        "tool_calls": [{"name": "get_weather", "arguments": {"city": name}, "status": "ok"}],
        "usage": {"input_tokens": len(turn["input"]) // 4 + 40, "output_tokens": 12},
    }


# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], **answer(turn)}), flush=True)
`,
};

const NODE_AGENT: StarterFile = {
  path: 'evals/agent.mjs',
  purpose: 'a starter agent: call your own agent here',
  text: `// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
import { createInterface } from 'node:readline';

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const name = /in ([A-Z]\\w+)/.exec(turn.input)?.[1];
  if (name === undefined) {
    return { output: 'Hello! Ask me about the weather.', tool_calls: [], usage: { input_tokens: 40, output_tokens: 9 } };
  }
  return {
    output: \`It is sunny in \${name}.\`,
    tool_calls: [{ name: 'get_weather', arguments: { city: name }, status: 'ok' }],
    usage: { input_tokens: Math.floor(turn.input.length / 4) + 40, output_tokens: 12 },
  };
}

// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, ...(await answer(turn)) }));
}
`,
};
