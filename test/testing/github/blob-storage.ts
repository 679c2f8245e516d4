import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './http.ts';
import type { FakeState } from './state.ts';

/** Bytes on their way: blocks wait for the list that puts them in order. */
type Upload = { readonly blocks: Map<string, Buffer>; content: Buffer | null };

/** Open uploads by id. */
export type Uploads = Map<number, Upload>;

/** A request to the storage behind signed URLs. */
export type BlobRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
};

/** Where the storage lives on the fake's server. */
export const BLOB_PATH = '/blobs/';

/** A URL that needs no credentials: the signature is the credential. */
export function signedBlobUrl(root: string, kind: 'artifact' | 'upload', id: number): string {
  const path = `${BLOB_PATH}${kind}/${id}`;
  const query = new URLSearchParams({ se: '2026-01-15T12:01:00Z', sp: 'r', sv: '2025-11-05', sig: signature(path) });
  return `${root}${path}?${query}`;
}

/**
 * Plays the block blob storage. An `Authorization` header on a signed URL means a client sends its GitHub token to
 * strangers: that is reported and refused.
 */
export function answerBlob(
  request: BlobRequest,
  state: FakeState,
  uploads: Uploads,
  report: (violation: string) => void,
): Answer {
  if (request.headers.authorization !== undefined) {
    report(`${request.method} ${request.path}: an Authorization header was sent to a signed URL`);
    return xmlProblem(400, 'InvalidAuthenticationInfo');
  }
  if (request.query.get('sig') !== signature(request.path)) return xmlProblem(403, 'AuthenticationFailed');
  const [kind, id] = request.path.slice(BLOB_PATH.length).split('/');
  if (kind === 'artifact' && request.method === 'GET') return download(state, Number(id));
  if (kind === 'upload' && request.method === 'PUT') return upload(request, uploads.get(Number(id)));
  return xmlProblem(405, 'UnsupportedHttpVerb');
}

function download(state: FakeState, id: number): Answer {
  const artifact = state.artifacts.find((candidate) => candidate.id === id);
  if (artifact === undefined) return xmlProblem(404, 'BlobNotFound');
  return {
    status: 200,
    body: artifact.content,
    headers: {
      'content-type': artifact.contentType,
      'content-length': String(artifact.content.byteLength),
      'content-disposition': `attachment; filename="${encodeURIComponent(artifact.name)}.zip"`,
    },
  };
}

function upload(request: BlobRequest, open: Upload | undefined): Answer {
  if (open === undefined) return xmlProblem(404, 'ContainerNotFound');
  switch (request.query.get('comp')) {
    case 'block':
      open.blocks.set(request.query.get('blockid') ?? '', request.bytes);
      return created();
    case 'blocklist':
      return commit(open, request.bytes.toString('utf8'));
    case null:
      open.content = request.bytes;
      return created();
    default:
      return xmlProblem(400, 'InvalidQueryParameterValue');
  }
}

function commit(open: Upload, list: string): Answer {
  const ids = [...list.matchAll(/<(?:Latest|Uncommitted)>([^<]*)</g)].map((match) => match[1] ?? '');
  const blocks = ids.map((id) => open.blocks.get(id));
  if (blocks.some((block) => block === undefined)) return xmlProblem(400, 'InvalidBlockList');
  open.content = Buffer.concat(blocks.flatMap((block) => block ?? []));
  return created();
}

function created(): Answer {
  return {
    status: 201,
    body: '',
    headers: {
      etag: '"0x8DEADBEEF"',
      'last-modified': 'Thu, 15 Jan 2026 12:00:00 GMT',
      'x-ms-request-id': '5f1d6a4e-0000-0000-0000-000000000000',
      'x-ms-version': '2025-11-05',
      'x-ms-request-server-encrypted': 'true',
    },
  };
}

function xmlProblem(status: number, code: string): Answer {
  const body = `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, body, headers: { 'content-type': 'application/xml', 'x-ms-error-code': code } };
}

function signature(path: string): string {
  return createHmac('sha256', 'fake storage account').update(path).digest('base64');
}
