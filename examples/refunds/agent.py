"""A refund agent: one process per turn (`mode: one-shot`), rules in place of a model, the order in the turn's context.

Reads the turn from standard input and prints one line: the answer, the tool calls, and the order as it stands afterwards.
"""
import copy
import json
import random
import re
import sys

RETURN_WINDOW_DAYS = 30
APPROVAL_ABOVE = 150.00

INTENTS = [  # first match wins
    ("cancel", r"cancel|changed my mind"),
    ("modify", r"address|deliver (it|them) to|send (it|them) to"),
    ("refund", r"refund|money back|broken|cracked|damaged|scratched"),
]


class Shop:
    """The order of this conversation and the tools that act on it."""

    def __init__(self, order):
        self.order = copy.deepcopy(order)
        self.refunded = 0
        self.calls = []

    def call(self, name, **arguments):
        refused = getattr(self, name)(**arguments)
        status = "ok" if refused is None else "error"
        self.calls.append({"name": name, "arguments": arguments, "status": status, "result": refused or "done"})
        return refused is None

    def issue_refund(self, order_id, amount, reason):
        if self.refunded + amount > self.order["total"]:
            return "more than was paid"
        self.refunded = round(self.refunded + amount, 2)
        self.order["status"] = "refunded"

    def cancel_order(self, order_id):
        if self.order["status"] != "processing":
            return f"already {self.order['status']}"
        self.order["status"] = "cancelled"

    def update_address(self, order_id, address):
        if self.order["status"] != "processing":
            return f"already {self.order['status']}"
        self.order["address"] = address

    def request_approval(self, order_id, amount):
        self.order["status"] = "waiting for approval"


def answer(turn):
    shop = Shop(turn["context"]["order"])
    said = [message["content"] for message in turn["messages"] if message["role"] == "user"]
    rng = random.Random(turn["seed"])
    window = turn["context"].get("policy", {}).get("return_window_days", RETURN_WINDOW_DAYS)
    intent = intent_of(said)
    if intent == "refund":
        output = refund(shop, said, window, rng)
    elif intent == "cancel":
        output = cancel(shop)
    elif intent == "modify":
        output = modify(shop, said)
    else:
        output = rng.choice(["You're welcome!", "Gladly. Is there anything else?"])
    state = {"order": shop.order, "refunded": shop.refunded}
    return {"output": output, "tool_calls": shop.calls, "state": state}


def intent_of(said):
    """What the customer wants: the latest message that tells."""
    for text in reversed(said):
        for intent, pattern in INTENTS:
            if re.search(pattern, text, re.I):
                return intent
    return None


def refund(shop, said, window, rng):
    order = shop.order
    if order["status"] != "delivered":
        return f"Order {order['order_id']} is still {order['status']}. I can refund it when it has arrived."
    if order.get("delivered_days_ago", 0) > window:
        return f"I am sorry, we take things back within {window} days, and this order arrived before that."
    items = items_named(order, said)
    if not items:
        return "Which of the items is it about?"
    amount = round(sum(item["price"] for item in items), 2)
    if amount > APPROVAL_ABOVE:
        shop.call("request_approval", order_id=order["order_id"], amount=amount)
        return f"A refund of {amount:.2f} needs a colleague's approval. You will hear from us today."
    reason = rng.choice(["arrived damaged", "damaged on arrival", "customer reports damaged goods"])
    shop.call("issue_refund", order_id=order["order_id"], amount=amount, reason=reason)
    return rng.choice(["Your refund of {:.2f} is on its way.", "I have issued a refund of {:.2f}."]).format(amount)


def items_named(order, said):
    """The items of the latest message that names some; all of them when the customer says so, or when there is only one."""
    items = order.get("items", [])
    for text in reversed(said):
        if len(items) == 1 or re.search(r"whole order|everything|all of it", text, re.I):
            return items
        named = [item for item in items if item["name"].split()[-1].lower() in text.lower()]
        if named:
            return named
    return []


def cancel(shop):
    if shop.call("cancel_order", order_id=shop.order["order_id"]):
        return f"Order {shop.order['order_id']} is cancelled. You will not be charged."
    return f"Order {shop.order['order_id']} is already {shop.order['status']}, so I can't stop it. You can send it back."


def modify(shop, said):
    found = re.search(r"\b[Tt]o (\d+ [A-Z][\w ]+?)(, please)?[.?!]?$", said[-1])
    if found is None:
        return "What is the new address?"
    if shop.call("update_address", order_id=shop.order["order_id"], address={"street": found.group(1)}):
        return f"Done: order {shop.order['order_id']} goes to {found.group(1)}."
    return f"Order {shop.order['order_id']} is already {shop.order['status']}, the address can't be changed any more."


turn = json.loads(sys.stdin.readline())
print(json.dumps({"id": turn["id"], **answer(turn)}))
