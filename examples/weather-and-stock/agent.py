"""A weather and stock assistant: rules in place of a model, small tables in place of services.

Reads one JSON line per turn, prints one JSON line per answer (agent protocol 1, `mode: worker`). The trial's seed decides
the wording and a rare slip, as sampling does with a model.
"""
import json
import os
import random
import re
import sys

UNIT = os.environ.get("UNIT", "celsius")

WEATHER = {  # city: (degrees Celsius, sky)
    "Berlin": (17, "clouds"),
    "Lima": (19, "fog"),
    "Lisbon": (21, "rain"),
    "Oslo": (-2, "snow"),
    "Phoenix": (38, "sun"),
    "Rome": (26, "sun"),
}
SHARES = {  # company: (ticker, price in dollars, change of the day in percent)
    "Acme": ("ACME", 41.20, 1.3),
    "Globex": ("GLBX", 203.50, 0.0),
    "Initech": ("INIT", 12.75, -0.4),
    "Phoenix": ("PHX", 88.10, 0.2),
}
AMBIGUOUS = {"Phoenix"}  # names of a city and of a share: ask which one is meant

ABOUT_WEATHER = re.compile(r"weather|umbrella|rain|snow|sun|warm|cold|hot\b|degrees|city", re.I)
ABOUT_SHARES = re.compile(r"share|stock|trading|price|worth|cost", re.I)
SYSTEM_PROMPT_TOKENS = 230
SLIP = 0.04  # chance that the second half of a double question is forgotten


def get_weather(city, unit):
    degrees, sky = WEATHER[city]
    return {"city": city, "degrees": degrees if unit == "celsius" else round(degrees * 1.8 + 32), "unit": unit, "sky": sky}


def get_stock_price(ticker):
    for company, (symbol, price, change) in SHARES.items():
        if symbol == ticker:
            return {"company": company, "ticker": ticker, "price": price, "change_percent": change}
    raise KeyError(ticker)


def get_market_status():
    return {"open": True, "closes_at": "17:30"}


TOOLS = {tool.__name__: tool for tool in (get_weather, get_stock_price, get_market_status)}


def answer(turn):
    rng = random.Random(f"{turn['seed']}/{turn['turn']}")
    memory = turn["session"] or {"degrees": {}, "asked_about": []}
    calls = []

    def call(name, **arguments):
        try:
            result, status = TOOLS[name](**arguments), "ok"
        except KeyError as missing:
            result, status = {"error": f"nothing known about {missing}"}, "error"
        calls.append({"name": name, "arguments": arguments, "status": status, "result": result})
        return result if status == "ok" else None

    output = reply(turn["input"], turn["messages"], memory, call, rng)
    return {"output": output, "tool_calls": calls, "session": memory, "usage": usage(turn["messages"], calls, output)}


def reply(text, messages, memory, call, rng):
    cities, companies, unclear = understand(text, memory)
    memory["asked_about"] = unclear
    if unclear:
        return f"{unclear[0]} is a city and a share: do you want the weather there or the price of the share?"
    if re.search(r"(market|exchange).*(open|closed)", text, re.I):
        status = call("get_market_status")
        return f"Yes, the exchange is open until {status['closes_at']}."
    if re.search(r"which of|warmer|colder", text, re.I) and len(memory["degrees"]) > 1:
        pick = min if re.search("colder", text, re.I) else max
        return f"{pick(memory['degrees'], key=memory['degrees'].get)} is."
    if re.search(r"did I ask", text, re.I):
        return f"You asked: {messages[0]['content']}"
    if cities and companies and rng.random() < SLIP:
        companies = []
    sentences = [tell_weather(city, memory, call, rng) for city in cities]
    sentences += [tell_price(company, call, rng) for company in companies]
    return " ".join(sentences) or small_talk(text, rng)


def understand(text, memory):
    """Cities and companies the text names, in its order, and names that may be either."""
    words = re.findall(r"\w+", text)
    by_ticker = {ticker: company for company, (ticker, *_) in SHARES.items()}
    names = list(dict.fromkeys(by_ticker.get(word.upper(), word.capitalize()) for word in words))
    weather, shares = ABOUT_WEATHER.search(text), ABOUT_SHARES.search(text)
    known = [name for name in names if name in WEATHER or name in SHARES]
    if not known and (weather or shares):
        known = memory["asked_about"] or re.findall(r"\bin ([A-Z]\w+)", text)
    unclear = [name for name in known if name in AMBIGUOUS and not weather and not shares]
    cities = [name for name in known if name not in unclear and (name not in SHARES or (name in WEATHER and weather))]
    companies = [name for name in known if name not in unclear and name not in cities]
    return cities, companies, unclear


def tell_weather(city, memory, call, rng):
    found = call("get_weather", city=city, unit=UNIT)
    if found is None:
        return f"I have no weather for {city}, sorry."
    memory["degrees"][city] = found["degrees"]
    sign = "°C" if found["unit"] == "celsius" else "°F"
    wording = rng.choice(["{city}: {sky}, {degrees} {sign}.", "There is {sky} in {city} at {degrees} {sign}."])
    return wording.format(sign=sign, **found)


def tell_price(company, call, rng):
    found = call("get_stock_price", ticker=SHARES[company][0])
    wording = rng.choice(["{ticker} trades at ${price:.2f}.", "A share of {company} ({ticker}) costs ${price:.2f} now."])
    return wording.format(**found)


def small_talk(text, rng):
    if re.search(r"thank", text, re.I):
        return rng.choice(["You're welcome!", "Any time."])
    if re.search(r"hello|morning|hi\b", text, re.I):
        return "Good morning! Ask me about the weather in a city or the price of a share."
    if re.search(r"joke", text, re.I):
        return rng.choice(["Why did the cloud stay at home? It felt under the weather.", "Clouds are just sky with opinions."])
    return "I know the weather in a few cities and the prices of a few shares."


def usage(messages, calls, output):
    """What a model would bill: the conversation once, and once more with the tools' results."""
    said = sum(len(message["content"]) for message in messages) // 4 + SYSTEM_PROMPT_TOKENS
    results = len(json.dumps(calls)) // 4
    return {
        "input_tokens": said if not calls else 2 * said + results,
        "output_tokens": len(output) // 4 + 18 * len(calls),
    }


for line in sys.stdin:
    turn = json.loads(line)
    if turn.get("type") == "turn":
        print(json.dumps({"id": turn["id"], **answer(turn)}), flush=True)
