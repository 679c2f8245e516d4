import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as it was signed. */
export interface SignedRequest {
  readonly method: string;
  /** With the query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Whether the secret signed the request (Signature Version 4), as AWS checks it: every signed header, the path with each part
 * encoded once more, the body, and a time of the last five minutes. A server in front tells the host that was signed as
 * `x-forwarded-host`.
 */
export function isSignedBy(secret: string, { method, path, headers, body }: SignedRequest): boolean {
  const [, scope = '', signedHeaders = '', signature = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const [date = '', region = '', service = '', end = ''] = scope.split('/');
  const time = String(headers['x-amz-date'] ?? '');
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() - at) < 300_000) || !time.startsWith(date)) return false;
  const [pathname = '', query = ''] = path.split('?');
  const canonical = [
    method,
    pathname.split('/').map(encoded).join('/'),
    query.split('&').toSorted().join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${valueOfHeader(headers, name)}`),
    '',
    signedHeaders,
    sha256(body),
  ].join('\n');
  const key = [date, region, service, end].reduce<string | Buffer>((above, part) => hmac(above, part), `AWS4${secret}`);
  const wanted = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  return wanted.length === signature.length && timingSafeEqual(Buffer.from(wanted), Buffer.from(signature));
}

const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/;

function valueOfHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = name === 'host' ? (headers['x-forwarded-host'] ?? headers.host) : headers[name];
  return [value ?? ''].flat().join(',').trim().replaceAll(/\s+/g, ' ');
}

function encoded(part: string): string {
  return encodeURIComponent(part).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
