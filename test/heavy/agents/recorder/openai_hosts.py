"""OpenAI's Python SDK before other hosts: Azure's deployments, the routes that Azure has since version 1, OpenRouter."""
import os

import openai
from openai_chat import chat, chat_request, chat_streamed, chat_whole
from openai_responses import response_request, responses

azure = openai.AzureOpenAI()
azure_v1 = openai.OpenAI(
    base_url=os.environ["AZURE_OPENAI_ENDPOINT"] + "/openai/v1/", api_key=os.environ["AZURE_OPENAI_API_KEY"]
)
openrouter = openai.OpenAI(base_url=os.environ["OPENROUTER_BASE_URL"], api_key=os.environ["OPENROUTER_API_KEY"])


def response_of(client):
    return lambda items, heard: client.responses.create(**response_request(items))


WAYS = {
    "azure-chat": chat(chat_whole(azure)),
    "azure-chat-stream": chat(chat_streamed(azure)),
    "azure-responses": responses(response_of(azure)),
    "azure-v1-chat-stream": chat(chat_streamed(azure_v1)),
    "azure-v1-responses": responses(response_of(azure_v1)),
    "openrouter-chat": chat(chat_whole(openrouter)),
    "openrouter-chat-stream": chat(chat_streamed(openrouter)),
}
