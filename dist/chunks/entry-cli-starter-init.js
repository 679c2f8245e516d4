import{a as H}from"./entry-cli-command-name.js";import{a as B}from"./entry-cli-error-code.js";import{a as J}from"./domain-dialects-final-state.js";import{a as h,b as D,c as K}from"./adapters-workspace-files-workspace-files.js";import{a as O}from"./adapters-workspace-files-exists.js";import"./domain-suite-schemas-case-schema.js";import"./domain-suite-schemas-tools-schema.js";import"./domain-judge-ready-criteria.js";import"./domain-suite-schemas-case-caps.js";import{b as S}from"./entry-cli-say.js";import{a as q}from"./adapters-terminal-escape-terminal.js";import{a as P}from"./domain-report-exit-code.js";import"./domain-suite-schemas-trial-count-schema.js";import"./domain-document-workspace-path.js";import"./domain-document-format-issue.js";import{c as Y}from"./domain-document-parse-yaml.js";import"./yaml.js";import"./domain-matching-visit-schemas.js";import"./domain-document-path-text.js";import"./domain-matching-similarity-bleu.js";import"./domain-matching-parse-day.js";import"./domain-matching-regex.js";import"./domain-document-zod-messages.js";import{a as G}from"./domain-keyed.js";import"./domain-matching-glob.js";import"./re2js.js";import"./domain-cut.js";import{a as W}from"./domain-json-text.js";import"./zod.js";import{n as A,r as b}from"./domain-words.js";import"./noble-hashes.js";import{a as I}from"./domain-json.js";import{a as o}from"./-2.js";import{existsSync as ot}from"node:fs";import{mkdir as at,writeFile as st}from"node:fs/promises";import{dirname as it,join as M}from"node:path";async function z(e){let t=await h(e,["rev-parse","--show-toplevel"]);if(t===null)return null;let n=await h(e,["rev-parse","--show-prefix"])??"";return{root:t,folder:n.replace(/\/$/,""),...await ve(e)}}o(z,"repositoryPlace");async function ve(e){let t=await h(e,["symbolic-ref","-q","refs/remotes/origin/HEAD"]);if(t!==null)return{branch:t.replace(/^refs\/remotes\/origin\//,""),branch_by:"told"};let n=(await h(e,["symbolic-ref","-q","HEAD"]))?.replace(/^refs\/heads\//,"")??null;if(n!==null&&T.includes(n))return{branch:n,branch_by:"guessed"};let r=(await h(e,["for-each-ref","--format=%(refname)",...T.flatMap(U)]))?.split(`
`)??[];return{branch:T.find(s=>U(s).some(l=>r.includes(l)))??n??"main",branch_by:"guessed"}}o(ve,"defaultBranch");var T=["main","master"];function U(e){return[`refs/remotes/origin/${e}`,`refs/heads/${e}`]}o(U,"refsOf");import{stat as $e}from"node:fs/promises";import{join as xe,posix as g}from"node:path";var V={dialect:{},id_prefix:"",skip:[]};var Pe=400,Z=4*1024*1024;async function X(e){let t=K(e,e,"agent-eval.yml"),n=(await D(e)).filter(Oe).toSorted().slice(0,Pe),[r,a,s]=[[],[],new Set],l=[];for(let c of n){let{size:i}=await $e(xe(e,c)).catch(()=>({size:Z+1})),u=i>Z?null:await t.read(c);if(u===null||"problem"in u)continue;let y=Y(u.text,c);if("issues"in y)continue;let w=J(y,V);if(w.cases.length>0||w.issues.some(({message:d})=>Ae.test(d))){if(w.issues.some(({severity:d})=>d==="error")){a.push(c);continue}r.push(c),l.push(...w.cases.map(({id:d})=>d));for(let d of w.dialects)s.add(d)}}return{globs:Te(r,n),files:r.length,cases:l.length,ids_clash:new Set(l).size<l.length,dialects:[...s],doubtful:a}}o(X,"findCases");var Ae=/^[\w-]+: a format that is not readable in this version/;function Oe(e){let t=g.basename(e);return/\.(ya?ml|jsonl?)$/.test(t)&&!e.split("/").some(n=>n.startsWith("."))&&!Ie.test(t)}o(Oe,"isCandidate");var Ie=/^(package(-lock)?|tsconfig.*|jsconfig|biome|deno|composer|pnpm-(lock|workspace)|docker-compose.*|compose|agent-eval.*|results|comparison|mkdocs|codecov)\.[a-z.]+$/;function Te(e,t){let n=new Map;for(let r of e){let a=g.join(g.dirname(r),`*${g.extname(r)}`);n.set(a,[...n.get(a)??[],r])}return[...n].flatMap(([r,a])=>{let s=t.filter(l=>g.join(g.dirname(l),`*${g.extname(l)}`)===r);return a.length>1&&s.length===a.length&&!r.startsWith("*")?[r]:a})}o(Te,"globsOf");import{readFile as ae}from"node:fs/promises";import{join as se}from"node:path";var L={python:["pyproject.toml","requirements.txt","setup.py","setup.cfg","Pipfile"],node:["package.json"],go:["go.mod"]},m={brings_sdk:!0},Q={openai:["langchain-openai"],anthropic:["langchain-anthropic"]},Le={python:{openai:{provider:"openai",...m},anthropic:{provider:"anthropic",...m},ollama:{provider:"ollama"},"google-genai":{provider:"gemini"},"google-generativeai":{provider:"gemini"},"openai-agents":{provider:"openai",framework:"OpenAI Agents SDK",models:{openai:[]},...m},"claude-agent-sdk":{provider:"anthropic",framework:"Claude Agent SDK"},"langchain-openai":{provider:"openai",...m},"langchain-anthropic":{provider:"anthropic",...m},"langchain-ollama":{provider:"ollama"},"langchain-google-genai":{provider:"gemini"},langgraph:{framework:"LangGraph",models:Q},langchain:{framework:"LangChain",models:Q},crewai:{framework:"CrewAI",models:{openai:[],anthropic:["anthropic"]}},"pydantic-ai":{framework:"Pydantic AI",models:{openai:[],anthropic:[]}},"pydantic-ai-slim":{framework:"Pydantic AI",models:{openai:["openai"],anthropic:["anthropic"]}},"google-adk":{provider:"gemini",framework:"Google ADK"},"llama-index":{framework:"LlamaIndex"},smolagents:{framework:"smolagents"},"strands-agents":{framework:"Strands Agents"},litellm:{framework:"LiteLLM"}},node:{openai:{provider:"openai",...m},"@anthropic-ai/sdk":{provider:"anthropic",...m},ollama:{provider:"ollama"},"@google/genai":{provider:"gemini"},"@openai/agents":{provider:"openai",framework:"OpenAI Agents SDK",models:{openai:[]}},"@anthropic-ai/claude-agent-sdk":{provider:"anthropic",framework:"Claude Agent SDK"},"@langchain/openai":{provider:"openai"},"@langchain/anthropic":{provider:"anthropic"},"@langchain/ollama":{provider:"ollama"},"@ai-sdk/openai":{provider:"openai"},"@ai-sdk/anthropic":{provider:"anthropic"},"@ai-sdk/google":{provider:"gemini"},"@langchain/langgraph":{framework:"LangGraph",models:{openai:["@langchain/openai"],anthropic:["@langchain/anthropic"]}},langchain:{framework:"LangChain"},ai:{framework:"Vercel AI SDK",models:{openai:["@ai-sdk/openai"],anthropic:["@ai-sdk/anthropic"]}},"@mastra/core":{framework:"Mastra"},"@google/adk":{provider:"gemini",framework:"Google ADK"},llamaindex:{framework:"LlamaIndex"}},go:{"github.com/openai/openai-go":{provider:"openai"},"github.com/sashabaranov/go-openai":{provider:"openai"},"github.com/anthropics/anthropic-sdk-go":{provider:"anthropic"},"github.com/ollama/ollama":{provider:"ollama"},"google.golang.org/genai":{provider:"gemini"},"github.com/tmc/langchaingo":{framework:"LangChainGo"},"google.golang.org/adk":{provider:"gemini",framework:"Google ADK"}}};function ee(e,t,n){let r=e==="node"?Re(n):Ne(e,n);return Object.entries(Le[e]).flatMap(([a,s])=>r(a)?[{name:a,file:t,...s}]:[])}o(ee,"packagesIn");function Re(e){let t;try{t=W(e)}catch{return()=>!1}if(!I(t))return()=>!1;let n=["dependencies","devDependencies","optionalDependencies","peerDependencies"].map(r=>t[r]);return r=>n.some(a=>I(a)&&Object.hasOwn(a,r))}o(Re,"namedInPackageJson");function Ne(e,t){let n=e==="go"?/\/\/.*$/gm:/(^|\s)#.*$/gm,r=t.replace(n,"");return a=>{let s=a.replace(/[.*+?^${}()|[\]\\/]/g,"\\$&").replaceAll("-","[-_.]");return new RegExp(`(^|["'\\s]|\\w\\[|\\w\\[[\\w,-]*,)${s}(/v\\d+)?(?=$|["'\\s[\\]<>=~!;,@])`,"im").test(r)}}o(Ne,"namedInText");function te(e){let t=[...e.matchAll(/^\s*(?:#\s*)?(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/gm)].map(([,r=""])=>r);return Fe.filter(([r])=>t.some(a=>r.test(a))).map(([,r])=>r)}o(te,"providersIn");var Fe=[[/^OPENAI_(API_KEY|BASE_URL|API_BASE)$/,"openai"],[/^ANTHROPIC_(API_KEY|BASE_URL)$/,"anthropic"],[/^OLLAMA_(HOST|API_KEY)$/,"ollama"],[/^(GEMINI|GOOGLE)_API_KEY$/,"gemini"]];import{readFile as Ee}from"node:fs/promises";import{join as v}from"node:path";async function re(e,t,n){let r=await R(e,ne[n]);if(r!==null)return r;for(let a of Ce(e,t)){let s=await je(a)?await R(a,ne[n]):null;if(s!==null)return s}return await R(e,Me[n])??N[n]}o(re,"findInstaller");function Ce(e,t){return(t===""?[]:t.split("/")).map((r,a)=>v(e,"../".repeat(a+1)))}o(Ce,"foldersAbove");async function R(e,t){for(let[n,r]of t)if(await O(v(e,n)))return r;return null}o(R,"installerIn");async function je(e){return await O(v(e,"pnpm-workspace.yaml"))?!0:(await Promise.all(["package.json","pyproject.toml"].map(n=>Ee(v(e,n),"utf8").catch(()=>"")))).some(n=>/^\s*"workspaces"\s*:|^\[tool\.uv\.workspace\]/m.test(n))}o(je,"isWorkspace");var ne={python:[["uv.lock",{line:"uv sync --frozen",start:["uv","run","python"],brought_by:"pipx install uv"}],["poetry.lock",{line:"poetry install",start:["poetry","run","python"],brought_by:"pipx install poetry"}],["Pipfile.lock",{line:"pipenv sync",start:["pipenv","run","python"],brought_by:"pipx install pipenv"}]],node:[["pnpm-lock.yaml",{line:"pnpm install --frozen-lockfile --ignore-scripts",start:["node"],brought_by:"npm install --global pnpm"}],[".yarnrc.yml",{line:"yarn install --immutable --mode=skip-build",start:["yarn","node"],brought_by:"corepack enable"}],["yarn.lock",{line:"yarn install --frozen-lockfile --ignore-scripts",start:["node"]}],["package-lock.json",{line:"npm ci --ignore-scripts",start:["node"]}]],go:[]},Me={python:[["requirements.txt",{line:"pip install -r requirements.txt",start:["python3"]}],["pyproject.toml",{line:"pip install .",start:["python3"]}],["setup.py",{line:"pip install .",start:["python3"]}]],node:[["package.json",{line:"npm install --ignore-scripts",start:["node"]}]],go:[]},N={python:{line:"pip install -r requirements.txt",start:["python3"]},node:{line:"npm ci --ignore-scripts",start:["node"]},go:{line:"go build -o /dev/null evals/agent.go",start:["go","run"],needed:!0}};async function ie(e,t,n=""){let r=[];for(let i of G(L))for(let u of L[i]){let y=await ae(se(e,u),"utf8").catch(()=>null);y!==null&&r.push({language:i,file:u,packages:ee(i,u,y)})}let a=r.toSorted((i,u)=>oe(u.packages)-oe(i.packages)),s=t??a[0]?.language??"python",l=a.filter(i=>i.language===s).flatMap(i=>i.packages),c=Ke(l)??await Je(e);return{languages:[...a.filter(i=>i.language===s),...a.filter(i=>i.language!==s)],language:s,frameworks:De(l.filter(({framework:i})=>i!==void 0)),provider:c,calls:We(s,l,c),installer:await re(e,n,s)}}o(ie,"findProject");function oe(e){return e.reduce((t,{brings_sdk:n})=>t+(n===!0?2:1),0)}o(oe,"evidence");function De(e){return e.filter((t,n)=>e.findIndex(({framework:r})=>r===t.framework)===n)}o(De,"distinct");function Ke(e){let t=e.find(({brings_sdk:n})=>n)??e.find(({provider:n})=>n!==void 0);return t?.provider===void 0?null:{name:t.provider,by:`${t.name} in ${t.file}`,has_sdk:t.brings_sdk===!0}}o(Ke,"providerOf");function We(e,t,n){let r=o(s=>t.some(l=>l.name===s),"isNamed");for(let{framework:s=null,models:l={}}of t){let c=Ye.filter(u=>l[u]?.every(r)),i=c.find(u=>u===n?.name)??c.find(u=>n===null||(l[u]??[]).length>0);if(i!==void 0)return{provider:i,framework:s}}return n?.has_sdk===!0&&e!=="go"&&(n.name==="openai"||n.name==="anthropic")?{provider:n.name,framework:null}:null}o(We,"callsOf");var Ye=["openai","anthropic"],Ge=[".env.example",".env.sample",".env.template",".env.dist"];async function Je(e){for(let t of Ge){let[n]=te(await ae(se(e,t),"utf8").catch(()=>""));if(n!==void 0)return{name:n,by:`a variable in ${t}`,has_sdk:!1}}return null}o(Je,"providerOfSamples");var le={python:"Python",node:"Node",go:"Go"},ce={openai:"OpenAI",anthropic:"Anthropic",ollama:"Ollama",gemini:"Gemini"};function ue(e,t,n){return[qe(e,n),...e.frameworks.map(({framework:r="",name:a,file:s})=>`${r} (${a} in ${s}): ${r===e.calls?.framework?"the starter agent is built with it":"call it in the starter agent"}`),...He(e),...Be(t)].map(q)}o(ue,"foundWords");function qe({languages:e,language:t},n){let r=le[t],a=e.find(c=>c.language===t),s=[...new Set(e.filter(c=>c.language!==t).map(c=>le[c.language]))],l=s.length===0?"":`; ${b(s)} too, which --language takes instead`;return a!==void 0?`${r} (${a.file})${l}`:n===null?`no file that names a language, so the starter agent is in ${r}; --language takes another`:`no dependencies of ${r}${l}`}o(qe,"languageWords");function He({provider:e,calls:t}){if(t!==null){let n=e?.name===t.provider?e.by:`by ${t.framework}`;return[`${ce[t.provider]} (${n}): the starter agent calls it, and its calls are recorded`]}return e===null?["no provider of models among the dependencies: the starter agent answers by itself"]:[`${ce[e.name]} (${e.by}): the starter agent answers by itself; with \`record: true\` the calls of your own are recorded`]}o(He,"providerWords");function Be({globs:e,files:t,cases:n,dialects:r,ids_clash:a,doubtful:s}){let l=r.filter(i=>i!=="canonical"),c=l.length===0?"":` (format: ${b(l)})`;return[...t===0?[]:[`${A(n,"case")} in ${A(t,"file")}${c}: used as they are, ${b(e)}${a?"; ids begin with the name of their file, because some are in several":""}`],...s.map(i=>`cases in ${i} that can't all be read, so it is left out: name it under \`cases\`, and validate says what is wrong`)]}o(Be,"caseWords");var p=`

# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
`,pe={openai:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
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
${p}`,anthropic:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
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
${p}`},f=`
// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
`,de={openai:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
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
${f}`,anthropic:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
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
${f}`};var me={LangGraph:o(e=>`${F("import your graph in the place of `graph`")}
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { ${$[e].name} } from '@langchain/${e}';

${E}
${C}
const getWeather = tool(({ city }) => \`It is sunny in \${city}.\`, {
  name: 'get_weather',
  description: 'The weather of a city.',
  schema,
});

${ge}
const model = new ${$[e].name}({ model: '${$[e].model}' }).bindTools([getWeather]);
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({
    messages: [await model.invoke([{ role: 'system', content: prompt }, ...messages])],
  }))
  .addNode('tools', new ToolNode([getWeather]))
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition)
  .addEdge('tools', 'model')
  .compile();

${j}
async function answer(turn) {
  const { content } = (await graph.invoke({ messages: turn.messages })).messages.at(-1);
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}
${f}`,"LangGraph"),"OpenAI Agents SDK":o(()=>`${F("import your agent in the place of `agent`")}
import { Agent, run, setTracingDisabled, tool } from '@openai/agents';

setTracingDisabled(true); // traces go to OpenAI, which does not know the dummy key that an agent has here

${E}
${C}
const getWeather = tool({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { ...schema, additionalProperties: false },
  execute: ({ city }) => \`It is sunny in \${city}.\`,
});

${ge}
const agent = new Agent({ name: 'Weather', model: 'gpt-5-mini', instructions: prompt, tools: [getWeather] });

const item = ({ role, content: text }) =>
  role === 'user' ? { role, content: text } : { role, status: 'completed', content: [{ type: 'output_text', text }] };

${j}
async function answer(turn) {
  return (await run(agent, turn.messages.map(item))).finalOutput;
}
${f}`,"OpenAI Agents SDK"),"Vercel AI SDK":o(e=>`${F("call your own code in `answer`")}
import { ${e} } from '@ai-sdk/${e}';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';

${E}
${C}
const get_weather = tool({
  description: 'The weather of a city.',
  inputSchema: jsonSchema(schema),
  execute: async ({ city }) => \`It is sunny in \${city}.\`,
});

${j}
async function answer({ messages }) {
  const { text } = await generateText({
    // Its address and its key come from the environment, so its calls are recorded.
    model: ${e}('${$[e].model}'),
    system: prompt,
    messages,
    tools: { get_weather },
    stopWhen: stepCountIs(8),
  });
  return text;
}
${f}`,"Vercel AI SDK")};function F(e){return`// Reads one JSON line per turn, prints one JSON line per answer: ${e}.
import { createInterface } from 'node:readline';`}o(F,"worker");var E="const prompt = 'You answer questions about the weather. Look it up with get_weather.';",C="const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };",ge="// The model's address and key come from the environment, so its calls are recorded.",j="/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */",$={openai:{name:"ChatOpenAI",model:"gpt-5-mini"},anthropic:{name:"ChatAnthropic",model:"claude-sonnet-5"}};var fe={LangGraph:o(e=>`${k("import your graph in the place of `graph`")}
from langchain_core.tools import tool
${x[e].line}
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

PROMPT = "You answer questions about the weather. Look it up with get_weather."


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${_}
model = ${x[e].model}.bind_tools([get_weather])


def call_model(state: MessagesState):
    return {"messages": [model.invoke([("system", PROMPT), *state["messages"]])]}


builder = StateGraph(MessagesState)
builder.add_node("model", call_model)
builder.add_node("tools", ToolNode([get_weather]))
builder.add_edge(START, "model")
builder.add_conditional_edges("model", tools_condition)
builder.add_edge("tools", "model")
graph = builder.compile()

${he}${p}`,"LangGraph"),LangChain:o(e=>`${k("import your agent in the place of `graph`")}
from langchain.agents import create_agent
from langchain_core.tools import tool
${x[e].line}

PROMPT = "You answer questions about the weather. Look it up with get_weather."


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${_}
graph = create_agent(${x[e].model}, [get_weather], system_prompt=PROMPT)

${he}${p}`,"LangChain"),"OpenAI Agents SDK":o(()=>`${k("import your agent in the place of `agent`")}
from agents import Agent, Runner, function_tool, set_tracing_disabled

set_tracing_disabled(True)  # traces go to OpenAI, which does not know the dummy key that an agent has here


@function_tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${_}
agent = Agent(
    name="Weather",
    model="gpt-5-mini",
    instructions="You answer questions about the weather. Look it up with get_weather.",
    tools=[get_weather],
)


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    return Runner.run_sync(agent, turn["messages"]).final_output
${p}`,"OpenAI Agents SDK"),CrewAI:o(e=>`${k("import your crew in the place of `crew`")}
import os

os.environ["CREWAI_DISABLE_TELEMETRY"] = os.environ["CREWAI_TRACING_ENABLED"] = "false"

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool


@tool("get_weather")
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${_}
model = LLM(model="${e==="openai"?"openai/gpt-5-mini":"anthropic/claude-sonnet-5"}")
agent = Agent(
    role="Weather assistant",
    goal="Answer questions about the weather",
    backstory="You look the weather up with get_weather.",
    tools=[get_weather],
    llm=model,
)
task = Task(description="{conversation}", expected_output="The answer to the last message", agent=agent)
crew = Crew(agents=[agent], tasks=[task])


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    conversation = "\\n".join(f"{message['role']}: {message['content']}" for message in turn["messages"])
    return crew.kickoff(inputs={"conversation": conversation}).raw
${p}`,"CrewAI"),"Pydantic AI":o(e=>`${k("import your agent in the place of `agent`")}
from pydantic_ai import Agent
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

${_}
agent = Agent(
    "${e==="openai"?"openai:gpt-5-mini":"anthropic:claude-sonnet-5"}",
    instructions="You answer questions about the weather. Look it up with get_weather.",
)


@agent.tool_plain
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


def earlier(message):
    if message["role"] == "user":
        return ModelRequest(parts=[UserPromptPart(content=message["content"])])
    return ModelResponse(parts=[TextPart(content=message["content"])])


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    history = [earlier(message) for message in turn["messages"][:-1]]
    return agent.run_sync(turn["input"], message_history=history).output
${p}`,"Pydantic AI")};function k(e){return`"""Reads one JSON line per turn, prints one JSON line per answer: ${e}."""
import json
import sys
`}o(k,"worker");var _="# The model's address and key come from the environment, so its calls are recorded.",x={openai:{line:"from langchain_openai import ChatOpenAI",model:'ChatOpenAI(model="gpt-5-mini")'},anthropic:{line:"from langchain_anthropic import ChatAnthropic",model:'ChatAnthropic(model="claude-sonnet-5")'}},he=`
def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    content = graph.invoke({"messages": turn["messages"]})["messages"][-1].content
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
`;function ye(e,t){if(e==="go")return Ve;let[n,r,a]=e==="python"?[Ue,pe,fe]:[ze,de,me];if(t===null)return n;let s=t.framework===null?void 0:a[t.framework];return{...n,text:s?.(t.provider)??r[t.provider]}}o(ye,"starterAgent");var Ue={path:"evals/agent.py",purpose:"a starter agent: call your own agent here",text:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
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
`},ze={path:"evals/agent.mjs",purpose:"a starter agent: call your own agent here",text:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
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
`},Ve={path:"evals/agent.go",purpose:"a starter agent: call your own agent here",text:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in answer.
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
`};function ke({branch:e,folder:t},n=null,r){let a=t===""?"agent-eval":`agent-eval-${t.replace(/[^A-Za-z0-9_-]+/g,"-")}`,s=t===""?"":"../".repeat(t.split("/").length),l=t===""?`        # with:
`:`        with:
          working-directory: ${we(t)}
`;return{path:`${s}.github/workflows/${a}.yml`,purpose:`runs on pull requests and on ${e}`,text:Ze(a,we(e),l,r)+Xe(n)}}o(ke,"starterWorkflow");function Ze(e,t,n,r){return`name: ${e}
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
${r===void 0?"":`      - run: ${r}
`}      - uses: org/agent-eval-action@v1
${n}        #   max-tokens: "2000000" # no model call is made beyond this
`}o(Ze,"workflow");function Xe(e){let t=e===null?"# ":"",n=e??"OPENAI_API_KEY";return`        ${t}env:
        ${t}  ${n}: \${{ secrets.${n} }} # stays with the action: a recorded agent gets a dummy
`}o(Xe,"environment");function we(e){return/^[a-z_][\w./-]*$/i.test(e)&&!/^(true|false|null|yes|no|on|off|y|n)$/i.test(e)?e:JSON.stringify(e)}o(we,"scalar");function _e(e,t={branch:"main",folder:""},n=et(e)){let{globs:r}=n.cases,a=ye(e,n.calls),s={path:"evals/first.yml",purpose:"first cases",text:rt};return[ke(t,n.calls===null?null:be(n),n.installer.brought_by),{path:"agent-eval.yml",purpose:"which agent, which cases, which gate",text:tt(a.path,n)},...r.length>0?[]:[s],a]}o(_e,"starterFiles");function be({provider:e,calls:t}){return Qe[t?.provider??e?.name??"openai"]}o(be,"keyOf");var Qe={openai:"OPENAI_API_KEY",anthropic:"ANTHROPIC_API_KEY",gemini:"GEMINI_API_KEY",ollama:"OLLAMA_API_KEY"};function et(e){return{provider:null,calls:null,installer:N[e],cases:{globs:[],ids_clash:!1}}}o(et,"bare");function tt(e,t){let{installer:n,cases:r}=t,a=t.calls!==null,s=a?"":"# ",l=a?"  # The recorder reads tool calls, tokens and latency from the wire; the key stays in the env of the workflow's step.":`  # For your own agent that calls a model: the recorder reads its tool calls, tokens and latency from the wire,
  # and the key stays in the env of the workflow's step.`;return`# yaml-language-server: $schema=${Se}/agent-eval.schema.json
version: 1
agent:
  command: [${[...n.start,e].join(", ")}] # a worker: it says when it is ready, and answers line by line
${l}
  ${s}record: true
  ${s}needs: [${be(t)}]
  # Install what your agent needs here, not in a step of the workflow: a failure is repeated with main's agent,
  # which must get main's packages. In a terminal this line runs in your own environment.
  ${a||n.needed?"":"# "}setup: [${n.line}]
${nt(r)}
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
`}o(tt,"config");function nt({globs:e,ids_clash:t}){if(e.length===0)return"cases: [evals/*.yml]";let n=o(r=>t?`{file: ${JSON.stringify(r)}, id_prefix: "{stem}/"}`:JSON.stringify(r),"entry");return["cases:",...e.map(r=>`  - ${n(r)}`)].join(`
`)}o(nt,"casesKey");var Se="https://raw.githubusercontent.com/org/agent-eval-action/v1/schema",rt=`# yaml-language-server: $schema=${Se}/cases.schema.json
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
`;async function vn(e){let t=process.cwd(),n=await z(t),r=await ie(t,e.language,n?.folder),a=await X(t),s=_e(r.language,n??void 0,{...r,cases:a}),l=s.filter(i=>ot(M(t,i.path)));if(l.length>0&&!e.force){for(let i of l)S(`${i.path} exists already`);S("nothing was written; move these files away, or overwrite them with --force"),process.exitCode=P.usage;return}for(let i of ue(r,a,e.language))process.stdout.write(`found ${i}
`);process.stdout.write(`
`);for(let i of s){try{await at(it(M(t,i.path)),{recursive:!0}),await st(M(t,i.path),i.text)}catch(u){S(`${i.path} can't be written (${B(u)}); check the folder's permissions`),process.exitCode=P.usage;return}process.stdout.write(`wrote ${i.path}: ${i.purpose}
`)}let c=lt(s,{key:ct(s),own_cases:a.files>0,branch:n?.branch??"main"});process.stdout.write(["",...ut(n),"Next:",...c,""].join(`
`))}o(vn,"writeStarter");function lt(e,{key:t,own_cases:n,branch:r}){let a=H(),l=[`  edit ${e.find(i=>i.path.includes("agent."))?.path}`,n?"      call your own agent: the starter agent knows only the weather, and would fail your cases":"      call your own agent instead"],c=[...t===null?[]:[`  export ${t}=\u2026`],`  ${a} run${t===null?"":" --trials 1"}`,`      runs the ${n?"agent on your cases":"starter agent on the first cases"}; without a baseline its verdict is inconclusive, and agent-eval-results/ keeps itself out of commits`];return[...n?[...l,...c]:[...c,...l],...t===null?["  edit agent-eval.yml","      uncomment record and needs once it calls a model, and setup once it needs packages"]:[`  gh secret set ${t}`,"      or in the settings of the repository: Secrets and variables, Actions"],"  git push",`      the first run on ${r} becomes the baseline`]}o(lt,"nextSteps");function ct(e){let t=e.find(({path:n})=>n==="agent-eval.yml")?.text??"";return/^ {2}needs: \[(\w+)\]/m.exec(t)?.[1]??null}o(ct,"keyNamed");function ut(e){if(e===null)return['This folder is not in a git repository: .github/workflows/ must be at the root of one, and "branches: [main]" in it',"must name its default branch.",""];let t=[`The workflow takes ${e.branch} for the default branch, whose runs are the baseline. If it is another, change`,'"branches:" in it.',""],n=[`The workflow is at the root of the repository, where GitHub reads it, and runs in ${e.folder}.`,""];return[...e.branch_by==="guessed"?t:[],...e.folder===""?[]:n]}o(ut,"wherefrom");export{vn as writeStarter};
