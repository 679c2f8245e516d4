/** The variables by which clients find the recorder, and keys that are none: their text says what to do when one is sent elsewhere. */
export function laneVariables(base_urls: { readonly [provider: string]: string }): { readonly [name: string]: string } {
  const { openai = '', anthropic = '', ollama = '' } = base_urls;
  return {
    OPENAI_BASE_URL: openai,
    // The name that clients used before version 1 of OpenAI's SDK, and LangChain still does.
    OPENAI_API_BASE: openai,
    ANTHROPIC_BASE_URL: anthropic,
    OLLAMA_HOST: ollama,
    OPENAI_API_KEY: dummyKey('OPENAI_BASE_URL'),
    ANTHROPIC_API_KEY: dummyKey('ANTHROPIC_BASE_URL'),
    OLLAMA_API_KEY: dummyKey('OLLAMA_HOST'),
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  };
}

function dummyKey(variable: string): string {
  return `agent-eval-dummy-key-the-recorder-holds-the-real-one--send-requests-to-${variable}`;
}
