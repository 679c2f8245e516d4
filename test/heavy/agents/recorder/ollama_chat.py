"""Ollama's chat through its Python client: a conversation is a list of messages; calls have no ids."""
import ollama
from asking import CHAT_TOOLS, MODEL, Told
from shop import run_tool

llama = ollama.Client()


def ollamas(ask):
    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": text})
        while True:
            message = ask(conversation, heard)
            conversation.append(message)
            calls = message.get("tool_calls") or []
            if not calls:
                return message["content"]
            for call in calls:
                result, _ = run_tool(call["function"]["name"], dict(call["function"]["arguments"]))
                conversation.append({"role": "tool", "tool_name": call["function"]["name"], "content": result})

    return way


def llama_request(conversation, **more):
    return {"model": MODEL, "messages": conversation, "tools": CHAT_TOOLS, **more}


def llama_whole(ask):
    return lambda conversation, heard: ask(**llama_request(conversation)).message.model_dump(exclude_none=True)


def llama_streamed(conversation, heard):
    told = Told()
    for part in llama.chat(**llama_request(conversation, stream=True)):
        told.add(part.message.model_dump(exclude_none=True), heard)
    return told.message()


WAYS = {
    "ollama-chat": ollamas(llama_whole(llama.chat)),
    "ollama-module": ollamas(llama_whole(ollama.chat)),
    "ollama-stream": ollamas(llama_streamed),
}
