"""Verdicts of the tools whose case files we read: groups of answers or calls on standard input as JSON, verdicts on standard output."""

import asyncio
import json
import os
import sys

os.environ.setdefault("OPENAI_API_KEY", "none")


def inspect(group):
    from inspect_ai.model import ModelName, ModelOutput
    from inspect_ai.scorer import Target, includes, match
    from inspect_ai.solver import TaskState

    row = group["row"]
    target = row["target"] if isinstance(row["target"], list) else [row["target"]]
    scorer = {"match": match, "includes": includes}[group["scorer"]]()

    async def right(answer):
        state = TaskState(ModelName("mockllm/model"), row["id"], 1, row["input"], [])
        state.output = ModelOutput.from_content("mockllm/model", answer)
        return (await scorer(state, Target([str(one) for one in target]))).value == "C"

    return [asyncio.run(right(answer)) for answer in group["answers"]]


def openai_evals(group):
    from evals.elsuite.utils import get_answer

    ideal = group["row"]["ideal"]
    texts = ideal if isinstance(ideal, list) else [ideal]
    if group["scorer"] == "includes":
        return [any(get_answer(answer, text) is not None for text in texts) for answer in group["answers"]]

    import evals.api

    evals.api.record_match = lambda *args, **kwargs: None
    told = [evals.api.record_and_check_match("", answer, texts) for answer in group["answers"]]
    return [picked is not None for picked in told]


def ragas(group):
    from ragas.dataset_schema import MultiTurnSample
    from ragas.metrics import ToolCallAccuracy

    def right(calls):
        made = [{"name": name, "args": args} for name, args in calls]
        said = [*group["row"]["user_input"], {"type": "ai", "content": "", "tool_calls": made}]
        sample = MultiTurnSample(**{**group["row"], "user_input": said})
        return asyncio.run(ToolCallAccuracy().multi_turn_ascore(sample)) == 1.0

    return [right(calls) for calls in group["calls"]]


def adk(group):
    from google.adk.evaluation.eval_case import EvalCase, Invocation
    from google.adk.evaluation.trajectory_evaluator import TrajectoryEvaluator

    [expected] = EvalCase.model_validate(group["row"]).conversation

    def right(calls):
        uses = [{"name": name, "args": args} for name, args in calls]
        actual = Invocation.model_validate(
            {"user_content": expected.user_content, "intermediate_data": {"tool_uses": uses}}
        )
        return TrajectoryEvaluator(threshold=1.0).evaluate_invocations([actual], [expected]).overall_score == 1.0

    return [right(calls) for calls in group["calls"]]


def deepeval(group):
    from deepeval.metrics import ToolCorrectnessMetric
    from deepeval.test_case import LLMTestCase, ToolCall

    def right(calls):
        case = LLMTestCase(
            input=group["row"]["input"],
            actual_output="",
            tools_called=[ToolCall(name=name, input_parameters=args) for name, args in calls],
            expected_tools=[ToolCall(**one) for one in group["row"]["expected_tools"]],
        )
        metric = ToolCorrectnessMetric(strict_mode=True, async_mode=False)
        return metric.measure(case, _show_indicator=False) == 1

    return [right(calls) for calls in group["calls"]]


TOOLS = {"inspect": inspect, "openai-evals": openai_evals, "ragas": ragas, "adk": adk, "deepeval": deepeval}
print(json.dumps([TOOLS[group["tool"]](group) for group in json.load(sys.stdin)]))
