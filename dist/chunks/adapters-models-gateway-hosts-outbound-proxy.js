import{a}from"./adapters-models-gateway-hosts-outbound-proxy-2.js";import"./helpers.js";export{a as outboundProxy};
