"""OpenAI's Python SDK before other hosts: Azure's deployments, the routes that Azure has since version 1, OpenRouter."""
import os

import openai
from asking import in_loop
from openai_chat import chat, chat_request, chat_streamed, chat_whole, message_of
from openai_responses import response_request, responses

azure, async_azure = openai.AzureOpenAI(), openai.AsyncAzureOpenAI()
azure_v1 = openai.OpenAI(
    base_url=os.environ["AZURE_OPENAI_ENDPOINT"] + "/openai/v1/", api_key=os.environ["AZURE_OPENAI_API_KEY"]
)
openrouter = openai.OpenAI(base_url=os.environ["OPENROUTER_BASE_URL"], api_key=os.environ["OPENROUTER_API_KEY"])


async def azure_async(messages, heard):
    return message_of(await async_azure.chat.completions.create(**chat_request(messages)))


def response_of(client):
    return lambda items, heard: client.responses.create(**response_request(items))


WAYS = {
    "azure-chat": chat(chat_whole(azure)),
    "azure-chat-async": chat(in_loop(azure_async)),
    "azure-chat-stream": chat(chat_streamed(azure)),
    "azure-responses": responses(response_of(azure)),
    "azure-v1-chat-stream": chat(chat_streamed(azure_v1)),
    "azure-v1-responses": responses(response_of(azure_v1)),
    "openrouter-chat": chat(chat_whole(openrouter)),
    "openrouter-chat-stream": chat(chat_streamed(openrouter)),
}
