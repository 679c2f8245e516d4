"""What the ways of asking share: tools in OpenAI's shape, streams put together by hand, a loop for what is asynchronous."""
import asyncio

from shop import SCHEMAS

MODEL = "story-1"
FUNCTIONS = [{"name": name, "description": name, "parameters": schema} for name, schema in SCHEMAS.items()]
CHAT_TOOLS = [{"type": "function", "function": one} for one in FUNCTIONS]
loop = asyncio.new_event_loop()


def in_loop(ask):
    """A way that asks asynchronously."""
    return lambda conversation, heard: loop.run_until_complete(ask(conversation, heard))


class Built:
    """A message put together by hand from the chunks of a stream, as code does that knows every chunk has a choice."""

    def __init__(self):
        self.text, self.calls, self.listen = "", [], None

    def add(self, chunk, heard):
        self.listen = self.listen or once(heard)
        delta = chunk["choices"][0]["delta"] if chunk["choices"] else {}
        if delta.get("content"):
            self.text += delta["content"]
            self.listen()
        for part in delta.get("tool_calls") or []:
            if part["index"] == len(self.calls):
                self.calls.append({"id": part["id"], "type": "function", "function": {"name": "", "arguments": ""}})
            for key, piece in part["function"].items():
                self.calls[part["index"]]["function"][key] += piece or ""

    def message(self):
        return {"role": "assistant", "content": self.text, **({"tool_calls": self.calls} if self.calls else {})}


def once(heard):
    """Calls it the first time only."""
    told = []
    return lambda: told or (told.append(True), heard())


class Told:
    """Adds up the parts of Ollama's streams."""

    def __init__(self):
        self.text, self.calls, self.listen = "", [], None

    def add(self, part, heard):
        self.listen = self.listen or once(heard)
        self.text += part.get("content") or ""
        self.calls += part.get("tool_calls") or []
        if part.get("content"):
            self.listen()

    def message(self):
        return {"role": "assistant", "content": self.text, **({"tool_calls": self.calls} if self.calls else {})}
