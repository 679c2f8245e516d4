import type { StarterLanguage } from '../found/dependencies.ts';
import type { StarterCalls } from '../found/find-project.ts';
import { type FrameworkAgents, NODE_MODELS, PYTHON_MODELS } from './model-agents.ts';
import { NODE_FRAMEWORKS } from './node-frameworks.ts';
import { PYTHON_FRAMEWORKS } from './python-frameworks.ts';

/** One file that `init` writes. */
export interface StarterFile {
  /** Relative to the set-up folder, with `/`; leads up to where GitHub looks for workflows. */
  readonly path: string;
  readonly purpose: string;
  readonly text: string;
}

/** The starter agent of a language. `calls`: the model that it calls; `null`: it answers by itself. */
export function starterAgent(language: StarterLanguage, calls: StarterCalls | null): StarterFile {
  if (language === 'go') return GO;
  const [plain, models, frameworks] =
    language === 'python'
      ? [PYTHON, PYTHON_MODELS, PYTHON_FRAMEWORKS as FrameworkAgents<string>]
      : [NODE, NODE_MODELS, NODE_FRAMEWORKS as FrameworkAgents<string>];
  if (calls === null) return plain;
  const built = calls.framework === null ? undefined : frameworks[calls.framework];
  return { ...plain, text: built?.(calls.provider) ?? models[calls.provider] };
}

const PYTHON: StarterFile = {
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

const NODE: StarterFile = {
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

const GO: StarterFile = {
  path: 'evals/agent.go',
  purpose: 'a starter agent: call your own agent here',
  text: `// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in answer.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
)

// Turn is what the agent gets: Input is the user's text, Messages the conversation so far, Context the case's state.
type Turn struct {
	Type     string           \`json:"type"\`
	ID       string           \`json:"id"\`
	Input    string           \`json:"input"\`
	Messages []map[string]any \`json:"messages"\`
	Context  map[string]any   \`json:"context"\`
}

var city = regexp.MustCompile("in ([A-Z][a-z]+)")

func answer(turn Turn) map[string]any {
	usage := map[string]any{"input_tokens": len(turn.Input)/4 + 40, "output_tokens": 12}
	found := city.FindStringSubmatch(turn.Input)
	if found == nil {
		return map[string]any{"id": turn.ID, "output": "Hello! Ask me about the weather.", "tool_calls": []any{}, "usage": usage}
	}
	call := map[string]any{"name": "get_weather", "arguments": map[string]any{"city": found[1]}, "status": "ok"}
	return map[string]any{"id": turn.ID, "output": "It is sunny in " + found[1] + ".", "tool_calls": []any{call}, "usage": usage}
}

func main() {
	// Loading before this line does not count towards the first answer's latency.
	fmt.Println(\`{"type":"ready"}\`)
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\\n')
		if err != nil {
			return
		}
		var turn Turn
		if json.Unmarshal(line, &turn) != nil || turn.Type != "turn" {
			continue
		}
		text, _ := json.Marshal(answer(turn))
		fmt.Println(string(text))
	}
}
`,
};
