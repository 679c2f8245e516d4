"""The official Python SDKs and plain HTTP, each built without arguments: the environment says where models are."""
import anthropic_messages
import ollama_chat
import openai_chat
import openai_hosts
import openai_responses
import plain_http
from shop import serve

serve(
    {
        **openai_chat.WAYS,
        **openai_responses.WAYS,
        **openai_hosts.WAYS,
        **anthropic_messages.WAYS,
        **ollama_chat.WAYS,
        **plain_http.WAYS,
    }
)
