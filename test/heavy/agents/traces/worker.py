"""A text ReAct agent: no call of a tool crosses a wire. Traced as the SDK's documentation shows, without a word about us."""

import json
import sys

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

trace.set_tracer_provider(TracerProvider())
trace.get_tracer_provider().add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
tracer = trace.get_tracer("shop")


def lookup(order):
    with tracer.start_as_current_span("execute_tool lookup_order") as span:
        span.set_attribute("gen_ai.operation.name", "execute_tool")
        span.set_attribute("gen_ai.tool.name", "lookup_order")
        span.set_attribute("gen_ai.tool.call.arguments", json.dumps({"order": order}))
        span.set_attribute("gen_ai.tool.call.result", "one mug")


def refund(order):
    with tracer.start_as_current_span("issue_refund") as span:
        span.set_attribute("openinference.span.kind", "TOOL")
        span.set_attribute("tool.name", "issue_refund")
        span.set_attribute("input.value", json.dumps({"order": order, "amount": 19.99}))
        raise ValueError("the till is closed")


def retrieve():
    with tracer.start_as_current_span("retrieve") as span:
        span.set_attribute("openinference.span.kind", "RETRIEVER")
        for place, name in enumerate(["kb-12", "kb-7"]):
            span.set_attribute(f"retrieval.documents.{place}.document.id", name)


def think():
    with tracer.start_as_current_span("chat shop-1") as span:
        span.set_attribute("gen_ai.operation.name", "chat")
        span.set_attribute("gen_ai.usage.input_tokens", 100)
        span.set_attribute("gen_ai.usage.output_tokens", 7)


def play(text):
    with tracer.start_as_current_span("invoke_agent"):
        think()
        retrieve()
        lookup(text)
        try:
            refund(text)
        except ValueError:
            pass
        think()
    return "The till is closed."


for line in sys.stdin:
    turn = json.loads(line)
    print(json.dumps({"id": turn["id"], "output": play(turn["input"])}), flush=True)
