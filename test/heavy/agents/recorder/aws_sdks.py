"""Clients of Amazon Bedrock, each built without arguments: the environment says where models are, and which region."""
import json
import warnings

import boto3
from anthropic import AnthropicBedrock
from anthropic_messages import KEPT, blocks_of, message_request, messages
from asking import MODEL, once
from chain_tools import graph, invoked, streamed
from langchain.agents import create_agent
from langchain_aws import ChatBedrockConverse
from shop import SCHEMAS, run_tool, serve

warnings.simplefilter("ignore")
client = boto3.client("bedrock-runtime")
claude = AnthropicBedrock()
TOOL_CONFIG = {
    "tools": [
        {"toolSpec": {"name": name, "description": name, "inputSchema": {"json": schema}}}
        for name, schema in SCHEMAS.items()
    ]
}


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
    blocks, listen = {}, once(heard)
    for event in client.converse_stream(**request)["stream"]:
        if "contentBlockStart" in event:
            start = event["contentBlockStart"]
            blocks[start["contentBlockIndex"]] = {"toolUse": {**start["start"]["toolUse"], "input": ""}}
        if "contentBlockDelta" in event:
            delta = event["contentBlockDelta"]["delta"]
            block = blocks.setdefault(event["contentBlockDelta"]["contentBlockIndex"], {"text": ""})
            if "text" in delta:
                block["text"] += delta["text"]
                listen()
            if "toolUse" in delta:
                block["toolUse"]["input"] += delta["toolUse"]["input"]
    for block in blocks.values():
        if "toolUse" in block:
            block["toolUse"]["input"] = json.loads(block["toolUse"]["input"])
    return [blocks[index] for index in sorted(blocks)]


def body_of(conversation):
    """Anthropic's own body, but for the model, which the address names."""
    request = {key: value for key, value in message_request(conversation).items() if key != "model"}
    return {"modelId": MODEL, "body": json.dumps({"anthropic_version": "bedrock-2023-05-31", **request})}


def body_whole(conversation, heard):
    return json.loads(client.invoke_model(**body_of(conversation))["body"].read())["content"]


def body_streamed(conversation, heard):
    answer = client.invoke_model_with_response_stream(**body_of(conversation))
    return joined((json.loads(event["chunk"]["bytes"]) for event in answer["body"]), once(heard))


def joined(events, listen):
    blocks = []
    for event in events:
        if event["type"] == "content_block_start":
            blocks.append({**event["content_block"], "json": ""})
        if event["type"] == "content_block_delta":
            delta = event["delta"]
            if delta["type"] == "text_delta":
                blocks[-1]["text"] += delta["text"]
                listen()
            if delta["type"] == "input_json_delta":
                blocks[-1]["json"] += delta["partial_json"]
    return [with_input(block) for block in blocks]


def with_input(block):
    text = block.pop("json")
    return {**block, "input": json.loads(text)} if block["type"] == "tool_use" else block


def claude_whole(conversation, heard):
    return blocks_of(claude.messages.create(**message_request(conversation)))


def claude_streamed(conversation, heard):
    events = (event.to_dict() for event in claude.messages.create(**message_request(conversation, stream=True)))
    blocks = joined(events, once(heard))
    return [{key: block[key] for key in KEPT[block["type"]]} for block in blocks]


chat = ChatBedrockConverse(model=MODEL, provider="anthropic", disable_streaming=False)

serve(
    {
        "boto3-converse": converse(converse_whole),
        "boto3-converse-stream": converse(converse_streamed),
        "boto3-invoke": messages(body_whole),
        "boto3-invoke-stream": messages(body_streamed),
        "anthropic-bedrock": messages(claude_whole),
        "anthropic-bedrock-stream": messages(claude_streamed),
        "langchain-aws-invoke": invoked(chat),
        "langchain-aws-stream": streamed(chat),
        "langchain-aws-create-agent": graph(create_agent, chat),
    }
)
