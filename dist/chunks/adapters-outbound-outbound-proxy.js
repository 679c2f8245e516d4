import{a}from"./adapters-outbound-outbound-proxy-2.js";import"./helpers.js";export{a as outboundProxy};
