"""Google's Python SDK and its Agent Development Kit, each built without arguments: the environment says where models are."""
import asyncio
import functools
import json

from google import genai
from google.adk.agents import LlmAgent
from google.adk.agents.run_config import RunConfig, StreamingMode
from google.adk.models import Gemini
from google.adk.runners import InMemoryRunner
from google.genai import types
from shop import SCHEMAS, TOOLS, run_tool, serve

MODEL = "story-1"
DECLARED = types.Tool(
    function_declarations=[
        types.FunctionDeclaration(name=name, description=name, parameters_json_schema=schema)
        for name, schema in SCHEMAS.items()
    ]
)
client = genai.Client()
loop = asyncio.new_event_loop()


def told(content):
    return "".join(part.text for part in content.parts if part.text and not part.thought)


def said(role, *parts):
    return types.Content(role=role, parts=list(parts))


def result_of(call):
    text, failed = run_tool(call.name, call.args)
    response = {"error": text} if failed else {"output": text}
    return types.Part(function_response=types.FunctionResponse(id=call.id, name=call.name, response=response))


def contents(ask):
    """The loop written by hand: the conversation is a list of contents."""

    def way(conversation, text, heard):
        conversation.append(said("user", types.Part(text=text)))
        while True:
            answer = ask(conversation, heard)
            conversation.append(answer)
            calls = [part.function_call for part in answer.parts if part.function_call]
            if not calls:
                return told(answer)
            conversation.append(said("user", *[result_of(call) for call in calls]))

    return way


CONFIG = types.GenerateContentConfig(tools=[DECLARED], temperature=0)


def whole(conversation, heard):
    return client.models.generate_content(model=MODEL, contents=conversation, config=CONFIG).candidates[0].content


class Joined:
    """The pieces of a stream as one content."""

    def __init__(self, heard):
        self.parts, self.heard = [], heard

    def add(self, piece):
        for part in piece.candidates[0].content.parts or []:
            if part.text:
                self.heard()
                self.heard = lambda: None
            self.parts.append(part)

    def content(self):
        return said("model", *self.parts)


def streamed(conversation, heard):
    joined = Joined(heard)
    for piece in client.models.generate_content_stream(model=MODEL, contents=conversation, config=CONFIG):
        joined.add(piece)
    return joined.content()


def streamed_and_awaited(conversation, heard):
    async def read():
        joined = Joined(heard)
        pieces = await client.aio.models.generate_content_stream(model=MODEL, contents=conversation, config=CONFIG)
        async for piece in pieces:
            joined.add(piece)
        return joined.content()

    return loop.run_until_complete(read())


INTERACTION_TOOLS = [
    {"type": "function", "name": name, "description": name, "parameters": schema} for name, schema in SCHEMAS.items()
]


def interactions(ask):
    """Google keeps the conversation: each request holds what is new."""

    def way(conversation, text, heard):
        new = text
        while True:
            previous = {"previous_interaction_id": conversation[-1]} if conversation else {}
            request = {"model": MODEL, "input": new, "tools": INTERACTION_TOOLS, **previous}
            interaction_id, output, calls = ask(request, heard)
            conversation.append(interaction_id)
            if not calls:
                return output
            new = [function_result(*call) for call in calls]

    return way


def function_result(call_id, name, arguments):
    text, failed = run_tool(name, arguments)
    return {"type": "function_result", "call_id": call_id, "name": name, "result": text, "is_error": failed}


def interaction_whole(request, heard):
    interaction = client.interactions.create(**request)
    calls = [(step.id, step.name, step.arguments) for step in interaction.steps if step.type == "function_call"]
    texts = [part.text for step in interaction.steps if step.type == "model_output" for part in step.content]
    return interaction.id, "".join(texts), calls


def interaction_streamed(request, heard):
    interaction_id, output, calls = None, "", {}
    for event in client.interactions.create(**request, stream=True):
        if event.event_type == "step.start" and event.step.type == "function_call":
            calls[event.index] = [event.step.id, event.step.name, ""]
        if event.event_type == "step.delta" and event.delta.type == "text":
            if not output:
                heard()
            output += event.delta.text
        if event.event_type == "step.delta" and event.delta.type == "arguments_delta":
            calls[event.index][2] += event.delta.arguments
        if event.event_type == "interaction.completed":
            interaction_id = event.interaction.id
    return interaction_id, output, [(call_id, name, json.loads(text)) for call_id, name, text in calls.values()]


def told_plainly(function, failure):
    """Both loops tell the model a function's failure in a sentence of their own; this one says it as the other ways do."""

    @functools.wraps(function)
    def tool(**arguments):
        text, failed = run_tool(function.__name__, arguments)
        return failure(text) if failed else text

    return tool


# The SDK takes whatever a function returns for its result.
AUTOMATIC = [told_plainly(function, lambda text: text) for function in TOOLS.values()]
# The kit hands a dictionary on as it is.
FUNCTIONS = [told_plainly(function, lambda text: {"error": text}) for function in TOOLS.values()]


def chat(conversation, text, heard):
    """The SDK's own loop: it calls the functions, and keeps the conversation."""
    if not conversation:
        conversation.append(client.chats.create(model=MODEL, config={"tools": AUTOMATIC}))
    return conversation[0].send_message(text).text


def adk(streaming):
    """Google's Agent Development Kit: an agent, its runner, its session."""

    def way(conversation, text, heard):
        return loop.run_until_complete(ask(conversation, text))

    async def ask(conversation, text):
        if not conversation:
            agent = LlmAgent(name="shop", model=Gemini(model=MODEL), tools=FUNCTIONS)
            runner = InMemoryRunner(agent=agent, app_name="shop")
            session = await runner.session_service.create_session(app_name="shop", user_id="user")
            conversation += [runner, session.id]
        runner, session_id = conversation
        output = ""
        async for event in runner.run_async(
            user_id="user",
            session_id=session_id,
            new_message=said("user", types.Part(text=text)),
            **run_config(streaming),
        ):
            if event.is_final_response() and event.content and not event.partial:
                output = told(event.content)
        return output

    return way


def run_config(streaming):
    return {"run_config": RunConfig(streaming_mode=StreamingMode.SSE)} if streaming else {}


serve(
    {
        "gemini-interactions": interactions(interaction_whole),
        "gemini-interactions-stream": interactions(interaction_streamed),
        "gemini-generate": contents(whole),
        "gemini-generate-stream": contents(streamed),
        "gemini-generate-async-stream": contents(streamed_and_awaited),
        "gemini-chat": chat,
        "adk-agent": adk(False),
        "adk-agent-sse": adk(True),
    }
)
