"""An agent over the official Python SDK: a list of calls as input, their texts as answer."""
import asyncio
import json
import os
import sys
from contextlib import AsyncExitStack

from mcp import Client, StdioServerParameters

SERVERS = json.load(open(os.environ["AGENT_EVAL_MCP_CONFIG"]))["mcpServers"]


def way_to(server):
    if "url" in server:
        return server["url"]
    return StdioServerParameters(command=server["command"], args=server["args"])


async def main():
    clients = {}
    async with AsyncExitStack() as stack:
        while line := await asyncio.to_thread(sys.stdin.readline):
            turn = json.loads(line)
            if turn.get("type") != "turn":
                continue
            said = []
            for step in json.loads(turn["input"]):
                name = step["server"]
                if name not in clients:
                    clients[name] = await stack.enter_async_context(Client(way_to(SERVERS[name])))
                    await clients[name].list_tools()
                client = clients[name]
                if "read" in step:
                    said.append(str(await client.read_resource(step["read"])))
                else:
                    result = await client.call_tool(step["tool"], step.get("arguments", {}))
                    said.append(" ".join(item.text for item in result.content))
            print(json.dumps({"id": turn["id"], "output": "; ".join(said)}), flush=True)


asyncio.run(main())
