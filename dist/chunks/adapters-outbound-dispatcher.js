import{a}from"./adapters-outbound-dispatcher-2.js";import"./undici.js";import"./helpers.js";export{a as createDispatcher};
