"""No SDK at all."""
import http.client
import json
import os
import urllib.parse
import urllib.request

import requests
from anthropic_messages import message_request, messages
from asking import Built, Told, in_loop
from ollama_chat import llama_request, ollamas
from openai_chat import chat, chat_request

session = requests.Session()


def post(base, path, body, headers):
    data = json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(base + path, data, {"content-type": "application/json", **headers}))


def bearer():
    return {"authorization": f"Bearer {os.environ['OPENAI_API_KEY']}"}


def plain_chat(conversation, heard):
    with post(os.environ["OPENAI_BASE_URL"], "/chat/completions", chat_request(conversation), bearer()) as answer:
        return json.load(answer)["choices"][0]["message"]


def plain_chat_streamed(conversation, heard):
    built = Built()
    body = chat_request(conversation, stream=True)
    with post(os.environ["OPENAI_BASE_URL"], "/chat/completions", body, bearer()) as answer:
        for line in answer:
            text = line.decode().strip()
            # As much code is written that knows one provider: a chunk without a choice would end it.
            if text.startswith("data: ") and text != "data: [DONE]":
                json.loads(text[6:])["choices"][0]
                built.add(json.loads(text[6:]), heard)
    return built.message()


def plain_messages(conversation, heard):
    headers = {"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"}
    with post(os.environ["ANTHROPIC_BASE_URL"], "/v1/messages", message_request(conversation), headers) as answer:
        return json.load(answer)["content"]


def plain_llama(conversation, heard):
    told = Told()
    with post(os.environ["OLLAMA_HOST"], "/api/chat", llama_request(conversation), {}) as answer:  # streams by default
        for line in answer:
            told.add(json.loads(line)["message"], heard)
    return told.message()


def requests_chat(conversation, heard):
    url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    return session.post(url, json=chat_request(conversation), headers=bearer()).json()["choices"][0]["message"]


connections = []


def one_connection(conversation, heard):
    """Everything over one connection that is never closed."""
    url = urllib.parse.urlsplit(os.environ["OPENAI_BASE_URL"])
    if not connections:
        connections.append(http.client.HTTPConnection(url.netloc))
    headers = {"content-type": "application/json", "accept-encoding": "gzip, br", **bearer()}
    connections[0].request("POST", url.path + "/chat/completions", json.dumps(chat_request(conversation)), headers)
    return json.load(connections[0].getresponse())["choices"][0]["message"]


async def aiohttp_chat(conversation, heard):
    async with aiohttp_session() as client:
        async with client.post("chat/completions", json=chat_request(conversation)) as answer:
            return (await answer.json())["choices"][0]["message"]


def own_host():
    """As LiteLLM's transport does: it sends on headers that httpx has made."""
    return {"Host": urllib.parse.urlsplit(os.environ["OPENAI_BASE_URL"]).netloc}


async def aiohttp_chat_host(conversation, heard):
    async with aiohttp_session(own_host()) as client:
        async with client.post("chat/completions", json=chat_request(conversation), headers=own_host()) as answer:
            return (await answer.json())["choices"][0]["message"]


def requests_chat_host(conversation, heard):
    url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    headers = {**bearer(), **own_host()}
    return session.post(url, json=chat_request(conversation), headers=headers).json()["choices"][0]["message"]


def aiohttp_session(more={}):
    # Only the suite that plays these ways installs it.
    import aiohttp

    return aiohttp.ClientSession(os.environ["OPENAI_BASE_URL"] + "/", headers={**bearer(), **more})


async def aiohttp_chat_streamed(conversation, heard):
    built = Built()
    async with aiohttp_session() as client:
        async with client.post("chat/completions", json=chat_request(conversation, stream=True)) as answer:
            async for line in answer.content:
                text = line.decode().strip()
                if text.startswith("data: ") and text != "data: [DONE]":
                    built.add(json.loads(text[6:]), heard)
    return built.message()


WAYS = {
    "http-aiohttp": chat(in_loop(aiohttp_chat)),
    "http-aiohttp-host": chat(in_loop(aiohttp_chat_host)),
    "http-requests-host": chat(requests_chat_host),
    "http-aiohttp-stream": chat(in_loop(aiohttp_chat_streamed)),
    "http-chat": chat(plain_chat),
    "http-chat-stream": chat(plain_chat_streamed),
    "http-messages": messages(plain_messages),
    "http-ollama-stream": ollamas(plain_llama),
    "http-requests": chat(requests_chat),
    "http-one-connection": chat(one_connection),
}
