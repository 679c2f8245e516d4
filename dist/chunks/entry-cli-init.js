import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as f}from"./entry-cli-command-name.js";import{a as g}from"./entry-cli-error-code.js";import{a as i}from"./adapters-workspace-git-ask-git.js";import{b as u}from"./entry-cli-say.js";import"./adapters-terminal-escape-terminal.js";import{a as h}from"./domain-report-exit-code.js";import"./domain-document-format-issue.js";import"./domain-json.js";import"./domain-words.js";import{a as r}from"./.js";import{existsSync as k}from"node:fs";import{mkdir as O,writeFile as I}from"node:fs/promises";import{dirname as E,join as c}from"node:path";async function y(e){let t=await i(e,["rev-parse","--show-toplevel"]);if(t===null)return null;let n=await i(e,["rev-parse","--show-prefix"])??"";return{root:t,folder:n.replace(/\/$/,""),...await v(e)}}r(y,"repositoryPlace");async function v(e){let t=await i(e,["symbolic-ref","-q","refs/remotes/origin/HEAD"]);if(t!==null)return{branch:t.replace(/^refs\/remotes\/origin\//,""),branch_by:"told"};let n=(await i(e,["symbolic-ref","-q","HEAD"]))?.replace(/^refs\/heads\//,"")??null;if(n!==null&&m.includes(n))return{branch:n,branch_by:"guessed"};let o=(await i(e,["for-each-ref","--format=%(refname)",...m.flatMap(d)]))?.split(`
`)??[];return{branch:m.find(l=>d(l).some(p=>o.includes(p)))??n??"main",branch_by:"guessed"}}r(v,"defaultBranch");var m=["main","master"];function d(e){return[`refs/remotes/origin/${e}`,`refs/heads/${e}`]}r(d,"refsOf");function b({branch:e,folder:t}){let n=t===""?"agent-eval":`agent-eval-${t.replace(/[^A-Za-z0-9_-]+/g,"-")}`,o=t===""?"":"../".repeat(t.split("/").length),a=t===""?`        # with:
`:`        with:
          working-directory: ${w(t)}
`;return{path:`${o}.github/workflows/${n}.yml`,purpose:`runs on pull requests and on ${e}`,text:$(n,w(e),a)}}r(b,"starterWorkflow");function $(e,t,n){return`name: ${e}
on:
  pull_request:
  push:
    branches: [${t}]
  workflow_dispatch: # run it by hand on ${t} to renew the baseline

permissions:
  contents: read # check out the repository, compare commits
  actions: read # find the baseline of main
  pull-requests: write # post the comment

concurrency:
  group: \${{ github.workflow }}-\${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  ${e}:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      # Choose a version of Python or Node here. Packages belong under agent.setup in agent-eval.yml.
      - uses: org/agent-eval-action@v1
${n}        #   max-tokens: "2000000" # no model call is made beyond this
        # env:
        #   OPENAI_API_KEY: \${{ secrets.OPENAI_API_KEY }} # stays with the action: a recorded agent gets a dummy
`}r($,"workflow");function w(e){return/^[a-z_][\w./-]*$/i.test(e)&&!/^(true|false|null|yes|no|on|off|y|n)$/i.test(e)?e:JSON.stringify(e)}r(w,"scalar");function _(e,t={branch:"main",folder:""}){let n=e==="python"?N:A,o=e==="python"?"[python3, evals/agent.py]":"[node, evals/agent.mjs]",a=e==="python"?"pip install -r requirements.txt":"npm ci --ignore-scripts";return[b(t),{path:"agent-eval.yml",purpose:"which agent, which cases, which gate",text:P(o,a)},{path:"evals/first.yml",purpose:"first cases",text:S},n]}r(_,"starterFiles");function P(e,t){return`version: 1
agent:
  command: ${e}
  # For your own agent that calls a model: the recorder reads its tool calls, tokens and latency from the wire,
  # and the key stays in the env of the workflow's step.
  # record: true
  # needs: [OPENAI_API_KEY]
  # Install what your agent needs here, not in a step of the workflow: a failure is repeated with main's agent,
  # which must get main's packages.
  # setup: [${t}]
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
`}r(P,"config");var S=`cases:
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
`,N={path:"evals/agent.py",purpose:"a starter agent: call your own agent here",text:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
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
`},A={path:"evals/agent.mjs",purpose:"a starter agent: call your own agent here",text:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
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
`};async function X(e){let t=process.cwd(),n=e.language??q(t),o=await y(t),a=_(n,o??void 0),l=a.filter(s=>k(c(t,s.path)));if(l.length>0&&!e.force){for(let s of l)u(`${s.path} exists already`);u("nothing was written; move these files away, or overwrite them with --force"),process.exitCode=h.usage;return}for(let s of a){try{await O(E(c(t,s.path)),{recursive:!0}),await I(c(t,s.path),s.text)}catch(x){u(`${s.path} can't be written (${g(x)}); check the folder's permissions`),process.exitCode=h.usage;return}process.stdout.write(`wrote ${s.path}: ${s.purpose}
`)}let p=f();process.stdout.write(["",...j(o),"Next:",`  ${p} run`,"      runs the starter agent on the first cases; agent-eval-results/ keeps itself out of commits",`  edit ${a.find(s=>s.path.includes("agent."))?.path}`,"      call your own agent instead","  edit agent-eval.yml","      uncomment record and needs once it calls a model, and setup once it needs packages","  git push",`      the first run on ${o?.branch??"main"} becomes the baseline`,""].join(`
`))}r(X,"writeStarter");function j(e){if(e===null)return['This folder is not in a git repository: .github/workflows/ must be at the root of one, and "branches: [main]" in it',"must name its default branch.",""];let t=[`The workflow takes ${e.branch} for the default branch, whose runs are the baseline. If it is another, change`,'"branches:" in it.',""],n=[`The workflow is at the root of the repository, where GitHub reads it, and runs in ${e.folder}.`,""];return[...e.branch_by==="guessed"?t:[],...e.folder===""?[]:n]}r(j,"wherefrom");function q(e){return k(c(e,"package.json"))?"node":"python"}r(q,"guessLanguage");export{X as writeStarter};
