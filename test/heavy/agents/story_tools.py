"""The tools of the story, as a shop would have them."""


def lookup_order(order_id: str) -> str:
    """Look up an order."""
    return f"order {order_id}: {'delivered' if order_id == 'A1' else 'on its way'}"


def issue_refund(order_id: str, amount: float) -> str:
    """Refund a part of an order."""
    if amount > 10:
        raise ValueError("refused: at most 10.00")
    return f"refunded {amount:.2f}"


TOOLS = {"lookup_order": lookup_order, "issue_refund": issue_refund}

_ORDER = {"order_id": {"type": "string"}}
SCHEMAS = {
    "lookup_order": {"type": "object", "properties": _ORDER, "required": ["order_id"]},
    "issue_refund": {
        "type": "object",
        "properties": {**_ORDER, "amount": {"type": "number"}},
        "required": ["order_id", "amount"],
    },
}


def run_tool(name: str, arguments: dict) -> tuple[str, bool]:
    """Runs a tool as most loops do: a failure becomes text for the model."""
    try:
        return TOOLS[name](**arguments), False
    except ValueError as error:
        return f"Error: {error}", True
