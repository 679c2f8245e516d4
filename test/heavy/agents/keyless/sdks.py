# Asks two providers with the official clients, which read their addresses and keys by themselves.
import sys

from anthropic import Anthropic
from openai import OpenAI

messages = [{"role": "user", "content": sys.argv[1]}]
chat = OpenAI().chat.completions.create(model="small", messages=messages)
message = Anthropic().messages.create(model="small", max_tokens=100, messages=messages)
print(chat.choices[0].message.content, message.content[0].text)
