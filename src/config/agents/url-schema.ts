import * as z from 'zod';
import { foundValue } from '#common/document/found-value.ts';
import { expected } from '#common/document/zod-messages.ts';

/** Address of a server: http or https, without credentials. */
export const urlSchema = checkedUrl('http://127.0.0.1:8080/turn', (url) =>
  url.hash === '' ? null : 'a fragment (#…) is never sent; remove it',
);

/**
 * Base URL of a provider's API: http or https, without credentials, query and fragment. The run decides which hosts are
 * allowed.
 */
export const baseUrlSchema = checkedUrl('http://127.0.0.1:11434/v1', (url) =>
  url.search === '' && url.hash === '' ? null : 'a base URL has no query and no fragment; end it with its path',
);

function checkedUrl(example: string, problemOf: (url: URL) => string | null) {
  const words = `an address such as ${example}`;
  return z.string({ error: expected(words) }).superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message, input: text });
    if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
      return refuse(
        `expected ${words}, found ${foundValue(text)}; it begins with http:// or https:// and names a host`,
      );
    const url = new URL(text);
    if (url.username !== '' || url.password !== '')
      return refuse('a user name or password in an address would be stored with the config; remove it');
    const problem = problemOf(url);
    if (problem !== null) refuse(problem);
  });
}
