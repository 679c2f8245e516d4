import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{A as y,F as z,G as A,P as B,Q as C,R as D,S as E,c as a,d as b,e as c,f as d,g as e,h as f,i as g,j as h,k as i,l as j,m as k,n as l,o as m,p as n,q as o,r as p,s as q,t as r,u as s,v as t,w as u,x as v,y as w,z as x}from"./anthropic-ai-sdk-3.js";import"./.js";export{d as APIConnectionError,e as APIConnectionTimeoutError,b as APIError,z as APIPromise,c as APIUserAbortError,D as Anthropic,a as AnthropicError,h as AuthenticationError,g as BadRequestError,C as BaseAnthropic,y as BetaFallbackState,s as ClientClosedRequestError,m as ConflictError,o as ContentTooLargeError,w as GatewayTimeoutError,t as InternalServerError,k as NotFoundError,u as NotImplementedError,x as OverloadedError,A as PagePromise,i as PaymentRequiredError,j as PermissionDeniedError,n as PreconditionFailedError,q as RateLimitError,r as RequestHeaderFieldsTooLargeError,l as RequestTimeoutError,f as RetryableError,v as ServiceUnavailableError,p as UnprocessableEntityError,E as betaRefusalFallbackMiddleware,D as default,B as toFile};
