const {existsSync:at}=process.getBuiltinModule("node:fs");const {mkdir:st,writeFile:it}=process.getBuiltinModule("node:fs/promises");const {dirname:lt,join:j}=process.getBuiltinModule("node:path");const {stat:Ae}=process.getBuiltinModule("node:fs/promises");const {join:Oe,posix:d}=process.getBuiltinModule("node:path");const {readFile:le}=process.getBuiltinModule("node:fs/promises");const {join:ce}=process.getBuiltinModule("node:path");const {readFile:oe}=process.getBuiltinModule("node:fs/promises");const {join:y}=process.getBuiltinModule("node:path");import{a as D}from"./entry-cli-error-code.js";import{a as K,c as S,g as B}from"./commander.js";import{b as g,f as W,j as Y}from"./adapters-workspace-files-workspace-files-and-others.js";import{e as O}from"./adapters-process-heap-growth.js";import"./domain-document-format-issue.js";import{a as H}from"./domain-dialects-formats-adk-evalset-and-others.js";import{O as q,q as J}from"./yaml.js";import{g as G}from"./domain-suite-schemas-workspace-schema-and-others.js";import{a as M}from"./domain-json-text.js";import"./re2js.js";import{S as P,X as b,_ as A,a as x}from"./zod.js";import"./helpers.js";;;;async function z(e){let t=await g(e,["rev-parse","--show-toplevel"]);if(t===null)return null;let n=await g(e,["rev-parse","--show-prefix"])??"";return{root:t,folder:n.replace(/\/$/,""),...await Pe(e)}}async function Pe(e){let t=await g(e,["symbolic-ref","-q","refs/remotes/origin/HEAD"]);if(t!==null)return{branch:t.replace(/^refs\/remotes\/origin\//,""),branch_by:"told"};let n=(await g(e,["symbolic-ref","-q","HEAD"]))?.replace(/^refs\/heads\//,"")??null;if(n!==null&&I.includes(n))return{branch:n,branch_by:"guessed"};let r=(await g(e,["for-each-ref","--format=%(refname)",...I.flatMap(U)]))?.split(`
`)??[];return{branch:I.find(a=>U(a).some(i=>r.includes(i)))??n??"main",branch_by:"guessed"}}var I=["main","master"];function U(e){return[`refs/remotes/origin/${e}`,`refs/heads/${e}`]};;var V={dialect:{},id_prefix:"",skip:[]};var Ie=400,Z=4*1024*1024;async function X(e){let t=Y(e,e,"agent-eval.yml"),n=(await W(e)).filter(Te).toSorted().slice(0,Ie),[r,o,a]=[[],[],new Set],i=[];for(let l of n){let{size:s}=await Ae(Oe(e,l)).catch(()=>({size:Z+1})),c=s>Z?null:await t.read(l);if(c===null||"problem"in c)continue;let f=J(c.text,l);if("issues"in f)continue;let _=H(await q(f,u=>t.read(u)),V);if(_.dialects.length>0){if(_.issues.some(({severity:u})=>u==="error")){o.push(l);continue}r.push(l),i.push(..._.cases.map(({id:u})=>u));for(let u of _.dialects)a.add(u)}}return{globs:Re(r,n),files:r.length,cases:i.length,ids_clash:new Set(i).size<i.length,dialects:[...a],doubtful:o}}function Te(e){let t=d.basename(e);return/\.(ya?ml|jsonl?)$/.test(t)&&!e.split("/").some(n=>n.startsWith("."))&&!Le.test(t)}var Le=/^(package(-lock)?|tsconfig.*|jsconfig|biome|deno|composer|pnpm-(lock|workspace)|docker-compose.*|compose|agent-eval.*|results|comparison|mkdocs|codecov)\.[a-z.]+$/;function Re(e,t){let n=new Map;for(let r of e){let o=d.join(d.dirname(r),`*${d.extname(r)}`);n.set(o,[...n.get(o)??[],r])}return[...n].flatMap(([r,o])=>{let a=t.filter(i=>d.join(d.dirname(i),`*${d.extname(i)}`)===r);return o.length>1&&a.length===o.length&&!r.startsWith("*")?[r]:o})};;var T={python:["pyproject.toml","requirements.txt","setup.py","setup.cfg","Pipfile"],node:["package.json"],go:["go.mod"]},m={brings_sdk:!0},Q={openai:["langchain-openai"],anthropic:["langchain-anthropic"]},Ne={python:{openai:{provider:"openai",...m},anthropic:{provider:"anthropic",...m},ollama:{provider:"ollama"},"google-genai":{provider:"gemini"},"google-generativeai":{provider:"gemini"},"openai-agents":{provider:"openai",framework:"OpenAI Agents SDK",models:{openai:[]},...m},"claude-agent-sdk":{provider:"anthropic",framework:"Claude Agent SDK"},"langchain-openai":{provider:"openai",...m},"langchain-anthropic":{provider:"anthropic",...m},"langchain-ollama":{provider:"ollama"},"langchain-google-genai":{provider:"gemini"},langgraph:{framework:"LangGraph",models:Q},langchain:{framework:"LangChain",models:Q},crewai:{framework:"CrewAI",models:{openai:[],anthropic:["anthropic"]}},"pydantic-ai":{framework:"Pydantic AI",models:{openai:[],anthropic:[]}},"pydantic-ai-slim":{framework:"Pydantic AI",models:{openai:["openai"],anthropic:["anthropic"]}},"google-adk":{provider:"gemini",framework:"Google ADK"},"llama-index":{framework:"LlamaIndex"},smolagents:{framework:"smolagents"},"strands-agents":{framework:"Strands Agents"},litellm:{framework:"LiteLLM"}},node:{openai:{provider:"openai",...m},"@anthropic-ai/sdk":{provider:"anthropic",...m},ollama:{provider:"ollama"},"@google/genai":{provider:"gemini"},"@openai/agents":{provider:"openai",framework:"OpenAI Agents SDK",models:{openai:[]}},"@anthropic-ai/claude-agent-sdk":{provider:"anthropic",framework:"Claude Agent SDK"},"@langchain/openai":{provider:"openai"},"@langchain/anthropic":{provider:"anthropic"},"@langchain/ollama":{provider:"ollama"},"@ai-sdk/openai":{provider:"openai"},"@ai-sdk/anthropic":{provider:"anthropic"},"@ai-sdk/google":{provider:"gemini"},"@langchain/langgraph":{framework:"LangGraph",models:{openai:["@langchain/openai"],anthropic:["@langchain/anthropic"]}},langchain:{framework:"LangChain"},ai:{framework:"Vercel AI SDK",models:{openai:["@ai-sdk/openai"],anthropic:["@ai-sdk/anthropic"]}},"@mastra/core":{framework:"Mastra"},"@google/adk":{provider:"gemini",framework:"Google ADK"},llamaindex:{framework:"LlamaIndex"}},go:{"github.com/openai/openai-go":{provider:"openai"},"github.com/sashabaranov/go-openai":{provider:"openai"},"github.com/anthropics/anthropic-sdk-go":{provider:"anthropic"},"github.com/ollama/ollama":{provider:"ollama"},"google.golang.org/genai":{provider:"gemini"},"github.com/tmc/langchaingo":{framework:"LangChainGo"},"google.golang.org/adk":{provider:"gemini",framework:"Google ADK"}}};function ee(e,t,n){let r=e==="node"?Ee(n):Fe(e,n);return Object.entries(Ne[e]).flatMap(([o,a])=>r(o)?[{name:o,file:t,...a}]:[])}function Ee(e){let t;try{t=M(e)}catch{return()=>!1}if(!A(t))return()=>!1;let n=["dependencies","devDependencies","optionalDependencies","peerDependencies"].map(r=>t[r]);return r=>n.some(o=>A(o)&&Object.hasOwn(o,r))}function Fe(e,t){let n=e==="go"?/\/\/.*$/gm:/(^|\s)#.*$/gm,r=t.replace(n,"");return o=>{let a=o.replace(/[.*+?^${}()|[\]\\/]/g,"\\$&").replaceAll("-","[-_.]");return new RegExp(`(^|["'\\s]|\\w\\[|\\w\\[[\\w,-]*,)${a}(/v\\d+)?(?=$|["'\\s[\\]<>=~!;,@])`,"im").test(r)}}function te(e){let t=[...e.matchAll(/^\s*(?:#\s*)?(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/gm)].map(([,r=""])=>r);return Ce.filter(([r])=>t.some(o=>r.test(o))).map(([,r])=>r)}var Ce=[[/^OPENAI_(API_KEY|BASE_URL|API_BASE)$/,"openai"],[/^ANTHROPIC_(API_KEY|BASE_URL)$/,"anthropic"],[/^OLLAMA_(HOST|API_KEY)$/,"ollama"],[/^(GEMINI|GOOGLE)_API_KEY$/,"gemini"]];;;async function ae(e,t,n){let r=await L(e,re[n]);if(r!==null)return r;for(let o of je(e,t)){let a=await Me(o)?await L(o,re[n]):null;if(a!==null)return a}return await L(e,De[n])??R[n]}function je(e,t){return(t===""?[]:t.split("/")).map((r,o)=>y(e,"../".repeat(o+1)))}async function L(e,t){for(let[n,r,o]of t)if(o===void 0?await O(y(e,n)):o.test(await oe(y(e,n),"utf8").catch(()=>"")))return r;return null}async function Me(e){return await O(y(e,"pnpm-workspace.yaml"))?!0:(await Promise.all(["package.json","pyproject.toml"].map(n=>oe(y(e,n),"utf8").catch(()=>"")))).some(n=>/"workspaces"\s*:\s*[[{]|^\[tool\.uv\.workspace\]/m.test(n))}var se={start:["pipenv","run","python"],brought_by:"pipx install pipenv"},ne={line:"yarn install --immutable --mode=skip-build",start:["yarn","node"],brought_by:"corepack enable"},re={python:[["uv.lock",{line:"uv sync --frozen",start:["uv","run","python"],brought_by:"pipx install uv"}],["poetry.lock",{line:"poetry install",start:["poetry","run","python"],brought_by:"pipx install poetry"}],["Pipfile.lock",{line:"pipenv sync",...se}]],node:[["pnpm-lock.yaml",{line:"pnpm install --frozen-lockfile --ignore-scripts",start:["node"],brought_by:"npm install --global pnpm"}],[".yarnrc.yml",ne],["yarn.lock",ne,/^__metadata:/m],["yarn.lock",{line:"yarn install --frozen-lockfile --ignore-scripts",start:["node"]}],["package-lock.json",{line:"npm ci --ignore-scripts",start:["node"]}]],go:[]},De={python:[["requirements.txt",{line:"pip install -r requirements.txt",start:["python3"]}],["pyproject.toml",{line:"pip install .",start:["python3"]}],["setup.py",{line:"pip install .",start:["python3"]}],["Pipfile",{line:"pipenv install",...se}]],node:[["package.json",{line:"npm install --ignore-scripts",start:["node"]}]],go:[]},R={python:{line:"pip install -r requirements.txt",start:["python3"]},node:{line:"npm ci --ignore-scripts",start:["node"]},go:{line:"go build -o /dev/null evals/agent.go",start:["go","run"],needed:!0}};async function pe(e,t,n=""){let r=[];for(let s of G(T))for(let c of T[s]){let f=await le(ce(e,c),"utf8").catch(()=>null);f!==null&&r.push({language:s,file:c,packages:ee(s,c,f)})}let o=r.toSorted((s,c)=>ie(c.packages)-ie(s.packages)),a=t??o[0]?.language??"python",i=o.filter(s=>s.language===a).flatMap(s=>s.packages),l=We(i)??await qe(e);return{languages:[...o.filter(s=>s.language===a),...o.filter(s=>s.language!==a)],language:a,frameworks:Ke(i.filter(({framework:s})=>s!==void 0)),provider:l,calls:Ye(a,i,l),installer:await ae(e,n,a)}}function ie(e){return e.reduce((t,{brings_sdk:n})=>t+(n===!0?2:1),0)}function Ke(e){return e.filter((t,n)=>e.findIndex(({framework:r})=>r===t.framework)===n)}function We(e){let t=e.find(({brings_sdk:n})=>n)??e.find(({provider:n})=>n!==void 0);return t?.provider===void 0?null:{name:t.provider,by:`${t.name} in ${t.file}`,has_sdk:t.brings_sdk===!0}}function Ye(e,t,n){let r=a=>t.some(i=>i.name===a);for(let{framework:a=null,models:i={}}of t){let l=Ge.filter(c=>i[c]?.every(r)),s=l.find(c=>c===n?.name)??l.find(c=>n===null||(i[c]??[]).length>0);if(s!==void 0)return{provider:s,framework:a}}return n?.has_sdk===!0&&e!=="go"&&(n.name==="openai"||n.name==="anthropic")?{provider:n.name,framework:null}:null}var Ge=["openai","anthropic"],Je=[".env.example",".env.sample",".env.template",".env.dist"];async function qe(e){for(let t of Je){let[n]=te(await le(ce(e,t),"utf8").catch(()=>""));if(n!==void 0)return{name:n,by:`a variable in ${t}`,has_sdk:!1}}return null}var ue={python:"Python",node:"Node",go:"Go"},de={openai:"OpenAI",anthropic:"Anthropic",ollama:"Ollama",gemini:"Gemini"};function me(e,t,n){return[He(e,n),...e.frameworks.map(({framework:r="",name:o,file:a})=>`${r} (${o} in ${a}): ${r===e.calls?.framework?"the starter agent is built with it":"call it in the starter agent"}`),...Be(e),...Ue(t)].map(K)}function He({languages:e,language:t},n){let r=ue[t],o=e.find(l=>l.language===t),a=[...new Set(e.filter(l=>l.language!==t).map(l=>ue[l.language]))],i=a.length===0?"":`; ${b(a)} too, which --language takes instead`;return o!==void 0?`${r} (${o.file})${i}`:n===null?`no file that names a language, so the starter agent is in ${r}; --language takes another`:`no dependencies of ${r}${i}`}function Be({provider:e,calls:t}){if(t!==null){let n=e?.name===t.provider?e.by:`by ${t.framework}`;return[`${de[t.provider]} (${n}): the starter agent calls it, and its calls are recorded`]}return e===null?["no provider of models among the dependencies: the starter agent answers by itself"]:[`${de[e.name]} (${e.by}): the starter agent answers by itself; with \`record: true\` the calls of your own are recorded`]}function Ue({globs:e,files:t,cases:n,dialects:r,ids_clash:o,doubtful:a}){let i=r.filter(s=>s!=="canonical"),l=i.length===0?"":` (format: ${b(i)})`;return[...t===0?[]:[`${P(n,"case")} in ${P(t,"file")}${l}: used as they are, ${b(e)}${o?"; ids begin with the name of their file, because some are in several":""}`],...a.map(s=>`cases in ${s} that can't all be read, so it is left out: name it under \`cases\`, and validate says what is wrong`)]}var p=`

# Loading before this line does not count towards the first answer's latency.
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], "output": answer(turn)}), flush=True)
`,ge={openai:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
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
${p}`},h=`
// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
`,he={openai:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
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
${h}`,anthropic:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
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
${h}`};var ye={LangGraph:e=>`${N("import your graph in the place of `graph`")}
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { ${v[e].name} } from '@langchain/${e}';

${E}
${F}
const getWeather = tool(({ city }) => \`It is sunny in \${city}.\`, {
  name: 'get_weather',
  description: 'The weather of a city.',
  schema,
});

${fe}
const model = new ${v[e].name}({ model: '${v[e].model}' }).bindTools([getWeather]);
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({
    messages: [await model.invoke([{ role: 'system', content: prompt }, ...messages])],
  }))
  .addNode('tools', new ToolNode([getWeather]))
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition)
  .addEdge('tools', 'model')
  .compile();

${C}
async function answer(turn) {
  const { content } = (await graph.invoke({ messages: turn.messages })).messages.at(-1);
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}
${h}`,"OpenAI Agents SDK":()=>`${N("import your agent in the place of `agent`")}
import { Agent, run, setTracingDisabled, tool } from '@openai/agents';

setTracingDisabled(true); // traces go to OpenAI, which does not know the dummy key that an agent has here

${E}
${F}
const getWeather = tool({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { ...schema, additionalProperties: false },
  execute: ({ city }) => \`It is sunny in \${city}.\`,
});

${fe}
const agent = new Agent({ name: 'Weather', model: 'gpt-5-mini', instructions: prompt, tools: [getWeather] });

const item = ({ role, content: text }) =>
  role === 'user' ? { role, content: text } : { role, status: 'completed', content: [{ type: 'output_text', text }] };

${C}
async function answer(turn) {
  return (await run(agent, turn.messages.map(item))).finalOutput;
}
${h}`,"Vercel AI SDK":e=>`${N("call your own code in `answer`")}
import { ${e} } from '@ai-sdk/${e}';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';

${E}
${F}
const get_weather = tool({
  description: 'The weather of a city.',
  inputSchema: jsonSchema(schema),
  execute: async ({ city }) => \`It is sunny in \${city}.\`,
});

${C}
async function answer({ messages }) {
  const { text } = await generateText({
    // Its address and its key come from the environment, so its calls are recorded.
    model: ${e}('${v[e].model}'),
    system: prompt,
    messages,
    tools: { get_weather },
    stopWhen: stepCountIs(8),
  });
  return text;
}
${h}`};function N(e){return`// Reads one JSON line per turn, prints one JSON line per answer: ${e}.
import { createInterface } from 'node:readline';`}var E="const prompt = 'You answer questions about the weather. Look it up with get_weather.';",F="const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };",fe="// The model's address and key come from the environment, so its calls are recorded.",C="/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */",v={openai:{name:"ChatOpenAI",model:"gpt-5-mini"},anthropic:{name:"ChatAnthropic",model:"claude-sonnet-5"}};var ke={LangGraph:e=>`${w("import your graph in the place of `graph`")}
from langchain_core.tools import tool
${$[e].line}
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

PROMPT = "You answer questions about the weather. Look it up with get_weather."


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${k}
model = ${$[e].model}.bind_tools([get_weather])


def call_model(state: MessagesState):
    return {"messages": [model.invoke([("system", PROMPT), *state["messages"]])]}


builder = StateGraph(MessagesState)
builder.add_node("model", call_model)
builder.add_node("tools", ToolNode([get_weather]))
builder.add_edge(START, "model")
builder.add_conditional_edges("model", tools_condition)
builder.add_edge("tools", "model")
graph = builder.compile()

${we}${p}`,LangChain:e=>`${w("import your agent in the place of `graph`")}
from langchain.agents import create_agent
from langchain_core.tools import tool
${$[e].line}

PROMPT = "You answer questions about the weather. Look it up with get_weather."


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${k}
graph = create_agent(${$[e].model}, [get_weather], system_prompt=PROMPT)

${we}${p}`,"OpenAI Agents SDK":()=>`${w("import your agent in the place of `agent`")}
from agents import Agent, Runner, function_tool, set_tracing_disabled

set_tracing_disabled(True)  # traces go to OpenAI, which does not know the dummy key that an agent has here


@function_tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${k}
agent = Agent(
    name="Weather",
    model="gpt-5-mini",
    instructions="You answer questions about the weather. Look it up with get_weather.",
    tools=[get_weather],
)


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    return Runner.run_sync(agent, turn["messages"]).final_output
${p}`,CrewAI:e=>`${w("import your crew in the place of `crew`")}
import os

os.environ["CREWAI_DISABLE_TELEMETRY"] = os.environ["CREWAI_TRACING_ENABLED"] = "false"

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool


@tool("get_weather")
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${k}
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
${p}`,"Pydantic AI":e=>`${w("import your agent in the place of `agent`")}
from pydantic_ai import Agent
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

${k}
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
${p}`};function w(e){return`"""Reads one JSON line per turn, prints one JSON line per answer: ${e}."""
import json
import sys
`}var k="# The model's address and key come from the environment, so its calls are recorded.",$={openai:{line:"from langchain_openai import ChatOpenAI",model:'ChatOpenAI(model="gpt-5-mini")'},anthropic:{line:"from langchain_anthropic import ChatAnthropic",model:'ChatAnthropic(model="claude-sonnet-5")'}},we=`
def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    content = graph.invoke({"messages": turn["messages"]})["messages"][-1].content
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
`;function _e(e,t){if(e==="go")return Ze;let[n,r,o]=e==="python"?[ze,ge,ke]:[Ve,he,ye];if(t===null)return n;let a=t.framework===null?void 0:o[t.framework];return{...n,text:a?.(t.provider)??r[t.provider]}}var ze={path:"evals/agent.py",purpose:"a starter agent: call your own agent here",text:`"""Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`."""
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
`},Ve={path:"evals/agent.mjs",purpose:"a starter agent: call your own agent here",text:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in \`answer\`.
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
`},Ze={path:"evals/agent.go",purpose:"a starter agent: call your own agent here",text:`// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in answer.
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
`};function Se({branch:e,folder:t},n=null,r){let o=t===""?"agent-eval":`agent-eval-${t.replace(/[^A-Za-z0-9_-]+/g,"-")}`,a=t===""?"":"../".repeat(t.split("/").length),i=t===""?`        # with:
`:`        with:
          working-directory: ${be(t)}
`;return{path:`${a}.github/workflows/${o}.yml`,purpose:`runs on pull requests and on ${e}`,text:Xe(o,be(e),i,r)+Qe(n)}}function Xe(e,t,n,r){return`name: ${e}
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
`}function Qe(e){let t=e===null?"# ":"",n=e??"OPENAI_API_KEY";return`        ${t}env:
        ${t}  ${n}: \${{ secrets.${n} }} # stays with the action: a recorded agent gets a dummy
`}function be(e){return/^[a-z_][\w./-]*$/i.test(e)&&!/^(true|false|null|yes|no|on|off|y|n)$/i.test(e)?e:JSON.stringify(e)}function ve(e,t={branch:"main",folder:""},n=tt(e)){let{globs:r}=n.cases,o=_e(e,n.calls),a={path:"evals/first.yml",purpose:"first cases",text:ot};return[Se(t,n.calls===null?null:$e(n),n.installer.brought_by),{path:"agent-eval.yml",purpose:"which agent, which cases, which gate",text:nt(o.path,n)},...r.length>0?[]:[a],o]}function $e({provider:e,calls:t}){return et[t?.provider??e?.name??"openai"]}var et={openai:"OPENAI_API_KEY",anthropic:"ANTHROPIC_API_KEY",gemini:"GEMINI_API_KEY",ollama:"OLLAMA_API_KEY"};function tt(e){return{provider:null,calls:null,installer:R[e],cases:{globs:[],ids_clash:!1}}}function nt(e,t){let{installer:n,cases:r}=t,o=t.calls!==null,a=o?"":"# ",i=o?"  # The recorder reads tool calls, tokens and latency from the wire; the key stays in the env of the workflow's step.":`  # For your own agent that calls a model: the recorder reads its tool calls, tokens and latency from the wire,
  # and the key stays in the env of the workflow's step.`;return`# yaml-language-server: $schema=${xe}/agent-eval.schema.json
version: 1
agent:
  command: [${[...n.start,e].join(", ")}] # a worker: it says when it is ready, and answers line by line
${i}
  ${a}record: true
  ${a}needs: [${$e(t)}]
  # Install what your agent needs here, not in a step of the workflow: a failure is repeated with main's agent,
  # which must get main's packages. In a terminal this line runs in your own environment.
  ${o||n.needed?"":"# "}setup: [${n.line}]
${rt(r)}
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
`}function rt({globs:e,ids_clash:t}){if(e.length===0)return"cases: [evals/*.yml]";let n=r=>t?`{file: ${JSON.stringify(r)}, id_prefix: "{stem}/"}`:JSON.stringify(r);return["cases:",...e.map(r=>`  - ${n(r)}`)].join(`
`)}var xe="https://raw.githubusercontent.com/org/agent-eval-action/v1/schema",ot=`# yaml-language-server: $schema=${xe}/cases.schema.json
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
`;async function gn(e){let t=process.cwd(),n=await z(t),r=await pe(t,e.language,n?.folder),o=await X(t),a=ve(r.language,n??void 0,{...r,cases:o}),i=a.filter(s=>at(j(t,s.path)));if(i.length>0&&!e.force){for(let s of i)S(`${s.path} exists already`);S("nothing was written; move these files away, or overwrite them with --force"),process.exitCode=x.usage;return}for(let s of me(r,o,e.language))process.stdout.write(`found ${s}
`);process.stdout.write(`
`);for(let s of a){try{await st(lt(j(t,s.path)),{recursive:!0}),await it(j(t,s.path),s.text)}catch(c){S(`${s.path} can't be written (${D(c)}); check the folder's permissions`),process.exitCode=x.usage;return}process.stdout.write(`wrote ${s.path}: ${s.purpose}
`)}let l=ct(a,{key:pt(a),own_cases:o.files>0,branch:n?.branch??"main"});process.stdout.write(["",...ut(n),"Next:",...l,""].join(`
`))}function ct(e,{key:t,own_cases:n,branch:r}){let o=B(),i=[`  edit ${e.find(s=>s.path.includes("agent."))?.path}`,n?"      call your own agent: the starter agent knows only the weather, and would fail your cases":"      call your own agent instead"],l=[...t===null?[]:[`  export ${t}=\u2026`],`  ${o} run${t===null?"":" --trials 1"}`,`      runs the ${n?"agent on your cases":"starter agent on the first cases"}; without a baseline its verdict is inconclusive, and agent-eval-results/ keeps itself out of commits`];return[...n?[...i,...l]:[...l,...i],...t===null?["  edit agent-eval.yml","      uncomment record and needs once it calls a model, and setup once it needs packages"]:[`  gh secret set ${t}`,"      or in the settings of the repository: Secrets and variables, Actions"],"  git push",`      the first run on ${r} becomes the baseline`]}function pt(e){let t=e.find(({path:n})=>n==="agent-eval.yml")?.text??"";return/^ {2}needs: \[(\w+)\]/m.exec(t)?.[1]??null}function ut(e){if(e===null)return['This folder is not in a git repository: .github/workflows/ must be at the root of one, and "branches: [main]" in it',"must name its default branch.",""];let t=[`The workflow takes ${e.branch} for the default branch, whose runs are the baseline. If it is another, change`,'"branches:" in it.',""],n=[`The workflow is at the root of the repository, where GitHub reads it, and runs in ${e.folder}.`,""];return[...e.branch_by==="guessed"?t:[],...e.folder===""?[]:n]}export{gn as writeStarter};
