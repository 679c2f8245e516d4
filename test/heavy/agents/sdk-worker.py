"""A worker around the official Python SDKs; the case's context names the way that its conversation is returned in."""
import json
import os
import sys

import anthropic
import ollama
import openai
from story_tools import SCHEMAS, run_tool

URL = os.environ["PROVIDERS"]
CHAT_TOOLS = [
    {"type": "function", "function": {"name": name, "description": name, "parameters": schema}}
    for name, schema in SCHEMAS.items()
]
RESPONSE_TOOLS = [{"type": "function", "strict": False, **tool["function"]} for tool in CHAT_TOOLS]
BLOCK_TOOLS = [{"name": name, "description": name, "input_schema": schema} for name, schema in SCHEMAS.items()]
openai_client = openai.OpenAI(api_key="none", base_url=f"{URL}/v1", max_retries=0)
anthropic_client = anthropic.Anthropic(api_key="none", base_url=URL, max_retries=0)
ollama_client = ollama.Client(host=URL)

# What people call on an SDK object to get JSON out of it.
DUMPS = {
    "model_dump": lambda value: value.model_dump(),
    "model_dump without nulls": lambda value: value.model_dump(exclude_none=True),
    "model_dump_json": lambda value: json.loads(value.model_dump_json()),
    "to_dict": lambda value: value.to_dict(),
}


class Chat:
    """OpenAI's chat."""

    COUNTS = {"prompt_tokens": "prompt_tokens", "completion_tokens": "completion_tokens"}

    def ask(self, told):
        messages = [one["choices"][0]["message"] if "choices" in one else one for one in told]
        return openai_client.chat.completions.create(model="gpt-story", messages=messages, tools=CHAT_TOOLS)

    def usage(self, answer):
        return answer.usage

    def parts(self, answer, dump):
        return [dump(answer.choices[0].message)]

    def results(self, answer):
        return [
            {"role": "tool", "tool_call_id": call.id, "content": run_tool(call.function.name, json.loads(call.function.arguments))[0]}
            for call in answer.choices[0].message.tool_calls or []
        ]


class Responses(Chat):
    """OpenAI's Responses: their parts are items."""

    COUNTS = {"input_tokens": "input_tokens", "output_tokens": "output_tokens"}

    def ask(self, told):
        items = [item for one in told for item in (one["output"] if one.get("object") == "response" else [one])]
        return openai_client.responses.create(model="gpt-story", input=items, tools=RESPONSE_TOOLS)

    def parts(self, answer, dump):
        return [dump(item) for item in answer.output]

    def results(self, answer):
        return [
            {"type": "function_call_output", "call_id": item.call_id, "output": run_tool(item.name, json.loads(item.arguments))[0]}
            for item in answer.output
            if item.type == "function_call"
        ]


class Messages(Chat):
    """Anthropic's messages, whose tokens are counted apart as the API counts them."""

    COUNTS = {
        key: key for key in ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
    }

    def ask(self, told):
        messages = [{"role": one["role"], "content": one["content"]} for one in told]
        return anthropic_client.messages.create(
            model="claude-story", max_tokens=1000, messages=messages, tools=BLOCK_TOOLS
        )

    def parts(self, answer, dump):
        return [{"role": "assistant", "content": [dump(block) for block in answer.content]}]

    def results(self, answer):
        blocks = []
        for block in answer.content:
            if block.type == "tool_use":
                text, failed = run_tool(block.name, block.input)
                blocks.append({"type": "tool_result", "tool_use_id": block.id, "content": text, "is_error": failed})
        return [{"role": "user", "content": blocks}] if blocks else []


class Ollama(Chat):
    """Ollama's chat, whose answers count their tokens themselves."""

    COUNTS = {"input_tokens": "prompt_eval_count", "output_tokens": "eval_count"}

    def ask(self, told):
        return ollama_client.chat(model="story", messages=[one.get("message", one) for one in told], tools=CHAT_TOOLS)

    def usage(self, answer):
        return answer

    def parts(self, answer, dump):
        return [dump(answer.message)]

    def results(self, answer):
        calls = [call.function for call in answer.message.tool_calls or []]
        return [
            {"role": "tool", "tool_name": call.name, "content": run_tool(call.name, dict(call.arguments))[0]}
            for call in calls
        ]


APIS = {"chat": Chat(), "responses": Responses(), "anthropic": Messages(), "ollama": Ollama()}


def play(way, conversation, user_text, dump):
    """Returns dumped answers (bodies), which carry the tokens, or their parts, with tokens added up by hand."""
    name, kind = way.split()
    api = APIS[name]
    told = [*conversation, {"role": "user", "content": user_text}]
    used = dict.fromkeys(api.COUNTS, 0)
    while True:
        answer = api.ask(told)
        for key, field in api.COUNTS.items():
            used[key] += getattr(api.usage(answer), field)
        results = api.results(answer)
        told += [dump(answer)] if kind == "bodies" else api.parts(answer, dump)
        told += results
        if not results:
            return told, {} if kind == "bodies" else {"usage": used}


for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        context = turn["context"]
        before = (turn["session"] or {}).get("conversation", [])
        messages, said = play(context["way"], before, turn["input"], DUMPS[context["dump"]])
        print(json.dumps({"id": turn["id"], "messages": messages, "session": {"conversation": messages}, **said}), flush=True)
