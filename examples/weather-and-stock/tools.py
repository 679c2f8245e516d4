"""The tools of the assistant. Small tables stand in for the weather service and the exchange."""
from typing import Literal

from langchain_core.tools import ToolException, tool

STATIONS = {  # city: (degrees Celsius, sky)
    "Berlin": (17, "clouds"),
    "Lisbon": (21, "rain"),
    "Oslo": (-2, "snow"),
    "Phoenix": (38, "sun"),
    "Rome": (26, "sun"),
}
SILENT_STATIONS = {"Lima"}  # known, and not heard of today
SHARES = {  # ticker: (company, price in dollars, change of the day in percent)
    "ACME": ("Acme", 41.20, 1.3),
    "GLBX": ("Globex", 203.50, 0.0),
    "INIT": ("Initech", 12.75, -0.4),
    "PHX": ("Phoenix Industries", 88.10, 0.2),
}


@tool
def get_weather(city: str, unit: Literal["celsius", "fahrenheit"]) -> dict:
    """The weather in a city now. `city` is its English name."""
    if city in SILENT_STATIONS:
        raise ToolException(f"503: the station in {city} does not answer")
    if city not in STATIONS:
        raise ToolException(f"there is no station in {city}")
    degrees, sky = STATIONS[city]
    return {"city": city, "degrees": degrees if unit == "celsius" else round(degrees * 1.8 + 32), "unit": unit, "sky": sky}


@tool
def get_stock_price(ticker: str) -> dict:
    """The price of a share in dollars, and its change today in percent."""
    if ticker not in SHARES:
        raise ToolException(f"{ticker} is not traded here")
    company, price, change = SHARES[ticker]
    return {"ticker": ticker, "company": company, "price": f"{price:.2f}", "change_percent": change}


@tool
def get_market_status() -> dict:
    """Whether the exchange is open, and until when."""
    return {"open": True, "closes_at": "17:30"}


TOOLS = [get_weather, get_stock_price, get_market_status]
for one in TOOLS:
    one.handle_tool_error = True  # the model reads what went wrong, and says it
