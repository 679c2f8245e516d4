"""A server over the official Python SDK, on standard streams or, with a port, on streamable HTTP."""
import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("till")


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two amounts."""
    return a + b


@server.tool()
def charge(amount: int) -> int:
    """Charges an amount."""
    raise RuntimeError("nobody may charge in a test")


@server.tool()
def fail() -> str:
    """Fails."""
    raise ValueError("the till is empty")


@server.resource("till://hours")
def hours() -> str:
    return "closed on Sundays"


if len(sys.argv) > 1:
    server.run("streamable-http", port=int(sys.argv[1]))
else:
    server.run("stdio")
