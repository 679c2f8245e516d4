import { type FrameworkAgents, PYTHON_LOOP } from './model-agents.ts';

/** Starter agents in Python, by the framework that they are built with. */
export const PYTHON_FRAMEWORKS: FrameworkAgents<
  'LangGraph' | 'LangChain' | 'OpenAI Agents SDK' | 'CrewAI' | 'Pydantic AI'
> = {
  LangGraph: (provider) => `${worker('import your graph in the place of `graph`')}
from langchain_core.tools import tool
${LANGCHAIN[provider].line}
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

PROMPT = "You answer questions about the weather. Look it up with get_weather."


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${ENVIRONMENT}
model = ${LANGCHAIN[provider].model}.bind_tools([get_weather])


def call_model(state: MessagesState):
    return {"messages": [model.invoke([("system", PROMPT), *state["messages"]])]}


builder = StateGraph(MessagesState)
builder.add_node("model", call_model)
builder.add_node("tools", ToolNode([get_weather]))
builder.add_edge(START, "model")
builder.add_conditional_edges("model", tools_condition)
builder.add_edge("tools", "model")
graph = builder.compile()

${ANSWER_OF_GRAPH}${PYTHON_LOOP}`,

  LangChain: (provider) => `${worker('import your agent in the place of `graph`')}
from langchain.agents import create_agent
from langchain_core.tools import tool
${LANGCHAIN[provider].line}

PROMPT = "You answer questions about the weather. Look it up with get_weather."


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${ENVIRONMENT}
graph = create_agent(${LANGCHAIN[provider].model}, [get_weather], system_prompt=PROMPT)

${ANSWER_OF_GRAPH}${PYTHON_LOOP}`,

  'OpenAI Agents SDK': () => `${worker('import your agent in the place of `agent`')}
from agents import Agent, Runner, function_tool, set_tracing_disabled

set_tracing_disabled(True)  # traces go to OpenAI, which does not know the dummy key that an agent has here


@function_tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${ENVIRONMENT}
agent = Agent(
    name="Weather",
    model="gpt-5-mini",
    instructions="You answer questions about the weather. Look it up with get_weather.",
    tools=[get_weather],
)


def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    return Runner.run_sync(agent, turn["messages"]).final_output
${PYTHON_LOOP}`,

  CrewAI: (provider) => `${worker('import your crew in the place of `crew`')}
import os

os.environ["CREWAI_DISABLE_TELEMETRY"] = os.environ["CREWAI_TRACING_ENABLED"] = "false"

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool


@tool("get_weather")
def get_weather(city: str) -> str:
    """The weather of a city."""
    return f"It is sunny in {city}."


${ENVIRONMENT}
model = LLM(model="${provider === 'openai' ? 'openai/gpt-5-mini' : 'anthropic/claude-sonnet-5'}")
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
${PYTHON_LOOP}`,

  'Pydantic AI': (provider) => `${worker('import your agent in the place of `agent`')}
from pydantic_ai import Agent
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

${ENVIRONMENT}
agent = Agent(
    "${provider === 'openai' ? 'openai:gpt-5-mini' : 'anthropic:claude-sonnet-5'}",
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
${PYTHON_LOOP}`,
};

function worker(place: string): string {
  return `"""Reads one JSON line per turn, prints one JSON line per answer: ${place}."""
import json
import sys
`;
}

const ENVIRONMENT = "# The model's address and key come from the environment, so its calls are recorded.";

const LANGCHAIN = {
  openai: { line: 'from langchain_openai import ChatOpenAI', model: 'ChatOpenAI(model="gpt-5-mini")' },
  anthropic: { line: 'from langchain_anthropic import ChatAnthropic', model: 'ChatAnthropic(model="claude-sonnet-5")' },
};

const ANSWER_OF_GRAPH = `
def answer(turn):
    """turn["input"] is the user's text, turn["messages"] the conversation so far, turn["context"] the case's state."""
    content = graph.invoke({"messages": turn["messages"]})["messages"][-1].content
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
`;
