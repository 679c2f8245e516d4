"""OpenAI's Responses through its Python SDK: a conversation is a list of items."""
import json

import openai
from asking import FUNCTIONS, MODEL, once
from shop import run_tool

RESPONSE_TOOLS = [{"type": "function", "strict": False, **one} for one in FUNCTIONS]
open_ai = openai.OpenAI()


def responses(ask):
    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": text})
        while True:
            response = ask(conversation, heard)
            conversation += [item.to_dict() for item in response.output]
            results = outputs_of(response)
            conversation += results
            if not results:
                return response.output_text

    return way


def outputs_of(response):
    calls = [item for item in response.output if item.type == "function_call"]
    return [
        {"type": "function_call_output", "call_id": call.call_id, "output": run_tool(call.name, json.loads(call.arguments))[0]}
        for call in calls
    ]


def response_request(items, **more):
    return {"model": MODEL, "input": items, "tools": RESPONSE_TOOLS, **more}


def response_whole(items, heard):
    return open_ai.responses.create(**response_request(items))


def response_streamed(items, heard):
    listen = once(heard)
    for event in open_ai.responses.create(**response_request(items, stream=True)):
        if event.type == "response.output_text.delta":
            listen()
        if event.type == "response.completed":
            return event.response


def previous_response(conversation, text, heard):
    """The server keeps the conversation: each request holds what is new."""
    new = [{"role": "user", "content": text}]
    while True:
        previous = {"previous_response_id": conversation[-1]} if conversation else {}
        response = open_ai.responses.create(**response_request(new, **previous))
        conversation.append(response.id)
        new = outputs_of(response)
        if not new:
            return response.output_text


WAYS = {
    "openai-responses": responses(response_whole),
    "openai-responses-stream": responses(response_streamed),
    "openai-responses-previous": previous_response,
}
