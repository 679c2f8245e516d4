"""
What Python loads before an agent's program (a `sitecustomize` on PYTHONPATH). Requests of httpx, urllib3 (so requests) and
aiohttp to a known host get the recorder's address; every request's host is noted. Then it loads the `sitecustomize` that
would have been loaded without it.
"""
import importlib
import importlib.machinery
import json
import os
import re
import sys
from urllib.parse import urlsplit


TELEMETRY = re.compile(r"/v1/traces\b|/api/(?:event_logging|claude_code|claude_cli|statsig|telemetry)\b")


def lead(given):
    hosts, base, log = given["hosts"], given["base"], given["log"]
    address = urlsplit(base)

    def led(url):
        """The recorder's URL for one of a known host, else None."""
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
        if host in ("", "localhost", "::1") or host.startswith("127."):
            return None
        name = host if port in (None, 443 if parts.scheme == "https" else 80) else f"{host}:{port}"
        try:
            # Telemetry is no request of a model: the recorder refuses it in words of its own.
            if not TELEMETRY.match(parts.path):
                with open(log, "a") as file:
                    file.write(name + "\n")
        except OSError:
            pass
        known = hosts.get(name) if parts.scheme == "https" else None
        if known is None:
            return None
        path, root = parts.path or "/", known["root"]
        if root and path.startswith(root + "/"):
            path = path[len(root):]
        query = f"?{parts.query}" if parts.query else ""
        return f"{base}/{known['provider']}{path}{query}"

    def without_host(headers):
        """Clients that build their requests themselves name the host that they meant."""
        pairs = headers.items() if hasattr(headers, "items") else headers
        return {name: value for name, value in pairs if str(name).lower() != "host"}

    def patch_httpx(module):
        def wrap(transport, name):
            original = getattr(transport, name)

            def handle(self, request):
                url = led(str(request.url))
                if url is not None:
                    request.url = module.URL(url)
                    request.headers["host"] = address.netloc
                return original(self, request)

            setattr(transport, name, handle)

        wrap(module.HTTPTransport, "handle_request")
        wrap(module.AsyncHTTPTransport, "handle_async_request")

    def patch_urllib3(module):
        original = module.HTTPConnectionPool.urlopen
        recorder = module.HTTPConnectionPool(address.hostname, address.port, maxsize=32)

        def urlopen(self, method, url, *args, **kwargs):
            secure = isinstance(self, module.HTTPSConnectionPool)
            full = f"{'https' if secure else 'http'}://{self.host}:{self.port or (443 if secure else 80)}{url}"
            target = None if self is recorder else led(full)
            if target is None:
                return original(self, method, url, *args, **kwargs)
            kwargs["assert_same_host"] = False
            if kwargs.get("headers"):
                kwargs["headers"] = without_host(kwargs["headers"])
            return original(recorder, method, target[len(f"http://{address.netloc}"):], *args, **kwargs)

        module.HTTPConnectionPool.urlopen = urlopen

    def patch_aiohttp(module):
        original = module.ClientSession._request

        async def request(self, method, url, **kwargs):
            target = led(str(self._build_url(url)))
            if target is not None:
                url = target
                headers = without_host(kwargs.get("headers") or {})
                # Also over one that the session sends by default.
                kwargs["headers"] = [*headers.items(), ("Host", address.netloc)]
            return await original(self, method, url, **kwargs)

        module.ClientSession._request = request

    patches = {
        "httpx": patch_httpx,
        "httpx2": patch_httpx,
        "urllib3.connectionpool": patch_urllib3,
        "aiohttp.client": patch_aiohttp,
    }

    class Finder:
        """Patches a module when it has been loaded."""

        @staticmethod
        def find_spec(name, path=None, target=None):
            patch = patches.pop(name, None)
            spec = importlib.machinery.PathFinder.find_spec(name, path) if patch else None
            if spec is None or spec.loader is None:
                return None
            execute = spec.loader.exec_module

            def exec_module(module):
                execute(module)
                try:
                    patch(module)
                except Exception as error:
                    print(f"agent-eval: record.preload can't lead {name}: {error!r}", file=sys.stderr)

            spec.loader.exec_module = exec_module
            return spec

    sys.meta_path.insert(0, Finder)


if os.environ.get("AGENT_EVAL_PRELOAD"):
    lead(json.loads(os.environ["AGENT_EVAL_PRELOAD"]))

# The environment's own one, which this one stands before.
_own = os.path.dirname(os.path.abspath(__file__))
_paths = sys.path[:]
sys.path[:] = [path for path in sys.path if os.path.abspath(path) != _own]
_this = sys.modules.pop("sitecustomize", None)
try:
    importlib.import_module("sitecustomize")
except ImportError as error:
    if error.name != "sitecustomize":
        raise
    sys.modules["sitecustomize"] = _this
finally:
    sys.path[:] = _paths
