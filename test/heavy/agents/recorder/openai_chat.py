"""OpenAI's Chat Completions through its Python SDK: a conversation is a list of messages."""
import json
import os

import openai
from asking import CHAT_TOOLS, MODEL, Built, in_loop
from shop import run_tool

open_ai, async_open_ai = openai.OpenAI(), openai.AsyncOpenAI()
without_version = openai.OpenAI(base_url=os.environ["OPENAI_BASE_URL"].removesuffix("/v1"))
with_slash = openai.OpenAI(base_url=os.environ["OPENAI_API_BASE"] + "/")
ollamas_open_ai = openai.OpenAI(base_url=os.environ["OLLAMA_HOST"] + "/v1", api_key="ollama")


def chat(ask):
    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": text})
        while True:
            message = ask(conversation, heard)
            conversation.append(message)
            calls = message.get("tool_calls") or []
            if not calls:
                return message["content"]
            for call in calls:
                result, _ = run_tool(call["function"]["name"], json.loads(call["function"]["arguments"]))
                conversation.append({"role": "tool", "tool_call_id": call["id"], "content": result})

    return way


def chat_request(messages, **more):
    return {"model": MODEL, "messages": messages, "tools": CHAT_TOOLS, **more}


def chat_whole(client):
    return lambda messages, heard: message_of(client.chat.completions.create(**chat_request(messages)))


def message_of(completion):
    message = completion.choices[0].message.to_dict()
    return {key: value for key, value in message.items() if key in ("role", "content", "tool_calls")}


async def chat_async(messages, heard):
    return message_of(await async_open_ai.chat.completions.create(**chat_request(messages)))


def chat_streamed(client=open_ai, **more):
    def ask(messages, heard):
        built = Built()
        for chunk in client.chat.completions.create(**chat_request(messages, stream=True, **more)):
            built.add(chunk.to_dict(), heard)
        return built.message()

    return ask


async def chat_async_streamed(messages, heard):
    built = Built()
    async for chunk in await async_open_ai.chat.completions.create(**chat_request(messages, stream=True)):
        built.add(chunk.to_dict(), heard)
    return built.message()


def embedded(conversation, text, heard):
    """Embeds what the user says before it is answered; their tokens count, and are no step."""
    used = open_ai.embeddings.create(model="embed-1", input=[text, "orders"]).usage.prompt_tokens
    return chat(chat_whole(open_ai))(conversation, text, heard), {"embedded": used}


WAYS = {
    "openai-chat": chat(chat_whole(open_ai)),
    "openai-chat-async": chat(in_loop(chat_async)),
    "openai-chat-stream": chat(chat_streamed()),
    "openai-chat-stream-with-usage": chat(chat_streamed(stream_options={"include_usage": True})),
    "openai-chat-async-stream": chat(in_loop(chat_async_streamed)),
    "openai-chat-base-without-v1": chat(chat_whole(without_version)),
    "openai-chat-base-with-slash": chat(chat_streamed(with_slash)),
    "openai-embeddings": embedded,
    "ollama-as-openai": chat(chat_whole(ollamas_open_ai)),
    "ollama-as-openai-stream": chat(chat_streamed(ollamas_open_ai)),
}
