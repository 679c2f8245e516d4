"""What the agent can do to the order. The order is state of the conversation: a tool gives back what it changes about it."""
from langchain_core.messages import ToolMessage
from langchain_core.tools import ToolException, tool
from langgraph.prebuilt import ToolRuntime
from langgraph.types import Command
from pydantic import BaseModel


class Address(BaseModel):
    street: str


@tool
def issue_refund(order_id: str, amount: float, reason: str, runtime: ToolRuntime) -> Command:
    """Refund an amount of a delivered order. The reason is a few words for the books."""
    order = order_of(runtime, order_id)
    refunded = round(order.get("refunded", 0) + amount, 2)
    if order["status"] not in ("delivered", "refunded"):
        raise ToolException(f"the order is {order['status']}, not delivered")
    if refunded > order["total"]:
        raise ToolException(f"{amount:.2f} is more than what is left of {order['total']:.2f}")
    return change(runtime, f"refunded {amount:.2f}", status="refunded", refunded=refunded)


@tool
def cancel_order(order_id: str, runtime: ToolRuntime) -> Command:
    """Cancel an order that has not left the warehouse."""
    still_here(order_of(runtime, order_id))
    return change(runtime, "cancelled", status="cancelled")


@tool
def update_address(order_id: str, address: Address, runtime: ToolRuntime) -> Command:
    """Change where an order goes that has not left the warehouse."""
    still_here(order_of(runtime, order_id))
    return change(runtime, f"goes to {address.street}", address=address.model_dump())


@tool
def request_approval(order_id: str, amount: float, runtime: ToolRuntime) -> Command:
    """Ask a colleague to approve a refund."""
    order_of(runtime, order_id)
    return change(runtime, f"asked for approval of {amount:.2f}", status="waiting for approval")


def order_of(runtime: ToolRuntime, order_id: str) -> dict:
    order = runtime.state["order"]
    if order["order_id"] != order_id:
        raise ToolException(f"there is no order {order_id} in this conversation")
    return order


def still_here(order: dict) -> None:
    if order["status"] != "processing":
        raise ToolException(f"the order is already {order['status']}")


def change(runtime: ToolRuntime, result: str, **fields) -> Command:
    return Command(update={"order": fields, "messages": [ToolMessage(result, tool_call_id=runtime.tool_call_id)]})


TOOLS = [issue_refund, cancel_order, update_address, request_approval]
for one in TOOLS:
    one.handle_tool_error = True  # the model reads why the shop refused
