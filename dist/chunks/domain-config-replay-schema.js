import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{c as d}from"./domain-document-workspace-path.js";import{d as s,e as a}from"./domain-document-zod-messages.js";import{t as r,x as t}from"./zod.js";var n=["off","record","auto","strict"],o="agent-eval-cassettes",f=t(n),p=r([f.transform(e=>({mode:e,folder:o})),a({mode:f.describe("off (default): models are called; record: called, and the answers stored; auto: stored answers are used, missing ones requested and stored; strict: a request that is not stored is an error").exactOptional(),folder:d.describe(`Folder of the stored answers; default ${o}`).exactOptional()}).transform(e=>({mode:e.mode??"off",folder:e.folder??o}))],{error:s(`one of ${n.join(", ")}, or {mode, folder}`)}),u={mode:"off",folder:o};export{n as a,p as b,u as c};
