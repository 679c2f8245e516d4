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


def chat(conversation, user_text, dump):
    """OpenAI chat: dumped messages, tokens added up by hand."""
    messages = [*conversation, {"role": "user", "content": user_text}]
    used = {"prompt_tokens": 0, "completion_tokens": 0}
    while True:
        completion = openai_client.chat.completions.create(model="gpt-story", messages=messages, tools=CHAT_TOOLS)
        used["prompt_tokens"] += completion.usage.prompt_tokens
        used["completion_tokens"] += completion.usage.completion_tokens
        message = completion.choices[0].message
        messages += [dump(message), *chat_results(message)]
        if not message.tool_calls:
            return messages, messages, {"usage": used}


def chat_bodies(conversation, user_text, dump):
    """OpenAI chat: dumped completions, which carry the tokens."""
    told = [*conversation, {"role": "user", "content": user_text}]
    while True:
        messages = [one["choices"][0]["message"] if "choices" in one else one for one in told]
        completion = openai_client.chat.completions.create(model="gpt-story", messages=messages, tools=CHAT_TOOLS)
        message = completion.choices[0].message
        told += [dump(completion), *chat_results(message)]
        if not message.tool_calls:
            return told, told, {}


def chat_results(message):
    return [
        {
            "role": "tool",
            "tool_call_id": call.id,
            "content": run_tool(call.function.name, json.loads(call.function.arguments))[0],
        }
        for call in message.tool_calls or []
    ]


def responses(conversation, user_text, dump):
    """OpenAI Responses: dumped items, tokens added up by hand."""
    items = [*conversation, {"role": "user", "content": user_text}]
    used = {"input_tokens": 0, "output_tokens": 0}
    while True:
        response = respond(items)
        used["input_tokens"] += response.usage.input_tokens
        used["output_tokens"] += response.usage.output_tokens
        outputs = response_results(response)
        items += [*(dump(item) for item in response.output), *outputs]
        if not outputs:
            return items, items, {"usage": used}


def responses_bodies(conversation, user_text, dump):
    """OpenAI Responses: dumped responses, which carry the tokens."""
    told = [*conversation, {"role": "user", "content": user_text}]
    while True:
        items = [item for one in told for item in (one["output"] if one.get("object") == "response" else [one])]
        response = respond(items)
        outputs = response_results(response)
        told += [dump(response), *outputs]
        if not outputs:
            return told, told, {}


def respond(items):
    tools = [{"type": "function", "strict": False, **tool["function"]} for tool in CHAT_TOOLS]
    return openai_client.responses.create(model="gpt-story", input=items, tools=tools)


def response_results(response):
    return [
        {
            "type": "function_call_output",
            "call_id": item.call_id,
            "output": run_tool(item.name, json.loads(item.arguments))[0],
        }
        for item in response.output
        if item.type == "function_call"
    ]


def anthropic_messages(conversation, user_text, dump):
    """Anthropic: dumped content blocks, tokens added up by hand as the API counts them."""
    messages = [*conversation, {"role": "user", "content": user_text}]
    used = dict.fromkeys(
        ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"], 0
    )
    while True:
        message = ask_anthropic(messages)
        for key in used:
            used[key] += getattr(message.usage, key)
        messages.append({"role": "assistant", "content": [dump(block) for block in message.content]})
        results = anthropic_results(message)
        if not results:
            return messages, messages, {"usage": used}
        messages.append({"role": "user", "content": results})


def anthropic_bodies(conversation, user_text, dump):
    """Anthropic: dumped messages, which carry the tokens."""
    told = [*conversation, {"role": "user", "content": user_text}]
    while True:
        message = ask_anthropic([{"role": one["role"], "content": one["content"]} for one in told])
        told.append(dump(message))
        results = anthropic_results(message)
        if not results:
            return told, told, {}
        told.append({"role": "user", "content": results})


def ask_anthropic(messages):
    tools = [{"name": name, "description": name, "input_schema": schema} for name, schema in SCHEMAS.items()]
    return anthropic_client.messages.create(model="claude-story", max_tokens=1000, messages=messages, tools=tools)


def anthropic_results(message):
    results = []
    for block in message.content:
        if block.type == "tool_use":
            text, failed = run_tool(block.name, block.input)
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": text, "is_error": failed})
    return results


def ollama_bodies(conversation, user_text, dump):
    """Ollama: dumped answers, which carry the tokens."""
    told = [*conversation, {"role": "user", "content": user_text}]
    while True:
        response = ollama_client.chat(
            model="story", messages=[one.get("message", one) for one in told], tools=CHAT_TOOLS
        )
        calls = response.message.tool_calls or []
        told.append(dump(response))
        for call in calls:
            text, _ = run_tool(call.function.name, dict(call.function.arguments))
            told.append({"role": "tool", "tool_name": call.function.name, "content": text})
        if not calls:
            return told, told, {}


def ollama_messages(conversation, user_text, dump):
    """Ollama: dumped messages, tokens added up by hand."""
    told, _, _ = ollama_bodies(conversation, user_text, dump)
    answers = [one for one in told[len(conversation) :] if "message" in one]
    usage = {
        "input_tokens": sum(one["prompt_eval_count"] for one in answers),
        "output_tokens": sum(one["eval_count"] for one in answers),
    }
    return told, [one.get("message", one) for one in told], {"usage": usage}


WAYS = {
    "chat messages": chat,
    "chat bodies": chat_bodies,
    "responses items": responses,
    "responses bodies": responses_bodies,
    "anthropic messages": anthropic_messages,
    "anthropic bodies": anthropic_bodies,
    "ollama messages": ollama_messages,
    "ollama bodies": ollama_bodies,
}

for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        context = turn["context"]
        before = (turn["session"] or {}).get("conversation", [])
        answer = WAYS[context["way"]](before, turn["input"], DUMPS[context["dump"]])
        conversation, messages, said = answer
        result = {"id": turn["id"], "messages": messages, "session": {"conversation": conversation}, **said}
        print(json.dumps(result), flush=True)
