/** A secret as texts spell it, by the name of the spelling. */
export const SPELLINGS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in JSON': json,
  'in JSON in JSON': (secret) => json(json(secret)),
  'in JSON, all characters escaped': (secret) =>
    [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'in JavaScript, by code points': (secret) =>
    [...secret].map((letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`).join(''),
  'in HTML, by names': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&apos;'),
  'in HTML, by numbers': (secret) => [...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
  'in HTML, by hexadecimal numbers': (secret) =>
    [...secret].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join(''),
  'in a URL': encodeURIComponent,
  'in a URL, all characters escaped': (secret) =>
    [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  'in a URL in JSON in HTML': (secret) => encodeURIComponent(json(secret)).replaceAll('%', '&#37;'),
  'a letter a line': (secret) => [...secret].join('\n'),
  'wrapped in JSON': (secret) => json([...secret].join('\r\n')),
  'broken by the invisible': (secret) => [...secret].join('\u200B'),
  'with a colour inside': (secret) => `${secret.slice(0, 5)}\u001b[1m${secret.slice(5)}\u001b[0m`,
  'a colour a letter': (secret) => [...secret].join('\u001b[38;5;1m'),
  'in a colour, in JSON': (secret) => json([...secret].join('\u009b31m')),
  'in the title of a terminal': (secret) => `\u001b]0;${secret}\u0007`,
  'in hexadecimal': hexadecimal,
  'in upper-case hexadecimal': (secret) => hexadecimal(`user:${secret}`).toUpperCase(),
  'in hexadecimal, cut': (secret) => `${hexadecimal(secret).slice(0, -3)}…`,
  'in base64': (secret) => btoa(secret),
  'in base64 after one character': (secret) => btoa(`:${secret}:`),
  'in base64 after two characters': (secret) => btoa(`a:${secret}`),
  'in base64 for URLs': (secret) =>
    btoa(`user:${secret}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  'in wrapped base64': (secret) => btoa(`${'x'.repeat(70)}${secret}`).replace(/.{16}/g, '$&\n'),
  'in base64 in JSON': (secret) => json(btoa(`\n${secret}`)).replaceAll('/', '\\/'),
  'cut at its end': (secret) => `${secret.slice(0, -2)}…`,
  'cut at its beginning': (secret) => `…${secret.slice(2)}`,
  'cut at both ends': (secret) => `[…]${secret.slice(1, -1)}[…]`,
  'in JSON, cut': (secret) => `${json(secret.slice(0, -1))}...`,
};

function hexadecimal(text: string): string {
  return [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

function json(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
