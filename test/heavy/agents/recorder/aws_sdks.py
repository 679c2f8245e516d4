"""Clients of Amazon Bedrock, each built without arguments: the environment says where models are, and which region."""
import json
import warnings

import boto3
from anthropic import AnthropicBedrock
from langchain.agents import create_agent
from langchain_aws import ChatBedrockConverse
from langchain_core.messages import HumanMessage
from langchain_core.tools import ToolException, tool
from langgraph.checkpoint.memory import InMemorySaver
from shop import SCHEMAS, run_tool, serve
from shop import issue_refund as refund
from shop import lookup_order as lookup

warnings.simplefilter("ignore")
MODEL = "story-1"
client = boto3.client("bedrock-runtime")
claude = AnthropicBedrock()
TOOL_CONFIG = {
    "tools": [
        {"toolSpec": {"name": name, "description": name, "inputSchema": {"json": schema}}}
        for name, schema in SCHEMAS.items()
    ]
}
BLOCK_TOOLS = [{"name": name, "description": name, "input_schema": schema} for name, schema in SCHEMAS.items()]


def converse(ask):
    """The loop written by hand: a conversation is a list of messages with blocks that name themselves."""

    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": [{"text": text}]})
        while True:
            content = ask({"modelId": MODEL, "messages": conversation, "toolConfig": TOOL_CONFIG}, heard)
            conversation.append({"role": "assistant", "content": content})
            results = [result_of(block["toolUse"]) for block in content if "toolUse" in block]
            if not results:
                return "".join(block.get("text", "") for block in content)
            conversation.append({"role": "user", "content": results})

    return way


def result_of(call):
    text, failed = run_tool(call["name"], call["input"])
    status = "error" if failed else "success"
    return {"toolResult": {"toolUseId": call["toolUseId"], "content": [{"text": text}], "status": status}}


def converse_whole(request, heard):
    return client.converse(**request)["output"]["message"]["content"]


def converse_streamed(request, heard):
    blocks, told = {}, False
    for event in client.converse_stream(**request)["stream"]:
        if "contentBlockStart" in event:
            start = event["contentBlockStart"]
            blocks[start["contentBlockIndex"]] = {"toolUse": {**start["start"]["toolUse"], "input": ""}}
        if "contentBlockDelta" in event:
            delta = event["contentBlockDelta"]["delta"]
            block = blocks.setdefault(event["contentBlockDelta"]["contentBlockIndex"], {"text": ""})
            if "text" in delta:
                block["text"] += delta["text"]
                if not told:
                    heard()
                told = True
            if "toolUse" in delta:
                block["toolUse"]["input"] += delta["toolUse"]["input"]
    for block in blocks.values():
        if "toolUse" in block:
            block["toolUse"]["input"] = json.loads(block["toolUse"]["input"])
    return [blocks[index] for index in sorted(blocks)]


def messages(ask):
    """Anthropic's own bodies: a conversation is a list of messages with typed blocks."""

    def way(conversation, text, heard):
        conversation.append({"role": "user", "content": text})
        while True:
            blocks = ask({"max_tokens": 1000, "messages": conversation, "tools": BLOCK_TOOLS}, heard)
            conversation.append({"role": "assistant", "content": blocks})
            results = [block_result(block) for block in blocks if block["type"] == "tool_use"]
            if not results:
                return "".join(block["text"] for block in blocks)
            conversation.append({"role": "user", "content": results})

    return way


def block_result(block):
    text, failed = run_tool(block["name"], block["input"])
    return {"type": "tool_result", "tool_use_id": block["id"], "content": text, "is_error": failed}


def body_of(request):
    return json.dumps({"anthropic_version": "bedrock-2023-05-31", **request})


def invoked(request, heard):
    answer = client.invoke_model(modelId=MODEL, body=body_of(request))
    return json.loads(answer["body"].read())["content"]


def invoked_streamed(request, heard):
    answer = client.invoke_model_with_response_stream(modelId=MODEL, body=body_of(request))
    return joined((json.loads(event["chunk"]["bytes"]) for event in answer["body"]), heard)


def joined(events, heard):
    blocks, told = [], False
    for event in events:
        if event["type"] == "content_block_start":
            blocks.append({**event["content_block"], "json": ""})
        if event["type"] == "content_block_delta":
            delta = event["delta"]
            if delta["type"] == "text_delta":
                blocks[-1]["text"] += delta["text"]
                if not told:
                    heard()
                told = True
            if delta["type"] == "input_json_delta":
                blocks[-1]["json"] += delta["partial_json"]
    return [with_input(block) for block in blocks]


def with_input(block):
    text = block.pop("json")
    return {**block, "input": json.loads(text)} if block["type"] == "tool_use" else block


KEPT = {"text": ("type", "text"), "tool_use": ("type", "id", "name", "input")}


def claude_whole(request, heard):
    blocks = [block.to_dict() for block in claude.messages.create(model=MODEL, **request).content]
    return [{key: block[key] for key in KEPT[block["type"]]} for block in blocks]


def claude_streamed(request, heard):
    events = (event.to_dict() for event in claude.messages.create(model=MODEL, stream=True, **request))
    return [{key: block[key] for key in KEPT[block["type"]]} for block in joined(events, heard)]


@tool
def lookup_order(order_id: str) -> str:
    """Look up an order."""
    return lookup(order_id)


@tool
def issue_refund(order_id: str, amount: float) -> str:
    """Refund a part of an order."""
    try:
        return refund(order_id, amount)
    except ValueError as error:
        raise ToolException(f"Error: {error}") from error


issue_refund.handle_tool_error = True
TOOLS = [lookup_order, issue_refund]
chat = ChatBedrockConverse(model=MODEL, provider="anthropic", disable_streaming=False)


def chained(ask):
    def way(conversation, text, heard):
        bound = chat.bind_tools(TOOLS)
        conversation.append(HumanMessage(text))
        while True:
            answer = ask(bound, conversation, heard)
            conversation.append(answer)
            if not answer.tool_calls:
                return answer.text
            conversation += [{one.name: one for one in TOOLS}[call["name"]].invoke(call) for call in answer.tool_calls]

    return way


def chain_streamed(bound, conversation, heard):
    answer, told = None, False
    for chunk in bound.stream(conversation):
        answer = chunk if answer is None else answer + chunk
        if chunk.text and not told:
            told = True
            heard()
    return answer


def agent():
    graph = create_agent(chat, TOOLS, checkpointer=InMemorySaver())

    def way(conversation, text, heard):
        thread = {"configurable": {"thread_id": str(id(conversation))}}
        return graph.invoke({"messages": [("user", text)]}, thread)["messages"][-1].text

    return way


serve(
    {
        "boto3-converse": converse(converse_whole),
        "boto3-converse-stream": converse(converse_streamed),
        "boto3-invoke": messages(invoked),
        "boto3-invoke-stream": messages(invoked_streamed),
        "anthropic-bedrock": messages(claude_whole),
        "anthropic-bedrock-stream": messages(claude_streamed),
        "langchain-aws-invoke": chained(lambda bound, conversation, heard: bound.invoke(conversation)),
        "langchain-aws-stream": chained(chain_streamed),
        "langchain-aws-create-agent": agent(),
    }
)
