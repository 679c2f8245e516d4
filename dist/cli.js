#!/usr/bin/env node
import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
import e from"node:module";import{join as o}from"node:path";e.enableCompileCache?.(o(import.meta.dirname,"../node_modules/.cache/agent-eval"));await import("./chunks/program-FQMBNZSL.js");
