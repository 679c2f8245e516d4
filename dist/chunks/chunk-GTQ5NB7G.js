import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{b as c,d as l,f as a,h as o,i}from"./chunk-LYH5QRJK.js";import{a as n}from"./chunk-AEHLMXAA.js";import{a as u}from"./chunk-LGG6K5BD.js";var O={name:"Ollama",tells:u(t=>"tool_name"in t||n(t.message)&&("done"in t||"eval_count"in t)||i(t.tool_calls).some(e=>n(e.function)&&n(e.function.arguments)),"tells"),read(t){if(n(t.message))return[d(t.message,t)];switch(t.role){case"system":return[{kind:"other"}];case"user":return[{kind:"user",text:a(t.content)}];case"assistant":return[d(t,t)];case"tool":return[{kind:"result",call_id:o(t.tool_call_id),name:o(t.tool_name)??o(t.name),status:t.status==="error"?"error":"ok",result:t.content??null}];default:return null}}};function d(t,e){return{kind:"model",text:a(t.content),calls:i(t.tool_calls).map(r=>{let s=n(r.function)?r.function:r;return{id:o(r.id),name:o(s.name)??"",arguments:c(s.arguments)}}),usage:l(e)??l(e.usage),group:null}}u(d,"modelEvent");export{O as a};
