"""A support agent in plain Python: OpenAI's Responses API in a loop with the tools."""
import os
from pathlib import Path

from openai import OpenAI

from tools import SCHEMAS, Desk

PROMPT = Path(__file__).with_name("prompt.md").read_text(encoding="utf-8")
MODEL = os.environ.get("MODEL", "gpt-5.4-mini")
ROUNDS = 6

client = OpenAI()


def reply(items: list, desk: Desk) -> str:
    """The answer to the conversation in `items`; the model's calls and their results are added to it."""
    for _ in range(ROUNDS):
        response = client.responses.create(
            model=MODEL, instructions=PROMPT, input=items, tools=SCHEMAS, temperature=0, store=False
        )
        items += [item.to_dict() for item in response.output]
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            return response.output_text
        for call in calls:
            output = desk.use(call.name, call.arguments)
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": output})
    return "I can't solve this by myself. Please call us; we are glad to help."
