import{a as E}from"./entry-cli-command-name.js";import{a as C}from"./entry-cli-error-code.js";import{a as N}from"./domain-dialects-final-state.js";import{a as g,b as I,c as L}from"./adapters-workspace-files-workspace-files.js";import{a as A}from"./adapters-workspace-files-exists.js";import"./domain-suite-schemas-case-schema.js";import"./domain-suite-schemas-tools-schema.js";import"./domain-judge-ready-criteria.js";import"./domain-suite-schemas-case-caps.js";import{b as y}from"./entry-cli-say.js";import{a as R}from"./adapters-terminal-escape-terminal.js";import{a as w}from"./domain-report-exit-code.js";import"./domain-suite-schemas-trial-count-schema.js";import"./domain-document-workspace-path.js";import"./domain-document-format-issue.js";import{c as F}from"./domain-document-parse-yaml.js";import"./yaml.js";import"./domain-matching-visit-schemas.js";import"./domain-document-path-text.js";import"./domain-matching-similarity-bleu.js";import"./domain-matching-parse-day.js";import"./domain-matching-regex.js";import"./domain-document-zod-messages.js";import{a as T}from"./domain-keyed.js";import"./domain-matching-glob.js";import"./re2js.js";import"./domain-cut.js";import{a as j}from"./domain-json-text.js";import"./zod.js";import{n as k,r as h}from"./domain-words.js";import"./noble-hashes.js";import{a as _}from"./domain-json.js";import{a}from"./-2.js";import{existsSync as Ce}from"node:fs";import{mkdir as De,writeFile as Me}from"node:fs/promises";import{dirname as Je,join as $}from"node:path";async function M(e){let t=await g(e,["rev-parse","--show-toplevel"]);if(t===null)return null;let n=await g(e,["rev-parse","--show-prefix"])??"";return{root:t,folder:n.replace(/\/$/,""),...await se(e)}}a(M,"repositoryPlace");async function se(e){let t=await g(e,["symbolic-ref","-q","refs/remotes/origin/HEAD"]);if(t!==null)return{branch:t.replace(/^refs\/remotes\/origin\//,""),branch_by:"told"};let n=(await g(e,["symbolic-ref","-q","HEAD"]))?.replace(/^refs\/heads\//,"")??null;if(n!==null&&b.includes(n))return{branch:n,branch_by:"guessed"};let r=(await g(e,["for-each-ref","--format=%(refname)",...b.flatMap(D)]))?.split(`
`)??[];return{branch:b.find(i=>D(i).some(s=>r.includes(s)))??n??"main",branch_by:"guessed"}}a(se,"defaultBranch");var b=["main","master"];function D(e){return[`refs/remotes/origin/${e}`,`refs/heads/${e}`]}a(D,"refsOf");import{stat as ie}from"node:fs/promises";import{join as le,posix as p}from"node:path";var J={dialect:{},id_prefix:"",skip:[]};var ce=400,K=4*1024*1024;async function q(e){let t=L(e,e,"agent-eval.yml"),n=(await I(e)).filter(pe).toSorted().slice(0,ce),[r,o,i]=[[],[],new Set],s=[];for(let l of n){let{size:c}=await ie(le(e,l)).catch(()=>({size:K+1})),m=c>K?null:await t.read(l);if(m===null||"problem"in m)continue;let O=F(m.text,l);if("issues"in O)continue;let f=N(O,J);if(f.cases.length>0||f.issues.some(({message:u})=>ue.test(u))){if(f.issues.some(({severity:u})=>u==="error")){o.push(l);continue}r.push(l),s.push(...f.cases.map(({id:u})=>u));for(let u of f.dialects)i.add(u)}}return{globs:ge(r,n),files:r.length,cases:s.length,ids_clash:new Set(s).size<s.length,dialects:[...i],doubtful:o}}a(q,"findCases");var ue=/^[\w-]+: a format that is not readable in this version/;function pe(e){let t=p.basename(e);return/\.(ya?ml|jsonl?)$/.test(t)&&!e.split("/").some(n=>n.startsWith("."))&&!de.test(t)}a(pe,"isCandidate");var de=/^(package(-lock)?|tsconfig.*|jsconfig|biome|deno|composer|pnpm-(lock|workspace)|docker-compose.*|compose|agent-eval.*|results|comparison|mkdocs|codecov)\.[a-z.]+$/;function ge(e,t){let n=new Map;for(let r of e){let o=p.join(p.dirname(r),`*${p.extname(r)}`);n.set(o,[...n.get(o)??[],r])}return[...n].flatMap(([r,o])=>{let i=t.filter(s=>p.join(p.dirname(s),`*${p.extname(s)}`)===r);return o.length>1&&i.length===o.length&&!r.startsWith("*")?[r]:o})}a(ge,"globsOf");import{readFile as H}from"node:fs/promises";import{join as v}from"node:path";var S={python:["pyproject.toml","requirements.txt","setup.py","setup.cfg","Pipfile"],node:["package.json"],go:["go.mod"]},d={brings_sdk:!0},me={python:{openai:{provider:"openai",...d},anthropic:{provider:"anthropic",...d},ollama:{provider:"ollama"},"google-genai":{provider:"gemini"},"google-generativeai":{provider:"gemini"},"openai-agents":{provider:"openai",framework:"OpenAI Agents SDK",...d},"claude-agent-sdk":{provider:"anthropic",framework:"Claude Agent SDK"},"langchain-openai":{provider:"openai",...d},"langchain-anthropic":{provider:"anthropic",...d},"langchain-ollama":{provider:"ollama"},"langchain-google-genai":{provider:"gemini"},langgraph:{framework:"LangGraph"},langchain:{framework:"LangChain"},crewai:{framework:"CrewAI"},"pydantic-ai":{framework:"Pydantic AI"},"pydantic-ai-slim":{framework:"Pydantic AI"},"google-adk":{provider:"gemini",framework:"Google ADK"},"llama-index":{framework:"LlamaIndex"},smolagents:{framework:"smolagents"},"strands-agents":{framework:"Strands Agents"},litellm:{framework:"LiteLLM"}},node:{openai:{provider:"openai",...d},"@anthropic-ai/sdk":{provider:"anthropic",...d},ollama:{provider:"ollama"},"@google/genai":{provider:"gemini"},"@openai/agents":{provider:"openai",framework:"OpenAI Agents SDK"},"@anthropic-ai/claude-agent-sdk":{provider:"anthropic",framework:"Claude Agent SDK"},"@langchain/openai":{provider:"openai"},"@langchain/anthropic":{provider:"anthropic"},"@langchain/ollama":{provider:"ollama"},"@ai-sdk/openai":{provider:"openai"},"@ai-sdk/anthropic":{provider:"anthropic"},"@ai-sdk/google":{provider:"gemini"},"@langchain/langgraph":{framework:"LangGraph"},langchain:{framework:"LangChain"},ai:{framework:"Vercel AI SDK"},"@mastra/core":{framework:"Mastra"},"@google/adk":{provider:"gemini",framework:"Google ADK"},llamaindex:{framework:"LlamaIndex"}},go:{"github.com/openai/openai-go":{provider:"openai"},"github.com/sashabaranov/go-openai":{provider:"openai"},"github.com/anthropics/anthropic-sdk-go":{provider:"anthropic"},"github.com/ollama/ollama":{provider:"ollama"},"google.golang.org/genai":{provider:"gemini"},"github.com/tmc/langchaingo":{framework:"LangChainGo"},"google.golang.org/adk":{provider:"gemini",framework:"Google ADK"}}};function Y(e,t,n){let r=e==="node"?fe(n):he(e,n);return Object.entries(me[e]).flatMap(([o,i])=>r(o)?[{name:o,file:t,...i}]:[])}a(Y,"packagesIn");function fe(e){let t;try{t=j(e)}catch{return()=>!1}if(!_(t))return()=>!1;let n=["dependencies","devDependencies","optionalDependencies","peerDependencies"].map(r=>t[r]);return r=>n.some(o=>_(o)&&Object.hasOwn(o,r))}a(fe,"namedInPackageJson");function he(e,t){let n=e==="go"?/\/\/.*$/gm:/(^|\s)#.*$/gm,r=t.replace(n,"");return o=>{let i=o.replace(/[.*+?^${}()|[\]\\/]/g,"\\$&").replaceAll("-","[-_.]");return new RegExp(`(^|["'\\s])${i}(/v\\d+)?(?=$|["'\\s[<>=~!;,@])`,"im").test(r)}}a(he,"namedInText");function W(e){let t=[...e.matchAll(/^\s*(?:#\s*)?(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/gm)].map(([,r=""])=>r);return ye.filter(([r])=>t.some(o=>r.test(o))).map(([,r])=>r)}a(W,"providersIn");var ye=[[/^OPENAI_(API_KEY|BASE_URL|API_BASE)$/,"openai"],[/^ANTHROPIC_(API_KEY|BASE_URL)$/,"anthropic"],[/^OLLAMA_(HOST|API_KEY)$/,"ollama"],[/^(GEMINI|GOOGLE)_API_KEY$/,"gemini"]];async function z(e,t){let n=[];for(let s of T(S))for(let l of S[s]){let c=await H(v(e,l),"utf8").catch(()=>null);c!==null&&n.push({language:s,file:l,packages:Y(s,l,c)})}let r=n.toSorted((s,l)=>G(l.packages)-G(s.packages)),o=t??r[0]?.language??"python",i=r.filter(s=>s.language===o).flatMap(s=>s.packages);return{languages:[...r.filter(s=>s.language===o),...r.filter(s=>s.language!==o)],language:o,frameworks:we(i.filter(({framework:s})=>s!==void 0)),provider:ke(i)??await be(e),installer:await Se(e,o)}}a(z,"findProject");function G(e){return e.reduce((t,{brings_sdk:n})=>t+(n===!0?2:1),0)}a(G,"evidence");function we(e){return e.filter((t,n)=>e.findIndex(({framework:r})=>r===t.framework)===n)}a(we,"distinct");function ke(e){let t=e.find(({brings_sdk:n})=>n)??e.find(({provider:n})=>n!==void 0);return t?.provider===void 0?null:{name:t.provider,by:`${t.name} in ${t.file}`,has_sdk:t.brings_sdk===!0}}a(ke,"providerOf");var _e=[".env.example",".env.sample",".env.template",".env.dist"];async function be(e){for(let t of _e){let[n]=W(await H(v(e,t),"utf8").catch(()=>""));if(n!==void 0)return{name:n,by:`a variable in ${t}`,has_sdk:!1}}return null}a(be,"providerOfSamples");async function Se(e,t){for(let[n,r]of ve[t])if(n===null||await A(v(e,n)))return r;throw new Error(`${t} has no last installer`)}a(Se,"installerOf");var ve={python:[["uv.lock",{line:"uv sync --frozen",start:["uv","run","python"]}],["poetry.lock",{line:"poetry install",start:["poetry","run","python"]}],["requirements.txt",{line:"pip install -r requirements.txt",start:["python3"]}],["pyproject.toml",{line:"pip install .",start:["python3"]}],[null,{line:"pip install -r requirements.txt",start:["python3"]}]],node:[["pnpm-lock.yaml",{line:"pnpm install --frozen-lockfile --ignore-scripts",start:["node"]}],["yarn.lock",{line:"yarn install --frozen-lockfile --ignore-scripts",start:["node"]}],["package-lock.json",{line:"npm ci --ignore-scripts",start:["node"]}],["package.json",{line:"npm install --ignore-scripts",start:["node"]}],[null,{line:"npm ci --ignore-scripts",start:["node"]}]],go:[[null,{line:"go build -o /dev/null evals/agent.go",start:["go","run"],needed:!0}]]};var B={python:"Python",node:"Node",go:"Go"},xe={openai:"OpenAI",anthropic:"Anthropic",ollama:"Ollama",gemini:"Gemini"};function U(e,t,n){return[Pe(e,n),...e.frameworks.map(({framework:r="",name:o,file:i})=>`${r} (${o} in ${i}): call it in the starter agent`),...$e(e),...Oe(t)].map(R)}a(U,"foundWords");function Pe({languages:e,language:t},n){let r=B[t],o=e.find(l=>l.language===t),i=[...new Set(e.filter(l=>l.language!==t).map(l=>B[l.language]))],s=i.length===0?"":`; ${h(i)} too, which --language takes instead`;return o!==void 0?`${r} (${o.file})${s}`:n===null?`no file that names a language, so the starter agent is in ${r}; --language takes another`:`no dependencies of ${r}${s}`}a(Pe,"languageWords");function $e({provider:e,language:t}){if(e===null)return["no provider of models among the dependencies: the starter agent answers by itself"];let n=`${xe[e.name]} (${e.by})`;return e.name==="gemini"?[`${n}: the recorder reads OpenAI, Anthropic, Ollama and compatible APIs; Gemini needs a gateway that speaks one of them`]:e.has_sdk&&e.name!=="ollama"&&t!=="go"?[`${n}: the starter agent calls it, and its calls are recorded`]:[`${n}: the starter agent answers by itself; with \`record: true\` the calls of your own are recorded`]}a($e,"providerWords");function Oe({globs:e,files:t,cases:n,dialects:r,ids_clash:o,doubtful:i}){let s=r.filter(c=>c!=="canonical"),l=s.length===0?"":` (format: ${h(s)})`;return[...t===0?[]:[`${k(n,"case")} in ${k(t,"file")}${l}: used as they are, ${h(e)}${o?"; ids begin with the name of their file, because some are in several":""}`],...i.map(c=>`cases in ${c} that can't all be read, so it is left out: name it under \`cases\`, and validate says what is wrong`)]}a(Oe,"caseWords");var Z=`

# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
`,X={openai:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
import json
import sys

from openai import OpenAI

client = OpenAI()  # its address and its key come from the environment, so its calls are recorded
PROMPT = "You answer questions about the weather. Look it up with get_weather."
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "description": "The weather of a city.", "parameters": CITY}}]


def get_weather(city):
    return f"It is sunny in {city}."


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    messages = [{"role": "system", "content": PROMPT}, *turn["messages"]]
    while True:
        message = client.chat.completions.create(model="gpt-5-mini", messages=messages, tools=TOOLS).choices[0].message
        if not message.tool_calls:
            return message.content or ""
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            result = get_weather(**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
${Z}`,anthropic:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
import json
import sys

from anthropic import Anthropic

client = Anthropic()  # its address and its key come from the environment, so its calls are recorded
PROMPT = "You answer questions about the weather. Look it up with get_weather."
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"name": "get_weather", "description": "The weather of a city.", "input_schema": CITY}]


def get_weather(city):
    return f"It is sunny in {city}."


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    messages = [*turn["messages"]]
    while True:
        message = client.messages.create(
            model="claude-sonnet-5", max_tokens=1000, system=PROMPT, messages=messages, tools=TOOLS
        )
        calls = [block for block in message.content if block.type == "tool_use"]
        if not calls:
            return "".join(block.text for block in message.content if block.type == "text")
        messages.append({"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in message.content]})
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": get_weather(**call.input)} for call in calls]
        messages.append({"role": "user", "content": results})
${Z}`},V=`
// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
`,Q={openai:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
import { createInterface } from 'node:readline';
import OpenAI from 'openai';

const client = new OpenAI(); // its address and its key come from the environment, so its calls are recorded
const prompt = 'You answer questions about the weather. Look it up with get_weather.';
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [{ type: 'function', function: { name: 'get_weather', description: 'The weather of a city.', parameters } }];

const getWeather = ({ city }) => \`It is sunny in \${city}.\`;

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const messages = [{ role: 'system', content: prompt }, ...turn.messages];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: 'gpt-5-mini', messages, tools });
    const { message } = choices[0];
    if (!message.tool_calls?.length) return message.content ?? '';
    messages.push(message);
    for (const call of message.tool_calls) {
      const content = getWeather(JSON.parse(call.function.arguments));
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}
${V}`,anthropic:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
import { createInterface } from 'node:readline';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic(); // its address and its key come from the environment, so its calls are recorded
const system = 'You answer questions about the weather. Look it up with get_weather.';
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [{ name: 'get_weather', description: 'The weather of a city.', input_schema: schema }];

const getWeather = ({ city }) => \`It is sunny in \${city}.\`;

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const messages = [...turn.messages];
  for (;;) {
    const message = await client.messages.create({ model: 'claude-sonnet-5', max_tokens: 1000, system, messages, tools });
    const calls = message.content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return message.content.map(({ text }) => text ?? '').join('');
    messages.push({ role: 'assistant', content: message.content });
    const content = calls.map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id, content: getWeather(input) }));
    messages.push({ role: 'user', content });
  }
}
${V}`};function ee(e,t){if(e==="go")return Le;let[n,r]=e==="python"?[Ie,X]:[Ae,Q];return t===null?n:{...n,text:r[t]}}a(ee,"starterAgent");var Ie={path:"evals/agent.py",purpose:"a starter agent: call your own agent here",text:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
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
`},Ae={path:"evals/agent.mjs",purpose:"a starter agent: call your own agent here",text:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
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
`},Le={path:"evals/agent.go",purpose:"a starter agent: call your own agent here",text:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in answer.
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
`};function ne({branch:e,folder:t},n=null){let r=t===""?"agent-eval":`agent-eval-${t.replace(/[^A-Za-z0-9_-]+/g,"-")}`,o=t===""?"":"../".repeat(t.split("/").length),i=t===""?`        # with:
`:`        with:
          working-directory: ${te(t)}
`;return{path:`${o}.github/workflows/${r}.yml`,purpose:`runs on pull requests and on ${e}`,text:je(r,te(e),i)+Fe(n)}}a(ne,"starterWorkflow");function je(e,t,n){return`name: ${e}
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
`}a(je,"workflow");function Fe(e){let t=e===null?"# ":"",n=e??"OPENAI_API_KEY";return`        ${t}env:
        ${t}  ${n}: \${{ secrets.${n} }} # stays with the action: a recorded agent gets a dummy
`}a(Fe,"environment");function te(e){return/^[a-z_][\w./-]*$/i.test(e)&&!/^(true|false|null|yes|no|on|off|y|n)$/i.test(e)?e:JSON.stringify(e)}a(te,"scalar");function re(e,t={branch:"main",folder:""},n=Te[e]){let{globs:r}=n.cases,o=ee(e,P(n)),i={path:"evals/first.yml",purpose:"first cases",text:Ee};return[ne(t,P(n)===null?null:oe(n)),{path:"agent-eval.yml",purpose:"which agent, which cases, which gate",text:Ne(o.path,n)},...r.length>0?[]:[i],o]}a(re,"starterFiles");function P({provider:e}){return e===null||!e.has_sdk?null:e.name==="openai"||e.name==="anthropic"?e.name:null}a(P,"sdkOf");function oe({provider:e}){return e?.name==="anthropic"?"ANTHROPIC_API_KEY":"OPENAI_API_KEY"}a(oe,"keyOf");function x(e,...t){return{provider:null,installer:{line:e,start:t},cases:{globs:[],ids_clash:!1}}}a(x,"bare");var Te={python:x("pip install -r requirements.txt","python3"),node:x("npm ci --ignore-scripts","node"),go:x("go build -o /dev/null evals/agent.go","go","run")};function Ne(e,t){let{installer:n,cases:r}=t,o=P(t)!==null,i=o?"":"# ",s=o?"  # The recorder reads tool calls, tokens and latency from the wire; the key stays in the env of the workflow's step.":`  # For your own agent that calls a model: the recorder reads its tool calls, tokens and latency from the wire,
  # and the key stays in the env of the workflow's step.`;return`# yaml-language-server: $schema=${ae}/agent-eval.schema.json
version: 1
agent:
  command: [${[...n.start,e].join(", ")}] # a worker: it says when it is ready, and answers line by line
${s}
  ${i}record: true
  ${i}needs: [${oe(t)}]
  # Install what your agent needs here, not in a step of the workflow: a failure is repeated with main's agent,
  # which must get main's packages. In a terminal this line runs in your own environment.
  ${o||n.needed?"":"# "}setup: [${n.line}]
${Re(r)}
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
`}a(Ne,"config");function Re({globs:e,ids_clash:t}){if(e.length===0)return"cases: [evals/*.yml]";let n=a(r=>t?`{file: ${JSON.stringify(r)}, id_prefix: "{stem}/"}`:JSON.stringify(r),"entry");return["cases:",...e.map(r=>`  - ${n(r)}`)].join(`
`)}a(Re,"casesKey");var ae="https://raw.githubusercontent.com/org/agent-eval-action/v1/schema",Ee=`# yaml-language-server: $schema=${ae}/cases.schema.json
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
`;async function Kt(e){let t=process.cwd(),n=await z(t,e.language),r=await M(t),o=await q(t),i=re(n.language,r??void 0,{...n,cases:o}),s=i.filter(c=>Ce($(t,c.path)));if(s.length>0&&!e.force){for(let c of s)y(`${c.path} exists already`);y("nothing was written; move these files away, or overwrite them with --force"),process.exitCode=w.usage;return}for(let c of U(n,o,e.language))process.stdout.write(`found ${c}
`);process.stdout.write(`
`);for(let c of i){try{await De(Je($(t,c.path)),{recursive:!0}),await Me($(t,c.path),c.text)}catch(m){y(`${c.path} can't be written (${C(m)}); check the folder's permissions`),process.exitCode=w.usage;return}process.stdout.write(`wrote ${c.path}: ${c.purpose}
`)}let l=Ke(i,{key:qe(i),own_cases:o.files>0,branch:r?.branch??"main"});process.stdout.write(["",...Ye(r),"Next:",...l,""].join(`
`))}a(Kt,"writeStarter");function Ke(e,{key:t,own_cases:n,branch:r}){let o=E(),s=[`  edit ${e.find(c=>c.path.includes("agent."))?.path}`,n?"      call your own agent: the starter agent knows only the weather, and would fail your cases":"      call your own agent instead"],l=[...t===null?[]:[`  export ${t}=\u2026`],`  ${o} run${t===null?"":" --trials 1"}`,`      runs the ${n?"agent on your cases":"starter agent on the first cases"}; without a baseline its verdict is inconclusive, and agent-eval-results/ keeps itself out of commits`];return[...n?[...s,...l]:[...l,...s],...t===null?["  edit agent-eval.yml","      uncomment record and needs once it calls a model, and setup once it needs packages"]:[`  gh secret set ${t}`,"      or in the settings of the repository: Secrets and variables, Actions"],"  git push",`      the first run on ${r} becomes the baseline`]}a(Ke,"nextSteps");function qe(e){let t=e.find(({path:n})=>n==="agent-eval.yml")?.text??"";return/^ {2}needs: \[(\w+)\]/m.exec(t)?.[1]??null}a(qe,"keyNamed");function Ye(e){if(e===null)return['This folder is not in a git repository: .github/workflows/ must be at the root of one, and "branches: [main]" in it',"must name its default branch.",""];let t=[`The workflow takes ${e.branch} for the default branch, whose runs are the baseline. If it is another, change`,'"branches:" in it.',""],n=[`The workflow is at the root of the repository, where GitHub reads it, and runs in ${e.folder}.`,""];return[...e.branch_by==="guessed"?t:[],...e.folder===""?[]:n]}a(Ye,"wherefrom");export{Kt as writeStarter};
