import { exceptionLine, exceptionType } from '#common/exception-line.ts';

/** The line of the exception: the last one of a traceback, else the first. */
export function lineOfException(message: string): string {
  const [first = ''] = message.split('\n');
  return (/^Traceback /.test(first) ? exceptionLine(message) : null) ?? first;
}

/** Whether the class of an exception says that a model's provider, or the way to it, failed. */
export function isOfProvider(line: string): boolean {
  const [, coded] = /^(?:Error: )?An error occurred \((\w+)\)/.exec(line) ?? [];
  const [, ofNode] =
    /^(?:Error: )?(?:(?:connect|read|write|getaddrinfo) )?(E[A-Z_]{5,}|UND_ERR_\w+)\b/.exec(line) ?? [];
  const type = coded ?? ofNode ?? exceptionType(line.replace(/^([\w.]+)\('?/, '$1: ')) ?? '';
  const steps = type.split('.');
  const name = steps.at(-1) ?? '';
  // A class of that name in a library that is none of these is somebody's own.
  if (steps.length > 1 && !LIBRARIES.has(steps[0] ?? '')) return false;
  if (steps.length > 1 ? OF_LIBRARIES.has(name) : ALONE.has(name)) return true;
  const said = line.slice(type.length);
  return WITH_WORDS.get(name)?.test(said) ?? false;
}

/** Clients of models, and what they send by. */
const LIBRARIES: ReadonlySet<string> = new Set([
  ...['openai', 'anthropic', 'groq', 'cohere', 'mistralai', 'ollama', 'google', 'vertexai', 'botocore', 'litellm'],
  ...[
    'langchain',
    'langchain_core',
    'langchain_openai',
    'pydantic_ai',
    'httpx',
    'httpcore',
    'requests',
    'urllib3',
    'aiohttp',
  ],
]);

/** Classes that say it by themselves, whichever library has them. */
const NAMES = [
  ...['RateLimitError', 'APIConnectionError', 'APIConnectionTimeoutError', 'APITimeoutError', 'OverloadedError'],
  ...[
    'TooManyRequestsError',
    'ServiceUnavailableError',
    'BadGatewayError',
    'GatewayTimeoutError',
    'ModelNotReadyException',
  ],
  ...['ThrottlingException', 'ServiceUnavailableException', 'ModelTimeoutException', 'InternalServerException'],
  ...['EndpointConnectionError', 'ServiceQuotaExceededException', 'ResourceExhausted', 'RemoteProtocolError'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
];

/** Without a library these are anybody's. */
const COMMON_NAMES = [
  ...['ServerError', 'InternalServerError', 'ServiceUnavailable', 'DeadlineExceeded', 'GatewayTimeout', 'BadGateway'],
  ...['TooManyRequests', 'Timeout', 'ReadTimeout', 'ConnectTimeout', 'PoolTimeout', 'ConnectError', 'ReadError'],
  ...['ConnectionError', 'ReadTimeoutError', 'ConnectTimeoutError', 'ServerDisconnectedError', 'ClientConnectorError'],
];

const ALONE: ReadonlySet<string> = new Set(NAMES);
const OF_LIBRARIES: ReadonlySet<string> = new Set([...NAMES, ...COMMON_NAMES]);

/** The status of an answer that is no fault of the request. */
const STATUS =
  /\b(?:408|409|429|498|5\d\d)\b|too many requests|overloaded|unavailable|bad gateway|gateway time-?out|internal server error|had an error|cannot connect to api|throttling|ModelNotReady|rate.?limit/i;

/** Classes that also stand for a bad request, which is the agent's fault, with what tells them apart. */
const WITH_WORDS: ReadonlyMap<string, RegExp> = new Map([
  ...[
    'AI_APICallError',
    'AI_RetryError',
    'APIError',
    'APIStatusError',
    'ClientError',
    'HTTPStatusError',
    'SDKError',
  ].map((name) => [name, STATUS] as const),
  ...['ResponseError', 'ModelHTTPError', 'ApiError', 'GoogleGenerativeAIFetchError'].map(
    (name) => [name, STATUS] as const,
  ),
  ['TypeError', /^: fetch failed$/],
  // Clients for JavaScript name a status and its body.
  ['Error', /^: (?:429|5\d\d) \{"(?:type":"error"|error":)|^: socket hang up$/],
]);

/** Whether it says that a time limit ended the test: each runner has a sentence of its own. */
export function isTimeout(line: string): boolean {
  return TIMEOUT_CLASSES.has(exceptionType(line)?.split('.').at(-1) ?? '') || TIMEOUTS.test(line);
}

const TIMEOUT_CLASSES: ReadonlySet<string> = new Set([
  ...[
    'TimeoutError',
    'APITimeoutError',
    'APIConnectionTimeoutError',
    'ReadTimeout',
    'Timeout',
    'AbortError',
    'TimeoutException',
  ],
]);

const TIMEOUTS =
  /^(?:Error: )?(?:Test timed out in \d+ ?ms|(?:this )?test timed out|Timeout of \d+ ?ms exceeded|Test timeout of \d+ ?ms exceeded|thrown: "Exceeded timeout of|Failed: Timeout|panic: test timed out)/;
